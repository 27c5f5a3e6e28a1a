import type { PriceWarning } from '@tollgate/contract/catalogue/price-list-words';
import {
  decimalOf,
  isNoPrice,
  nameIn,
  noPrice,
  otherForm,
  ratesOf,
  requireObject,
  wholeOrNull,
  type Fields,
  type ListedModel,
  type ListedVariant,
  type PriceListFormat,
} from './listed-model.ts';

/** The list is per token, ours per million. */
const places = 6;
const names: Readonly<Record<string, string>> = {
  input_cost_per_token: 'input',
  output_cost_per_token: 'output',
  cache_read_input_token_cost: 'cached_input',
  cache_creation_input_token_cost: 'cache_write',
  cache_creation_input_token_cost_above_1hr: 'cache_write_1h',
  output_cost_per_reasoning_token: 'reasoning',
  input_cost_per_audio_token: 'input_audio',
  output_cost_per_audio_token: 'output_audio',
};
const above = /^(?<line>.+)_above_(?<thousands>\d+)k_tokens$/;

function variantsOf(entry: Fields): ListedVariant[] {
  const steps = new Map<number, Record<string, string>>();
  for (const [field, value] of Object.entries(entry)) {
    const { line = '', thousands = '' } = above.exec(field)?.groups ?? {};
    const [ours, rate] = [nameIn(names, line), decimalOf(value, places)];
    if (ours === undefined || rate === null) continue;
    const from = Number.parseInt(thousands, 10) * 1000 + 1;
    steps.set(from, { ...steps.get(from), [ours]: rate });
  }
  const starts = [...steps].toSorted(([one], [other]) => one - other);
  return starts.map(([min_input_tokens, rates]) => ({ when: { min_input_tokens }, rates }));
}

function readModel(key: string, entry: Fields): ListedModel {
  const rates = ratesOf(entry, names, places);
  if (rates.reasoning === rates.output) delete rates.reasoning;
  const known = (field: string): boolean => nameIn(names, field) !== undefined || above.test(field);
  const fields = Object.keys(entry);
  const leftOut = fields.filter((field) => field.includes('cost') && !known(field));
  const remarks: PriceWarning[] = leftOut.length === 0 ? [] : [{ code: 'left_out', params: { lines: leftOut.join(', ') } }];
  remarks.push(...noPrice(fields.filter((field) => known(field) && isNoPrice(entry[field], places))));
  const { deprecation_date: date } = entry;
  if (typeof date === 'string') remarks.push({ code: 'deprecated_on', params: { date } });
  return {
    name: key.split('/').at(-1) ?? key,
    seller: typeof entry.litellm_provider === 'string' ? entry.litellm_provider : '',
    rates,
    variants: variantsOf(entry),
    contextLength: wholeOrNull(entry.max_input_tokens),
    remarks,
  };
}

/** `model_prices_and_context_window.json` of https://github.com/BerriAI/litellm (MIT outside its enterprise folder), read as a file. */
export const litellm: PriceListFormat = {
  name: 'litellm',
  cannotSay: ['times_of_day'],
  read(document, _nowMs, isWanted = () => true) {
    const form = 'litellm';
    const list = requireObject(document, form, '$');
    const keys = Object.keys(list);
    if (!keys.some((key) => typeof requireObject(list[key], form, key).input_cost_per_token === 'number'))
      throw otherForm(form, 'input_cost_per_token', 'number');
    return keys
      .filter((key) => key !== 'sample_spec' && isWanted(key))
      .map((key) => readModel(key, requireObject(list[key], form, key)));
  },
};
