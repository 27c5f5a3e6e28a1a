import type { CallsSummary, OwnCallAnswer, OwnCallDetail } from '@tollgate/contract/calls/console-calls';
import type { CallRow as OperatorCall } from '@tollgate/contract/calls/operator-calls';
import { callsApi } from '../../../api/clients/calls.ts';
import { operatorCallsApi } from '../../../api/clients/operator-calls.ts';

/** Fields of a call that only operators receive. */
type OfOperators = Pick<OperatorCall, 'account_id' | 'uncollected' | 'upstream_cost' | 'route' | 'attempts' | 'attempt_log'>;

export type CallRow = OwnCallAnswer & Partial<OfOperators>;
export type CallDetail = OwnCallDetail & Partial<OfOperators>;

export interface CallsFilter {
  readonly from: string;
  readonly to: string | undefined;
  readonly model: string | undefined;
  readonly key_id: string | undefined;
  readonly sub_account_id: string | undefined;
  readonly account_id: string | undefined;
  readonly status_class: '2xx' | '4xx' | '5xx' | undefined;
  readonly error_code: string | undefined;
}

export interface CallsPage {
  readonly data: readonly CallRow[];
  readonly next: string | null;
}

export interface PageAsked {
  readonly cursor: string | undefined;
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** Where calls come from: one account, or all accounts. */
export interface CallSource {
  readonly key: readonly string[];
  readonly isOperator: boolean;
  list(filter: CallsFilter, asked: PageAsked): Promise<CallsPage>;
  summary(filter: CallsFilter, signal: AbortSignal): Promise<CallsSummary>;
  find(id: string, signal: AbortSignal): Promise<CallDetail>;
}

function pageQuery({ cursor, limit }: PageAsked): { readonly limit: string; readonly cursor?: string } {
  return { limit: String(limit), ...(cursor === undefined ? {} : { cursor }) };
}

type Chosen<T> = { readonly [Name in keyof T]?: NonNullable<T[Name]> };

/** Removes unset fields. */
function chosen<T extends object>(filter: T): Chosen<T> {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as Chosen<T>;
}

/** Used where names of sub-accounts are not loaded. */
const noName = { sub_account_name: null };

export function ownCalls(accountId: string): CallSource {
  const filterOf = ({ account_id: _account, ...filter }: CallsFilter) => chosen(filter);
  return {
    key: ['calls', accountId],
    isOperator: false,
    list: (filter, asked) =>
      callsApi.listCalls({ params: { accountId }, query: { ...filterOf(filter), ...pageQuery(asked) }, signal: asked.signal }),
    summary: (filter, signal) => callsApi.sumCalls({ params: { accountId }, query: filterOf(filter), signal }),
    find: (callId, signal) => callsApi.readCall({ params: { accountId, callId }, signal }),
  };
}

/** The calls of all accounts, for operators. */
export const allCalls: CallSource = {
  key: ['operator', 'calls'],
  isOperator: true,
  list: async (filter, asked) => {
    const { data, next } = await operatorCallsApi.listCalls({
      query: { ...chosen(filter), ...pageQuery(asked) },
      signal: asked.signal,
    });
    return { data: data.map((call) => ({ ...call, ...noName })), next };
  },
  summary: (filter, signal) => operatorCallsApi.sumCalls({ query: chosen(filter), signal }),
  find: async (id, signal) => {
    const call = await operatorCallsApi.readCall({ params: { id }, signal });
    return { ...call, ...noName, route_attempts: null };
  },
};
