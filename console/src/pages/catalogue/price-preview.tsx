import { AppLink } from '../../components/links/app-link.tsx';
import { nano } from '../../components/money/money-text.ts';
import { Money } from '../../components/money/money.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { paths } from '../../paths.ts';
import { percentText } from '../../ui/number-text.ts';
import { marginParts, type PricePreview } from './operator-catalogue.ts';
import { priceFormTexts } from './price-form-texts.ts';
import { useCallWords } from './use-call-words.ts';

type Call = PricePreview['calls'][number];

/** Typical calls before and after the change, with the cost at each provider. */
export function PricePreviewView({
  preview,
  isLater,
}: {
  readonly preview: PricePreview | undefined;
  readonly isLater: boolean;
}) {
  const t = useTexts(priceFormTexts);
  if (preview === undefined) return <p className="hint">{t.fillIn}</p>;
  const { calls, version, custom_prices: own } = preview;
  const isRise = calls.some(({ before, after }) => before !== null && nano(after) > nano(before));
  const below = [...new Set(calls.flatMap(losing))];
  return (
    <section className="price-preview" aria-label={t.preview}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t.call}</th>
            <th scope="col" className="n">
              {t.now}
            </th>
            <th scope="col" className="n">
              {t.then}
            </th>
          </tr>
        </thead>
        <tbody>
          {calls.map((call) => (
            <CallRow key={call.call} call={call} />
          ))}
        </tbody>
      </table>
      {calls.some(({ costs }) => costs.length > 0) ? null : <p className="hint">{t.noCost}</p>}
      {below.length === 0 ? null : (
        <p className="hint bad" role="alert">
          {t.below(below.join(' · '))}
        </p>
      )}
      {version === null ? <p className="hint">{t.same}</p> : null}
      {own.length === 0 ? null : <p className="hint">{t.own(own.length)}</p>}
      {isRise ? (
        <p className="hint">
          {isLater ? t.riseLater : t.riseNow} <AppLink to={paths.operatorAnnouncements}>{t.announce}</AppLink>
        </p>
      ) : null}
    </section>
  );
}

function losing({ after, costs }: Call): readonly string[] {
  return costs.filter(({ cost }) => nano(cost) > nano(after)).map(({ provider }) => provider);
}

function CallRow({ call: { usage, before, after, costs } }: { readonly call: Call }) {
  const t = useTexts(priceFormTexts);
  const words = useCallWords();
  return (
    <tr>
      <th scope="row">
        {words(usage)}
        {costs.map(({ provider, cost }) => {
          const parts = marginParts(after, cost);
          const margin = parts === null ? '–' : percentText(parts / 10_000);
          return (
            <small key={provider} className={nano(cost) > nano(after) ? 'bad' : undefined}>
              {t.costOf(provider, cost, margin)}
            </small>
          );
        })}
      </th>
      <td className="n quiet">{before === null ? '–' : <Money amount={before} kind="call" />}</td>
      <td className="n">
        <Money amount={after} kind="call" />
      </td>
    </tr>
  );
}
