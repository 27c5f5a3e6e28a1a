import type { CallsSummary } from '@tollgate/contract/calls/console-calls';
import { Loading } from '../../../components/errors/error-state.tsx';
import { useAddressState } from '../../../components/links/address-state.ts';
import { AppLink } from '../../../components/links/app-link.tsx';
import { Money } from '../../../components/money/money.tsx';
import { partsOf, useServiceZone } from '../../../components/time/time-text.ts';
import { useLanguage, useTexts } from '../../../i18n/texts.ts';
import { bigText, countText } from '../../../ui/number-text.ts';
import { Fact } from '../../../ui/sheet.tsx';
import { Histogram } from './histogram.tsx';
import { texts } from './texts.ts';
import type { Summary } from './use-calls.ts';

/** Totals of the filtered calls: a histogram and figures. */
export function LogHead({ summary: { sums, error, retry } }: { readonly summary: Summary }) {
  const t = useTexts(texts);
  const zone = useServiceZone();
  const { set } = useAddressState();
  if (sums === undefined)
    return (
      <div className="log-head">
        <Loading of={{ error, refetch: retry }} what={t.failedSums} height={94} />
      </div>
    );
  const isCut = Date.parse(sums.summed_from) > Date.parse(sums.from);
  const since = partsOf(sums.summed_from, zone);
  return (
    <div className="log-head">
      <Histogram
        sums={sums}
        onPick={(from, to) => {
          set({ range: undefined, from, to, call: undefined });
        }}
      />
      <Sums sums={sums} />
      {isCut ? <p className="quiet fine whole">{t.notAllSummed(`${since.date} ${since.time.slice(0, 5)}`)}</p> : null}
    </div>
  );
}

function Sums({ sums: { buckets, totals } }: { readonly sums: CallsSummary }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const state = useAddressState();
  const sumOf = (name: '4xx' | '5xx'): number => buckets.reduce((sum, bucket) => sum + bucket[name], 0);
  const [refused, failed] = [sumOf('4xx'), sumOf('5xx')];
  return (
    <dl>
      <Fact label={t.calls}>{countText(totals.calls)}</Fact>
      <Fact label={t.charged}>
        <Money amount={totals.charge_exact} />
      </Fact>
      <Fact label={t.notCharged} className="classes">
        {refused + failed === 0 ? <span className="quiet">{t.none}</span> : null}
        {refused === 0 ? null : (
          <AppLink className="st st4" to={state.with({ status_class: '4xx', call: undefined })}>
            4xx {countText(refused)}
          </AppLink>
        )}
        {failed === 0 ? null : (
          <AppLink className="st st5" to={state.with({ status_class: '5xx', call: undefined })}>
            5xx {countText(failed)}
          </AppLink>
        )}
      </Fact>
      <Fact label={t.tokens}>
        {bigText(totals.input_tokens, language)} <small className="quiet">/ {bigText(totals.output_tokens, language)}</small>
      </Fact>
    </dl>
  );
}
