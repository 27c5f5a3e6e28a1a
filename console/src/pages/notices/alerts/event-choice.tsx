import {
  webhookEventGroups,
  webhookEvents,
  type WebhookEvent,
  type WebhookEventGroup,
} from '@tollgate/contract/notices/webhook-events';
import { useTexts } from '../../../i18n/texts.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Check } from '../../../ui/forms/text-field.tsx';
import { texts } from './texts.ts';

interface EventChoiceProps {
  readonly value: readonly string[];
  readonly onChange: (value: readonly WebhookEvent[]) => void;
}

/** Selects the events of a webhook. */
export function EventChoice({ value, onChange }: EventChoiceProps) {
  const t = useTexts(texts);
  const chosen = webhookEvents.filter((event) => value.includes(event));
  const isAll = chosen.length === webhookEvents.length;
  return (
    <fieldset className="events">
      <legend>
        {t.events}
        <Button
          look="plain"
          onClick={() => {
            onChange(isAll ? [] : webhookEvents);
          }}
        >
          {isAll ? t.none : t.all}
        </Button>
      </legend>
      {(Object.keys(webhookEventGroups) as readonly WebhookEventGroup[]).map((group) => (
        <div key={group}>
          <p className="quiet">{t.groups[group]}</p>
          <div className="event-checks">
            {webhookEventGroups[group].map((event) => (
              <Check
                key={event}
                isOn={value.includes(event)}
                onChange={(isOn) => {
                  onChange(webhookEvents.filter((each) => (each === event ? isOn : value.includes(each))));
                }}
              >
                {t.kinds[event]}
              </Check>
            ))}
          </div>
        </div>
      ))}
      {chosen.length === 0 ? (
        <p className="hint bad" role="alert">
          {t.noEvents}
        </p>
      ) : null}
    </fieldset>
  );
}
