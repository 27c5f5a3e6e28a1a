import { memberStatement } from '../../src/subjects/people/members-store.ts';
import { makeExport } from '../../src/subjects/calls/exports/exports.ts';
import { askForAccountData } from '../../src/subjects/account-life/account-data.ts';
import { createWebhook, testWebhook } from '../../src/subjects/notices/alerts.ts';
import { requestPayout } from '../../src/subjects/payments/payouts/payouts.ts';
import { createRequest } from '../../src/subjects/requests/service-requests.ts';
import { uploadRequestContract } from '../../src/subjects/requests/request-contracts.ts';
import { compilerFor } from '../../src/storage/compiler.ts';
import type { AdminBench } from '../admin/admin-bench.ts';
import { everything, freshIds, ownerOf } from '../admin/scope-cases/scope-world.ts';

/** What a customer can name: the account, and one record of each kind. */
export const recordKinds = [
  ...([
    'account',
    'subAccount',
    'key',
    'call',
    'order',
    'title',
    'invoice',
    'user',
    'invitation',
    'webhook',
    'delivery',
  ] as const),
  ...(['notice', 'export', 'dataExport', 'payout', 'request', 'contract', 'route', 'model'] as const),
] as const;
export type RecordKind = (typeof recordKinds)[number];
export type Records = Readonly<Record<RecordKind, string>>;

const payee = { name: 'P', account: 'A', bank: 'B' };
const pdf = Buffer.from('%PDF-1.7\n%%EOF');

/** An upstream that serves this account alone, and a model that nobody else offers. */
async function privateSupply(bench: AdminBench, account: string, name: string) {
  const model = `${name}/private`;
  const routes = [{ region: 'domestic', base_url: 'http://127.0.0.1:9/v1' }];
  const provider = { name, dialect: 'chat-completions', account_id: account, routes, models: [{ model }] };
  const { body } = await bench.ask('POST', '/api/admin/providers', provider);
  const price = { kind: 'chat', price: { input: '1', output: '2' }, confirm: true };
  await bench.ask('PUT', `/api/admin/models/${encodeURIComponent(model)}`, price);
  await bench.ask('PATCH', `/api/admin/accounts/${account}`, { isolation: 'own_first' });
  return { route: String(body.routes[0].id), model };
}

async function addPeople({ engine, clock }: AdminBench, account: string, user: string) {
  const member = { accountId: account, userId: user, role: 'finance' as const, subAccountId: null, createdAtMs: 1 };
  const invitation = `inv_${account}`;
  const email = `${user}@invited.test`;
  const columns = { id: invitation, account_id: account, email, email_lower: email, role: 'finance' as const };
  const rest = { token_hash: Buffer.from(account), inviter: 'test', created_at: 1, expires_at: clock.nowMs() + 1_000_000 };
  const query = compilerFor('sqlite')
    .insertInto('invitations')
    .values({ ...columns, ...rest });
  await engine.write([memberStatement(engine, member), { query: query.compile() }], []);
  return { user, invitation };
}

/** A new tenant with a record of every kind. @param name of its upstream, model and member */
export async function recordsOfATenant(bench: AdminBench, name: string): Promise<Records> {
  const { control, stores } = bench;
  const ids = await freshIds(bench);
  const { account } = ids;
  const people = await addPeople(bench, account, `usr_${name}`);
  const { webhook: hook } = await createWebhook(control, everything, account, { url: `https://${name}.example.com/x` });
  await testWebhook(control, everything, { accountId: account, id: hook.id });
  const [delivery] = await stores.webhooks.deliveries(hook.id, { limit: 1, after: null });
  const notice = { accountId: account, keyId: '', window: name, kind: 'cap_80', arming: 1, text: name } as const;
  await stores.notices.add([{ ...notice, atMs: control.clock.nowMs() }]);
  const [told] = await stores.notices.list({ accountId: account }, { limit: 1, after: null });
  const wanted = { format: 'csv', encoding: 'utf-8', locale: 'en', filter: { accountId: account } } as const;
  const file = await makeExport(control, ownerOf(account), wanted);
  const data = await askForAccountData(control, everything, { accountId: account, personId: people.user, locale: 'en' });
  const { payout } = await requestPayout(control, everything, { accountId: account, amount: '0.01', reason: null, payee }, null);
  const asked = { kind: 'dedicated', contact: 'Li', details: 'many calls' } as const;
  const { request } = await createRequest(control, everything, account, asked);
  const { request: sent } = await uploadRequestContract(control, everything, { id: request.id, bytes: pdf });
  return {
    ...{ account, subAccount: ids.subAccount, key: ids.key, call: ids.call, order: ids.order },
    ...{ title: ids.title, invoice: ids.invoice, ...people, webhook: hook.id, delivery: delivery?.id ?? '' },
    ...{ notice: String(told?.id ?? ''), export: file.id, dataExport: data.id, payout: payout.id },
    ...{ request: request.id, contract: sent.contracts[0]?.id ?? '' },
    ...(await privateSupply(bench, account, name)),
  };
}
