import { sql } from 'kysely';
import type { CreditBucket } from '@tollgate/contract/enumerations';
import type { InvoiceState } from '@tollgate/contract/invoicing/invoicing';
import type { InvoiceRow } from '../../../src/subjects/invoicing/invoice-ports.ts';
import type { Invoice } from '../../../src/subjects/invoicing/rules/invoice.ts';
import { createSecretBox } from '../../../src/platform/secret-box.ts';
import { compilerFor } from '../../../src/storage/compiler.ts';
import { createInvoicesStore } from '../../../src/subjects/invoicing/invoices-store.ts';
import { createLedgerStore } from '../../../src/subjects/ledger/ledger-store.ts';
import { createMailOutboxStore } from '../../../src/storage/stores/mail-outbox-store.ts';
import { auditDraft } from '../../storage/sample-books.ts';
import type { OnBooks } from './engine-bench.ts';

type Bench = Parameters<Parameters<OnBooks>[1]>[0];

const nobody = {
  kind: 'individual',
  name: '张三',
  taxNumber: null,
  address: null,
  telephone: null,
  bank: null,
  bankAccount: null,
} as const;

/** Invoices in a test's database, for accounts whose money the test moves. */
export function invoiceBench({ engine, ids, clock }: Bench) {
  const db = compilerFor(engine.sql);
  const options = { clock, ids, box: createSecretBox('the secret of these tests'), leaves: true };
  const { statements } = createMailOutboxStore(engine, options);
  const invoices = createInvoicesStore(engine, statements);
  const ledger = createLedgerStore(engine);

  let hour = 0;

  function rowOf(accountId: string, amount: bigint, id = ids.named('ivc')): InvoiceRow {
    return {
      id,
      accountId,
      type: 'electronic_ordinary',
      state: 'submitted',
      revision: 1,
      amount,
      tax: 0n,
      taxRate: 6,
      item: 'calls',
      title: nobody,
      delivery: { email: 'a@b.test', consignee: null, phone: null, address: null },
      remark: null,
      requestedBy: 'owner@b.test',
      createdAtMs: clock.nowMs(),
      issue: null,
      reversal: null,
    };
  }

  function moved(invoice: Invoice, state: InvoiceState, number: string | null = null) {
    const { id, revision, issue, reversal } = invoice;
    const step = { state, atMs: clock.nowMs(), actor: 'operator', note: null };
    const told = {
      notice: noticeOf({ ...invoice, revision: invoice.revision + 1 }, state),
      mails: [],
      audit: auditDraft('invoice.move'),
    };
    return invoices.move({ id, revision, steps: [step], issue, reversal, number }, told);
  }

  return {
    invoices,
    ledger,
    rowOf,

    open: async (accountId: string): Promise<void> => {
      const row = { id: accountId, name: accountId, plan_id: 'standard', created_at: 1 };
      await engine.write([{ query: db.insertInto('accounts').values(row).compile() }], []);
    },

    credit: async (accountId: string, bucket: CreditBucket, amount: bigint): Promise<void> => {
      const draft = { id: ids.named('led'), accountId, bucket, amount, reason: 'test', actor: 'test', atMs: 1 };
      await ledger.credit(draft, auditDraft('credit'));
    },

    /** Adds usage of a closed hour. */
    use: async (accountId: string, charge: bigint): Promise<void> => {
      const query = sql`insert into ledger_entries (id, account_id, kind, bucket, amount, hour_start, day, reason, actor, created_at,
          credits_total, usage_total, trial_credits_total)
        select cast(${ids.named('use')} as text), ${accountId}, 'usage', 'usage', cast(${-charge} as bigint), cast(${BigInt((hour += 1))} as bigint), 20261122, 'use', 'system', 1,
          coalesce(max(l.credits_total), 0), coalesce(max(l.usage_total), 0) + cast(${charge} as bigint), coalesce(max(l.trial_credits_total), 0)
        from ledger_entries l where l.seq = (select max(seq) from ledger_entries where account_id = ${accountId})`;
      await engine.write([{ query: query.compile(db) }], []);
    },

    /** With a message, like every request. */
    request: (row: InvoiceRow): Promise<boolean> =>
      invoices.request(row, { notice: noticeOf(row, 'submitted'), mails: [], audit: auditDraft('invoice.request') }),

    move: async (invoice: Invoice, state: InvoiceState): Promise<boolean> => (await moved(invoice, state)) === 'moved',

    issue: (invoice: Invoice, number: string) => moved(invoice, 'issued', number),
  };
}

function noticeOf({ id, accountId, revision }: Pick<InvoiceRow, 'id' | 'accountId' | 'revision'>, state: InvoiceState) {
  const nothing = {
    type: 'electronic_ordinary',
    amount: '100.00',
    title: '',
    due: '',
    reason: '',
    number: '',
    courier: '',
    tracking: '',
  };
  return {
    accountId,
    kind: 'invoice_progress' as const,
    source: `invoice:${id}:${String(revision)}`,
    params: { event: state, ...nothing },
    link: `/invoices/${id}`,
    atMs: 1,
  };
}
