import { useMutation, useQueryClient } from '@tanstack/react-query';
import { webhookEvents, type WebhookEvent } from '@tollgate/contract/notices/webhook-events';
import { useState } from 'react';
import { webhooksQuery } from '../../api/alerts.ts';
import { answerOf, api } from '../../api/client.ts';
import { useCause } from '../../components/error-state.tsx';
import { SecretDrawer } from '../../components/secret-drawer.tsx';
import { useRefused } from '../../components/use-refused.ts';
import { useTexts } from '../../i18n/texts.ts';
import { Button } from '../../ui/button.tsx';
import { FormDrawer } from '../../ui/drawer.tsx';
import { FormSentence } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { EventChoice } from './event-choice.tsx';
import { texts } from './texts.ts';

const formId = 'webhook';

interface WebhookDrawerProps {
  readonly accountId: string;
  readonly onClose: () => void;
}

/** Adds a webhook, then shows its secret once. */
export function WebhookDrawer({ accountId, onClose }: WebhookDrawerProps) {
  const t = useTexts(texts);
  const client = useQueryClient();
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhookEvents);
  const isFine = url.trim() !== '' && events.length > 0;
  const [secret, setSecret] = useState<string | null>(null);
  const adding = useMutation({
    mutationFn: () =>
      answerOf(
        api.POST('/api/console/accounts/{accountId}/webhooks', {
          params: { path: { accountId } },
          body: { url: url.trim(), events: [...events] },
        }),
      ),
    onSuccess: async (created) => {
      setSecret(created.secret);
      await client.invalidateQueries({ queryKey: webhooksQuery(accountId).queryKey });
    },
  });
  const refused = useRefused(adding.error);
  const cause = useCause(adding.error);
  if (secret !== null)
    return (
      <SecretDrawer title={t.secretTitle} why={t.secretWhy} secret={secret} onDone={onClose}>
        <p>{t.verify}</p>
      </SecretDrawer>
    );
  return (
    <FormDrawer
      title={t.add}
      label={t.add}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" form={formId} look="primary" disabled={!isFine} isBusy={adding.isPending}>
            {t.create}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isFine) adding.mutate();
        }}
      >
        <TextField
          label={t.url}
          hint={t.urlHint}
          type="url"
          value={url}
          onChange={setUrl}
          autoFocus
          spellCheck={false}
          error={adding.error === null ? undefined : (refused('url') ?? cause)}
        />
        <EventChoice value={events} onChange={setEvents} />
        <FormSentence>{t.createSentence}</FormSentence>
      </form>
    </FormDrawer>
  );
}
