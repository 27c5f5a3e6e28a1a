/** Shared by tests of the whole process: a scripted upstream, a server that is ready for load, and its log. */
import type { AccountAnswer } from '@tollgate/contract/tenants/operator-accounts';
import type { CallAnswer } from '@tollgate/contract/calls/operator-calls';
import type { ServerProcess } from '../scenarios/server-process.ts';
import type { ScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';

export const model = 'test/chat';
export const messages = [{ role: 'user', content: 'hi' }];
/** 5 output tokens at 20 CNY per million: a charge that 4 decimals show exactly. */
export const charge = '0.0001';

export interface LoadedAccount {
  readonly id: string;
  readonly keys: readonly string[];
}

export interface LoadOptions {
  readonly keyCount?: number;
  readonly price?: object;
  /** Maximum concurrent calls of the account; `null` for unlimited. */
  readonly concurrency?: number | null;
  /** Tolerance for broken connections in CNY, for tests that break many on purpose. */
  readonly brokenExempt?: string;
  /** Model of a second upstream. */
  readonly model?: string;
}

/** An upstream, a priced model, and an account with 1000 CNY, no rate limit and some keys. */
export async function prepareForLoad(
  server: Pick<ServerProcess, 'admin'>,
  upstream: Pick<ScriptedUpstream, 'baseUrl'>,
  {
    keyCount = 1,
    price = { input: '0', output: '20' },
    concurrency = null,
    brokenExempt = '0',
    model: sold = model,
  }: LoadOptions = {},
): Promise<LoadedAccount> {
  await server.admin('POST', '/providers', {
    name: `of-${sold.replace('/', '-')}`,
    dialect: 'chat-completions',
    routes: [{ region: 'domestic', base_url: upstream.baseUrl, api_key: 'secret' }],
    models: [{ model: sold }],
  });
  await server.admin('PUT', `/models/${encodeURIComponent(sold)}`, { kind: 'chat', price });
  const limits = { requests_per_minute: null, concurrency };
  const { id } = await server.admin<{ id: string }>('POST', '/accounts', {
    name: 'Load',
    plan: 'dedicated',
    limits,
    broken_connections_exempt: brokenExempt,
  });
  await server.admin('POST', `/accounts/${id}/credits`, { amount: '1000', reason: 'load', bucket: 'paid' });
  const keys: string[] = [];
  for (let at = 0; at < keyCount; at += 1) {
    keys.push((await server.admin<{ key: string }>('POST', `/accounts/${id}/keys`, { remark: String(at) })).key);
  }
  return { id, keys };
}

/** Log rows after a call (`''` for all), oldest first. */
export async function rowsAfter(server: ServerProcess, accountId: string, lastId = ''): Promise<readonly CallAnswer[]> {
  const rows: CallAnswer[] = [];
  let cursor = '';
  for (;;) {
    const page = await server.admin<{ data: CallAnswer[]; next: string | null }>(
      'GET',
      `/calls?limit=200&account_id=${accountId}${cursor}`,
    );
    const fresh = page.data.filter(({ id }) => id > lastId);
    rows.push(...fresh);
    if (page.next === null || fresh.length < page.data.length) return rows.reverse();
    cursor = `&cursor=${encodeURIComponent(page.next)}`;
  }
}

export async function accountState(server: ServerProcess, accountId: string): Promise<AccountAnswer> {
  return server.admin<AccountAnswer>('GET', `/accounts/${accountId}`);
}

/** The key ids of an account, in the order of creation. */
export async function keyIds(server: ServerProcess, accountId: string): Promise<readonly string[]> {
  const ids: string[] = [];
  let cursor = '';
  for (;;) {
    const page = await server.admin<{ data: { id: string; remark: string }[]; next: string | null }>(
      'GET',
      `/accounts/${accountId}/keys?limit=200${cursor}`,
    );
    for (const { id, remark } of page.data) ids[Number(remark)] = id;
    if (page.next === null) return ids;
    cursor = `&cursor=${encodeURIComponent(page.next)}`;
  }
}
