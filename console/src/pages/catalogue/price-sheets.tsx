import type { PublicModel } from '../../api/models.ts';
import { isByTokens } from '../../components/catalogue/model-price.ts';
import { nano, priceText } from '../../components/money/money-text.ts';
import { useZoneName } from '../../components/time/time-text.ts';
import { Time } from '../../components/time/time.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { countText } from '../../ui/number-text.ts';
import { Fact, Sheet } from '../../ui/sheet.tsx';
import './price-sheets.css';
import { priceTexts } from './price-texts.ts';

type Price = NonNullable<PublicModel['price']>;
type When = NonNullable<Price['variants']>[number]['when'];

function Rows({ rates }: { readonly rates: readonly (readonly [string, string])[] }) {
  return rates.map(([label, amount]) => (
    <Fact key={label} label={label} className="n">
      {priceText(amount)}
    </Fact>
  ));
}

function useWhen(): (when: When) => string {
  const { when: t } = useTexts(priceTexts);
  return ({ min_input_tokens, min_output_tokens, reasoning, service_tier, window }) =>
    [
      min_input_tokens === undefined ? '' : t.input(countText(min_input_tokens)),
      min_output_tokens === undefined ? '' : t.output(countText(min_output_tokens)),
      reasoning === true ? t.reasoning : '',
      service_tier === undefined ? '' : t.tier(service_tier),
      window === undefined ? '' : t.window(window.from, window.to, window.utc_offset),
    ]
      .filter((text) => text !== '')
      .join(' · ');
}

type Line = readonly [label: string, amount: string];

/** Rates with their labels, which include the unit. */
export function useNamed(): (rates: Readonly<Record<string, string>>) => readonly Line[] {
  const t = useTexts(priceTexts);
  const own = { input: t.input, cached_input: t.cached, output: t.output, per_call: t.perCall };
  const words: Readonly<Record<string, string>> = { ...own, ...t.rates };
  const labelOf = (name: string): string => {
    if (name.startsWith('tool:')) return t.tool(name.slice('tool:'.length));
    const [kind = name, ...size] = name.split('@');
    return [words[kind] ?? kind, ...size].join(' ');
  };
  return (rates) => Object.entries(rates).map(([name, amount]) => [labelOf(name), amount] as const);
}

/** The lines of a price. Omits token rates of models priced by other units, because 0 would read as free. */
export function useLines(): (price: Price) => readonly Line[] {
  const t = useTexts(priceTexts);
  const named = useNamed();
  return (price) => {
    const tokens = [
      [t.input, price.input],
      [t.cached, price.cached_input],
      [t.output, price.output],
    ] as const;
    const isPerCall = nano(price.per_call) > 0n;
    const isOnlyByPiece = !isByTokens(price) && (isPerCall || price.rates !== undefined);
    const call = isPerCall ? [[t.perCall, price.per_call] as const] : [];
    return [...(isOnlyByPiece ? [] : tokens), ...call, ...named(price.rates ?? {})];
  };
}

/** All rates of the current price, with the conditions of its variants. */
export function PriceSheet({ price }: { readonly price: Price }) {
  const t = useTexts(priceTexts);
  const whenText = useWhen();
  const named = useNamed();
  const linesOf = useLines();
  return (
    <Sheet title={t.price} note={t.perMillion} isPadded>
      <dl className="facts prices">
        <Rows rates={linesOf(price)} />
        {price.variants?.map(({ when, rates }, index) => (
          <div key={String(index)} className="variant">
            <dt>{whenText(when)}</dt>
            <dd>
              <dl>
                <Rows rates={named(rates)} />
              </dl>
            </dd>
          </div>
        ))}
      </dl>
    </Sheet>
  );
}

/** All versions of the price, newest first. */
export function HistorySheet({ versions }: { readonly versions: PublicModel['prices'] }) {
  const t = useTexts(priceTexts);
  const zone = useZoneName();
  const linesOf = useLines();
  const heads = [...new Set(versions.flatMap(({ price }) => linesOf(price).map(([label]) => label)))];
  const amountIn = (price: Price, head: string): string => {
    const amount = linesOf(price).find(([label]) => label === head)?.[1];
    return amount === undefined ? '–' : priceText(amount);
  };
  return (
    <Sheet title={t.history} note={t.perMillion}>
      <div className="price-history" role="group" tabIndex={0} aria-label={t.history}>
        <table className="table plain">
          <thead>
            <tr>
              <th scope="col">{t.version}</th>
              <th scope="col">
                {t.from} {zone}
              </th>
              {heads.map((head) => (
                <th key={head} scope="col" className="n">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {versions.toReversed().map(({ version, from, price }) => (
              <tr key={version}>
                <td>v{version}</td>
                <td>
                  <Time at={from} />
                </td>
                {heads.map((head) => (
                  <td key={head} className="n">
                    {amountIn(price, head)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Sheet>
  );
}
