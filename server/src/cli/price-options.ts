import { InvalidArgumentError } from 'commander';
import { weekdays } from '@tollgate/contract/catalogue/prices';
import { serviceTiers } from '@tollgate/contract/model-api/service-tiers';
import type { Row } from './table.ts';
import { amount, option, setField, whole, wordOf, yesOrNo, type OptionSpec } from './verb.ts';

/** `name=value`, several separated by commas. */
function pairs(value: string): (readonly [string, string])[] {
  return value.split(',').map((pair) => {
    const at = pair.indexOf('=');
    if (at <= 0 || at === pair.length - 1) throw new InvalidArgumentError('It must be NAME=VALUE, separated by commas.');
    return [pair.slice(0, at), pair.slice(at + 1)];
  });
}

/** `name=cny`, several separated by commas. */
export function ratesOf(value: string): Row {
  return Object.fromEntries(pairs(value).map(([name, rate]) => [name, amount(rate)]));
}

const windowForm =
  /^(?:(?<first>[a-z]{3})(?:-(?<last>[a-z]{3}))?\/)?(?<from>\d\d:\d\d)-(?<to>\d\d:\d\d)(?<offset>[+-]\d\d:\d\d)$/;

/** `mon-fri/09:00-12:00+08:00`, or without days. The gateway validates the times. */
function windowOf(value: string): Row {
  const groups = windowForm.exec(value)?.groups;
  if (groups === undefined) throw new InvalidArgumentError('A window must be of the form mon-fri/09:00-12:00+08:00.');
  const { first, last = first, from, to, offset } = groups;
  const times = { utc_offset: offset, from, to };
  if (first === undefined || last === undefined) return times;
  const [begin, end] = [first, last].map((day) => weekdays.findIndex((one) => one === wordOf(...weekdays)(day)));
  return { ...times, days: weekdays.slice(begin, (end ?? 0) + 1) };
}

const conditions: Readonly<Record<string, (value: string) => unknown>> = {
  min_input_tokens: whole,
  min_output_tokens: whole,
  reasoning: yesOrNo,
  service_tier: wordOf(...serviceTiers),
  window: windowOf,
};

/** Conditions and rates in one list; a name that is not a condition is a rate. */
export function variantOf(value: string): Row {
  const variant = { when: {}, rates: {} };
  for (const [name, text] of pairs(value)) {
    const read = conditions[name];
    setField(variant, read === undefined ? `rates.${name}` : `when.${name}`, read === undefined ? amount(text) : read(text));
  }
  return variant;
}

/** Options of a price: the list price, or that of one account or plan. */
export const priceOptions: readonly OptionSpec[] = [
  option('--input <cny>', 'input tokens', 'price.input', amount),
  option('--cached-input <cny>', 'cached input tokens', 'price.cached_input', amount),
  option('--output <cny>', 'output tokens', 'price.output', amount),
  option('--per-call <cny>', 'per call', 'price.per_call', amount),
  option('--rates <a=cny,b=cny>', 'additional rates: cache_write=2.5,input_audio=40', 'price.rates', ratesOf),
  {
    ...option(
      '--variant <list>',
      `rates under conditions (${Object.keys(conditions).join(', ')}): min_input_tokens=272000,input=4,output=18 or window=mon-fri/09:00-12:00+08:00,input=9; repeatable, the last match wins`,
      'price.variants',
      variantOf,
    ),
    repeated: true,
  },
  option('--confirm <yes|no>', 'confirm a price that changes tenfold or is removed', 'confirm', yesOrNo),
];
