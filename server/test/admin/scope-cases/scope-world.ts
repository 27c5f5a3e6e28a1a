import { sql } from 'kysely';
import { createAccount } from '../../../src/subjects/tenants/accounts/accounts.ts';
import { createKey } from '../../../src/subjects/tenants/keys/keys.ts';
import { putPaymentMethod } from '../../../src/subjects/payments/payment-methods.ts';
import { operator, type Principal } from '../../../src/control/principal.ts';
import { createSubAccount } from '../../../src/subjects/tenants/sub-accounts/sub-accounts.ts';
import { compilerFor } from '../../../src/storage/compiler.ts';
import { sampleRecord } from '../../storage/sample-books.ts';
import { startAdminBench, type AdminBench } from '../admin-bench.ts';
import { invoiceRecords } from './invoice-records.ts';
import type { ScopeIds } from './scope-case.ts';

/** A principal with full access. */
export const everything = operator('test');

/** A bench with the records that every case needs: a payment method, an operator and a mail. */
export async function startScopeBench(): Promise<AdminBench> {
  const bench = await startAdminBench();
  await putPaymentMethod(bench.control, everything, 'bank', { enabled: true, settings: { payee: 'P', account: 'A', bank: 'B' } });
  const mail = { source: 'test', recipient: 'somebody@example.com', locale: 'en' } as const;
  const record = { userId: 'usr_2', role: 'support', createdAtMs: 0 } as const;
  const entry = { atMs: 0, actor: 'test', sourceIp: null, action: 'operator.create', objectKind: 'operator', objectId: 'usr_2' };
  await bench.stores.operators.put(record, { ...entry, before: null, after: null });
  const params = { url: 'https://console.test/verify#secret' };
  await bench.engine.write(bench.stores.mailStatements({ ...mail, template: 'verify-address', params }), []);
  return bench;
}

/** A new tenant with one record of each kind, newer than all others. */
export async function freshIds(bench: AdminBench): Promise<ScopeIds> {
  const { control } = bench;
  // Puts the newest records on the first page of every list.
  bench.clock.advance(1);
  const account = (await createAccount(control, everything, { name: 'Tenant', trial_credit: false })).account.id;
  const subAccount = (await createSubAccount(control, everything, account, { name: 'Part' })).record.subAccount.id;
  const key = (await createKey(control, everything, account, { sub_account_id: subAccount })).record.key.id;
  const call = await addCall(bench, { accountId: account, subAccountId: subAccount, keyId: key });
  return { account, subAccount, key, call, order: await addOrder(bench, account), ...(await invoiceRecords(bench, account)) };
}

/** Adds an order without an entry in the audit log. */
async function addOrder({ control, engine }: AdminBench, accountId: string): Promise<string> {
  const id = control.ids.named('ord');
  const query = sql`insert into orders (id, account_id, method, purpose, state, amount_fen, remark, made_by, created_at, expires_at)
    values (${id}, ${accountId}, 'bank', 'top_up', 'open', 100, ${id}, 'test', 1, 2)`;
  await engine.write([{ query: query.compile(compilerFor('sqlite')) }], []);
  return id;
}

/** Owner of a call. */
interface CallOwner {
  readonly accountId: string;
  readonly subAccountId: string | null;
  readonly keyId: string;
}

/** Adds a call of an account or of its sub-account. */
export async function addCall({ control, clock, engine }: AdminBench, owner: CallOwner): Promise<string> {
  const record = sampleRecord(control.ids, clock.nowMs(), owner);
  await engine.commitGroup({ closed: [record], notices: [], opened: [], strays: [] }, control.ids.uuid());
  return record.id;
}

/** An owner of the account, or a member limited to its sub-account. */
export function ownerOf(accountId: string, subAccountId: string | null = null): Principal {
  return { name: 'somebody', sourceIp: null, scope: { kind: 'account', accountId, subAccountId, role: 'owner' } };
}
