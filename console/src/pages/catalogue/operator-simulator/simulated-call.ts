import type { SimulateRouteRequest } from '@tollgate/contract/catalogue/route-simulations';
import type { Query } from '../../../components/links/address-state.ts';

const fields = ['model', 'account', 'key', 'input', 'output', 'conversation', 'stream'] as const;

/** The form, as it is in the URL; `''` for what is not given. */
export type SimulatedCall = Readonly<Record<(typeof fields)[number], string>>;

export function callFrom(query: Query): SimulatedCall {
  return Object.fromEntries(fields.map((name) => [name, query[name] ?? ''])) as SimulatedCall;
}

export function queryOf(call: SimulatedCall): Query {
  return Object.fromEntries(fields.map((name) => [name, call[name].trim() === '' ? undefined : call[name].trim()]));
}

const tokensMax = 100_000_000;

/** Whether a text is empty or a number of tokens. */
export function isTokens(text: string): boolean {
  return text.trim() === '' || (/^\d{1,9}$/.test(text.trim()) && Number(text) <= tokensMax);
}

/** The request; null without a model or with numbers that are none. A key belongs to its account. */
export function requestOf({
  model,
  account,
  key,
  input,
  output,
  conversation,
  stream,
}: SimulatedCall): SimulateRouteRequest | null {
  if (model === '' || !isTokens(input) || !isTokens(output)) return null;
  return {
    model,
    ...(key === '' ? {} : { key_id: key }),
    ...(key !== '' || account === '' ? {} : { account_id: account }),
    ...(input === '' ? {} : { input_tokens: Number(input) }),
    ...(output === '' ? {} : { output_tokens: Number(output) }),
    ...(conversation === '' ? {} : { affinity_key: conversation }),
    ...(stream === '' ? {} : { stream: true }),
  };
}
