import { useTexts } from '../../../i18n/texts.ts';
import { countText, durationText } from '../../../ui/number-text.ts';
import { StatusWord } from '../../../ui/states/status-word.tsx';
import { providerWords } from '../provider-words.ts';
import { texts } from './texts.ts';
import type { Tried } from './use-add-provider.ts';

interface TryResultProps {
  readonly tried: Tried;
  /** The cause is said at the field already. */
  readonly isAtField: boolean;
}

/** The result of the first call to an upstream. */
export function TryResult({ tried, isAtField }: TryResultProps) {
  const t = useTexts(texts);
  const { ok, models, model, checks } = tried;
  if (!ok) return <Failure tried={tried} isAtField={isAtField} />;
  const first = checks.find(({ result }) => result === 'ok' || result === 'deviates');
  const total = first?.total_ms ?? null;
  return (
    <div className="try-result" role="status">
      <StatusWord look="go">{t.works}</StatusWord>
      <p className="quiet">
        {[
          ...(model === null ? [] : [model]),
          ...(total === null ? [] : [durationText(total)]),
          models === null ? t.noList : t.listed(countText(models.length)),
        ].join(' · ')}
      </p>
    </div>
  );
}

function Failure({ tried: { cause, model, words: said, status }, isAtField }: TryResultProps) {
  const t = useTexts(texts);
  const words = useTexts(providerWords);
  return (
    <div className="try-result" role="status">
      {isAtField || cause === null ? null : <p className="bad">{words.causes[cause]}</p>}
      {isAtField || model === null ? null : <p className="quiet">{t.triedModel(model)}</p>}
      {said === null ? null : (
        <p>
          <span className="quiet">
            {t.upstreamSaid}
            {status === null ? '' : ` · ${t.status(status)}`}
          </span>
          <code className="block">{said}</code>
        </p>
      )}
    </div>
  );
}
