import type { StatusOfModels } from '../../../api/news.ts';
import { Time } from '../../../components/time/time.tsx';
import { useLanguage, useTexts } from '../../../i18n/texts.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { StatusWord } from '../../../ui/states/status-word.tsx';
import { PlainText } from '../plain-text.tsx';
import { texts } from './texts.ts';

/** Incidents, open ones first. */
export function Incidents({ incidents }: Pick<StatusOfModels, 'incidents'>) {
  const t = useTexts(texts);
  const language = useLanguage();
  const shown = incidents.toSorted((left, right) => Number(left.resolved_at !== null) - Number(right.resolved_at !== null));
  return (
    <Sheet title={t.incidents}>
      {shown.length === 0 ? <p className="quiet">{t.noIncidents}</p> : null}
      {shown.slice(0, 20).map((incident) => (
        <article className="incident" id={incident.id} key={incident.id}>
          <h3>
            {incident.title[language]}{' '}
            <StatusWord look={incident.resolved_at === null ? 'shut' : 'go'}>{t.states[incident.status]}</StatusWord>
          </h3>
          {incident.models.length === 0 ? null : <p className="quiet">{incident.models.join(', ')}</p>}
          {incident.updates.map((update) => (
            <div key={update.at}>
              <small className="quiet">
                <Time at={update.at} /> · {t.states[update.status]}
              </small>
              <PlainText>{update.text[language]}</PlainText>
            </div>
          ))}
        </article>
      ))}
    </Sheet>
  );
}
