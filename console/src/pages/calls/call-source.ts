import { api, answerOf } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';

type Schemas = components['schemas'];
/** What operators alone are told of a call. */
type OfOperators = Pick<Schemas['Call'], 'account_id' | 'uncollected' | 'upstream_cost' | 'route' | 'attempts' | 'attempt_log'>;

export type CallRow = Schemas['OwnCall'] & Partial<OfOperators>;
export type CallDetail = Schemas['OwnCallWithReceipt'] & Partial<OfOperators>;
export type CallsSummary = Schemas['CallsSummary'];

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

/** Where calls are read: an account's own, or everybody's. */
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

/** Without what is not chosen. */
function chosen<T extends object>(filter: T): Chosen<T> {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as Chosen<T>;
}

/** What sub-accounts are called is not asked for. */
const noName = { sub_account_name: null };

export function ownCalls(accountId: string): CallSource {
  const filterOf = ({ account_id: _account, ...filter }: CallsFilter) => chosen(filter);
  return {
    key: ['calls', accountId],
    isOperator: false,
    list: (filter, asked) =>
      answerOf(
        api.GET('/api/console/accounts/{accountId}/calls', {
          params: { path: { accountId }, query: { ...filterOf(filter), ...pageQuery(asked) } },
          signal: asked.signal,
        }),
      ),
    summary: (filter, signal) =>
      answerOf(
        api.GET('/api/console/accounts/{accountId}/calls/summary', {
          params: { path: { accountId }, query: filterOf(filter) },
          signal,
        }),
      ),
    find: (callId, signal) =>
      answerOf(api.GET('/api/console/accounts/{accountId}/calls/{callId}', { params: { path: { accountId, callId } }, signal })),
  };
}

/** Everybody's calls, for operators. */
export const allCalls: CallSource = {
  key: ['operator', 'calls'],
  isOperator: true,
  list: async (filter, asked) => {
    const { data, next } = await answerOf(
      api.GET('/api/admin/calls', { params: { query: { ...chosen(filter), ...pageQuery(asked) } }, signal: asked.signal }),
    );
    return { data: data.map((call) => ({ ...call, ...noName })), next };
  },
  summary: (filter, signal) => answerOf(api.GET('/api/admin/calls/summary', { params: { query: chosen(filter) }, signal })),
  find: async (id, signal) => {
    const call = await answerOf(api.GET('/api/admin/calls/{id}', { params: { path: { id } }, signal }));
    return { ...call, ...noName };
  },
};
