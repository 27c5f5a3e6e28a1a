import type { PriceWarning } from '@tollgate/contract/catalogue/price-list-words';
import {
  decimalOf,
  fieldsOf,
  isNoPrice,
  nameIn,
  noPrice,
  otherForm,
  requireObject,
  wholeOrNull,
  type Fields,
  type ListedModel,
  type ListedVariant,
  type PriceListFormat,
} from './listed-model.ts';

/** Their names and ours, all per 1,000,000. */
const names: Readonly<Record<string, string>> = {
  input_mtok: 'input',
  cache_read_mtok: 'cached_input',
  output_mtok: 'output',
  cache_write_mtok: 'cache_write',
  cache_write_1h_mtok: 'cache_write_1h',
  input_audio_mtok: 'input_audio',
  cache_audio_read_mtok: 'cached_audio',
  output_audio_mtok: 'output_audio',
};

interface ReadPrice {
  readonly rates: Record<string, string>;
  /** First token from which the rates apply → the lines that change there. */
  readonly tiers: ReadonlyMap<number, Record<string, string>>;
  readonly leftOut: readonly string[];
  /** Fields that should be prices and are none. */
  readonly noPrices: readonly string[];
}

/** A start of a tier that a price can have. */
function isStart(start: unknown): start is number {
  return typeof start === 'number' && Number.isSafeInteger(start) && start >= 0;
}

function readPrice(price: Fields): ReadPrice {
  const rates: Record<string, string> = {};
  const tiers = new Map<number, Record<string, string>>();
  const noPrices: string[] = [];
  for (const [theirs, value] of Object.entries(price)) {
    const ours = nameIn(names, theirs);
    if (ours === undefined) continue;
    const base = decimalOf(value) ?? decimalOf(fieldsOf(value).base);
    if (base !== null) rates[ours] = base;
    else if (isNoPrice(value) || isNoPrice(fieldsOf(value).base)) noPrices.push(theirs);
    const steps = fieldsOf(value).tiers;
    for (const step of Array.isArray(steps) ? steps.map(fieldsOf) : []) {
      const rate = decimalOf(step.price);
      // A tier applies above its start.
      if (isStart(step.start) && rate !== null) tiers.set(step.start + 1, { ...tiers.get(step.start + 1), [ours]: rate });
    }
  }
  return { rates, tiers, noPrices, leftOut: Object.keys(price).filter((name) => nameIn(names, name) === undefined) };
}

function variantsOf({ tiers }: ReadPrice, window?: ListedVariant['when']['window']): ListedVariant[] {
  const starts = [...tiers].toSorted(([one], [other]) => one - other);
  return starts.map(([min_input_tokens, rates]) => ({
    when: { min_input_tokens, ...(window === undefined ? {} : { window }) },
    rates,
  }));
}

/** `01:00:00Z` as `01:00`; `null` for another form, and for times that are not whole minutes in UTC. */
function minuteOf(text: unknown): string | null {
  return typeof text === 'string' ? (/^(\d\d:\d\d):00Z$/.exec(text)?.[1] ?? null) : null;
}

function readModel(
  seller: string,
  name: string,
  { model, nowMs }: { readonly model: Fields; readonly nowMs: number },
): ListedModel {
  const listed = Array.isArray(model.prices) ? model.prices.map(fieldsOf) : [{ prices: model.prices }];
  const remarks: PriceWarning[] = [];
  let base = readPrice({});
  const windows: ListedVariant[] = [];
  for (const entry of listed) {
    const { constraint: given, prices } = entry as { readonly constraint?: unknown; readonly prices?: unknown };
    const constraint = fieldsOf(given);
    const price = readPrice(fieldsOf(prices));
    const [from, to] = [minuteOf(constraint.start_time), minuteOf(constraint.end_time)];
    if (from !== null && to !== null) {
      const window = { utc_offset: '+00:00', from, to };
      windows.push({ when: { window }, rates: price.rates }, ...variantsOf(price, window));
    } else if (typeof constraint.start_date === 'string') {
      if (Date.parse(constraint.start_date) <= nowMs) base = price;
      else remarks.push({ code: 'later_price', params: { date: constraint.start_date } });
    } else if (given === undefined || given === null) base = price;
    else remarks.push({ code: 'other_condition', params: {} });
  }
  if (base.leftOut.length > 0) remarks.push({ code: 'left_out', params: { lines: base.leftOut.join(', ') } });
  remarks.push(...noPrice(base.noPrices));
  if (typeof model.price_comments === 'string') remarks.push({ code: 'comment', params: { text: model.price_comments } });
  return {
    name,
    seller,
    rates: base.rates,
    variants: [...variantsOf(base), ...windows],
    contextLength: wholeOrNull(model.context_window),
    remarks,
  };
}

/** https://github.com/pydantic/genai-prices (MIT): a list of providers with their models. */
export const genaiPrices: PriceListFormat = {
  name: 'genai-prices',
  cannotSay: ['service_tiers', 'days_of_week'],
  read(document, nowMs, isWanted = () => true) {
    const form = 'genai-prices';
    if (!Array.isArray(document)) throw otherForm(form, '$', 'array');
    return document.flatMap((seller: unknown, at) => {
      const { id, models } = requireObject(seller, form, `[${String(at)}]`);
      if (typeof id !== 'string') throw otherForm(form, `[${String(at)}].id`, 'string');
      if (!Array.isArray(models)) throw otherForm(form, `[${String(at)}].models`, 'array');
      return models.flatMap((model: unknown, index) => {
        const place = `[${String(at)}].models[${String(index)}]`;
        const fields = requireObject(model, form, place);
        if (typeof fields.id !== 'string') throw otherForm(form, `${place}.id`, 'string');
        return isWanted(fields.id) ? [readModel(id, fields.id, { model: fields, nowMs })] : [];
      });
    });
  },
};
