import type { OwnKey } from '../../../api/keys.ts';
import { partsOf, useServiceZone } from '../../../components/time/time-text.ts';
import { useLanguage, useTexts } from '../../../i18n/texts.ts';
import { bigText } from '../../../ui/number-text.ts';
import { texts } from './texts.ts';

/** The limits of a key other than its caps, as text. */
export function useLimitWords(): (key: OwnKey) => readonly string[] {
  const t = useTexts(texts).limit;
  const language = useLanguage();
  const zone = useServiceZone();
  return (key) => {
    const { limits } = key;
    const words = [
      key.model_allow_list !== null && key.model_allow_list.length > 0 ? t.models(key.model_allow_list.length) : null,
      key.ip_allow_list.length > 0 ? t.addresses(key.ip_allow_list.length) : null,
      limits.requests_per_minute === null ? null : t.perMinute(limits.requests_per_minute),
      limits.tokens_per_minute === null ? null : t.tokens(bigText(limits.tokens_per_minute, language)),
      limits.concurrency === null ? null : t.concurrent(limits.concurrency),
      key.strict ? t.strict : null,
      key.domestic_only ? t.domestic : null,
      key.routing === null ? null : t.routing[key.routing],
      key.preferred_route === null ? null : t.preferred,
      key.expires_at === null ? null : t.expires(partsOf(key.expires_at, zone).date),
    ];
    return words.flatMap((word) => word ?? []);
  };
}

export function LimitChips({ record }: { readonly record: OwnKey }) {
  const t = useTexts(texts);
  const words = useLimitWords()(record);
  if (words.length === 0) return <span className="quiet">{t.none}</span>;
  return (
    <div className="chips">
      {words.map((word) => (
        <span key={word} className="chip">
          {word}
        </span>
      ))}
    </div>
  );
}
