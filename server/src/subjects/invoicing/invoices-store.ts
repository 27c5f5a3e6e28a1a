import { issuedStates, requestedStates, type InvoiceState } from '@tollgate/contract/invoicing/invoicing';
import { sql, type RawBuilder } from 'kysely';
import type { InvoicesFilter, InvoicesStore } from './invoice-ports.ts';
import type { InvoiceStep } from './rules/invoice.ts';
import type { Page, TimePosition } from '../../control/page-ports.ts';
import { compilerFor, readRows } from '../../storage/compiler.ts';
import { UnitConflict, type Engine, type UnitStatement } from '../../storage/engine.ts';
import { wholeNumber } from '../../storage/whole-number.ts';
import { consumedPaidClosed } from '../ledger/closed-money-statements.ts';
import { invoiceRowOf, stepOf } from './invoice-rows.ts';
import { contains } from '../../storage/stores/contains.ts';
import type { MailStatements } from '../../storage/stores/mail-outbox-store.ts';
import { keptUntil } from '../../storage/stores/objects-index-store.ts';
import { noticeStatement } from '../../storage/stores/notice-statements.ts';
import { onceStatements } from '../../storage/stores/once-store.ts';
import { wasCommitted } from '../../storage/was-committed.ts';

/** Retention period of accounting vouchers. */
const keptMs = 30 * 365 * 86_400_000;
/** Names the statement that fails the transaction if another invoice has the number. */
const takenNumber = 'number of an invoice';
const requested = sql.join(requestedStates.map((state) => sql.lit(state)));
const issued = sql.join(issuedStates.map((state) => sql.lit(state)));

function sumOf(accountId: string, states: RawBuilder<unknown>): RawBuilder<bigint> {
  return sql<bigint>`coalesce((select cast(sum(amount) as bigint) from invoices
    where account_id = ${accountId} and state in (${states})), 0)`;
}

function isSought(text: string): RawBuilder<boolean> {
  return sql`(${contains(sql.ref('id'), text)}
    or id in (select invoice_id from invoice_numbers where ${contains(sql.ref('number'), text)}))`;
}

/** Reads invoices and the amounts available for invoices. */
function readInvoices(engine: Engine) {
  const db = compilerFor(engine.sql);

  function filtered({ accountId, states, type, search }: InvoicesFilter) {
    return db
      .selectFrom('invoices')
      .selectAll()
      .$if(accountId !== undefined, (q) => q.where('account_id', '=', accountId ?? ''))
      .$if(states !== undefined, (q) => q.where('state', 'in', states ?? []))
      .$if(type !== undefined, (q) => q.where('type', '=', type ?? 'paper_special'))
      .$if(search !== undefined, (q) => q.where(isSought(search ?? '')));
  }

  async function page(filter: InvoicesFilter, { limit, after }: Page<TimePosition>, order: 'asc' | 'desc') {
    const query = filtered(filter).$if(after !== null, (q) =>
      q.where((eb) =>
        eb(eb.refTuple('created_at', 'id'), order === 'asc' ? '>' : '<', eb.tuple(BigInt(after?.atMs ?? 0), after?.id ?? '')),
      ),
    );
    const rows = await readRows(engine, 'reports', query.orderBy('created_at', order).orderBy('id', order).limit(limit));
    return rows.map(invoiceRowOf);
  }

  async function stepsOf(ids: readonly string[]): Promise<ReadonlyMap<string, readonly InvoiceStep[]>> {
    if (ids.length === 0) return new Map();
    const query = db.selectFrom('invoice_steps').selectAll().where('invoice_id', 'in', ids).orderBy('position');
    const rows = Map.groupBy(await readRows(engine, 'hot', query), (row) => row.invoice_id);
    return new Map([...rows].map(([id, steps]) => [id, steps.map(stepOf)]));
  }

  async function filesOf(id: string) {
    const query = db.selectFrom('invoice_files').selectAll().where('invoice_id', '=', id).orderBy('format');
    return (await readRows(engine, 'hot', query)).map(({ format, object, bytes }) => ({ format, object, bytes: Number(bytes) }));
  }

  const reads: Omit<InvoicesStore, 'request' | 'move' | 'putFile'> = {
    async figures(accountId) {
      const query = sql`select ${consumedPaidClosed(accountId)} as consumed, ${sumOf(accountId, issued)} as issued,
        ${sumOf(accountId, requested)} as requested`;
      const [row] = await engine.read('hot', query.compile(db));
      return {
        consumed: wholeNumber(row?.consumed),
        issued: wholeNumber(row?.issued),
        requested: wholeNumber(row?.requested),
      };
    },

    async find(id) {
      const [row] = await readRows(engine, 'hot', db.selectFrom('invoices').selectAll().where('id', '=', id));
      if (row === undefined) return null;
      const [steps, files] = await Promise.all([stepsOf([id]), filesOf(id)]);
      return { ...invoiceRowOf(row), steps: steps.get(id) ?? [], files };
    },

    stepsOf,
    list: (filter, asked) => page(filter, asked, 'desc'),
    queue: (filter, asked) => page(filter, asked, 'asc'),

    async toVoid(atMs, limit) {
      const query = db
        .selectFrom('invoices')
        .select('id')
        .where('void_at', '<=', BigInt(atMs))
        .where('state', '=', 'reversal_confirming')
        .orderBy('void_at')
        .limit(limit);
      return (await readRows(engine, 'reports', query)).map(({ id }) => id);
    },
  };
  return reads;
}

/** Reserves the number of an issued or red-letter invoice. Fails the transaction if another invoice has it. */
function numberStatements({ sql: dialect }: Pick<Engine, 'sql'>, id: string, number: string | null): readonly UnitStatement[] {
  if (number === null) return [];
  // Conflict: the transaction fails, and the caller learns that the number is taken.
  const take = sql`insert into invoice_numbers (number, invoice_id) values (${number}, ${id}) on conflict do nothing`;
  return [{ query: take.compile(compilerFor(dialect)), mustWrite: takenNumber }];
}

async function movedBy(unit: Promise<unknown>): Promise<'moved' | 'not_moved' | 'number_taken'> {
  try {
    await unit;
    return 'moved';
  } catch (error) {
    if (!(error instanceof UnitConflict)) throw error;
    return error.statement === takenNumber ? 'number_taken' : 'not_moved';
  }
}

/** Stores invoice requests and their states. */
export function createInvoicesStore(engine: Engine, mailStatements: MailStatements): InvoicesStore {
  const db = compilerFor(engine.sql);

  function stepStatements(id: string, from: number, steps: readonly InvoiceStep[]): readonly UnitStatement[] {
    return steps.map(({ state, atMs, actor, note }, index) => {
      const values = { invoice_id: id, position: from + index, state, at: atMs, actor, note };
      return { query: db.insertInto('invoice_steps').values(values).compile() };
    });
  }

  return {
    ...readInvoices(engine),

    async request(invoice, { notice, mails, audit, mark = null }) {
      const { id, accountId, state, amount } = invoice;
      // Locks the account: other invoice requests and credits of it wait until this transaction is committed.
      const hold = sql`update accounts set credits_revision = credits_revision where id = ${accountId}`;
      const left = sql`${consumedPaidClosed(accountId)} - ${sumOf(accountId, requested)} - ${sumOf(accountId, issued)}`;
      // Conflict: the transaction fails, and `request` returns `false`.
      const insert = sql`insert into invoices (id, account_id, type, state, revision, amount, tax, tax_rate, item, title, delivery,
          remark, requested_by, created_at)
        select cast(${id} as text), a.id, cast(${invoice.type} as text), cast(${state} as text), cast(${BigInt(invoice.revision)} as bigint),
          cast(${amount} as bigint), cast(${invoice.tax} as bigint), cast(${BigInt(invoice.taxRate)} as bigint), cast(${invoice.item} as text),
          cast(${JSON.stringify(invoice.title)} as text), cast(${JSON.stringify(invoice.delivery)} as text),
          cast(${invoice.remark} as text), cast(${invoice.requestedBy} as text), 
          cast(${BigInt(invoice.createdAtMs)} as bigint)
        from accounts a where a.id = ${accountId} and cast(${amount} as bigint) <= ${left}
        on conflict (id) do nothing`;
      return wasCommitted(
        engine.write(
          [
            ...onceStatements(engine, mark),
            { query: hold.compile(db), mustWrite: 'account' },
            { query: insert.compile(db), mustWrite: 'invoice' },
            ...stepStatements(id, 0, [{ state, atMs: invoice.createdAtMs, actor: invoice.requestedBy, note: null }]),
            ...(notice === null ? [] : [noticeStatement(engine, notice)]),
            ...mails.flatMap(mailStatements),
          ],
          [audit],
        ),
      );
    },

    async move({ id, revision, steps, issue, reversal, number = null }, { notice, mails, audit }) {
      const state: InvoiceState | undefined = steps.at(-1)?.state;
      if (state === undefined) return 'not_moved';
      const set = db
        .updateTable('invoices')
        .set({
          state,
          revision: revision + steps.length,
          issue: issue === null ? null : JSON.stringify(issue),
          reversal: reversal === null ? null : JSON.stringify(reversal),
          void_at: state === 'reversal_confirming' ? (reversal?.voidAtMs ?? null) : null,
        })
        .where('id', '=', id)
        .where('revision', '=', BigInt(revision));
      const unit = [
        { query: set.compile(), mustWrite: 'invoice' },
        ...numberStatements(engine, id, number),
        ...stepStatements(id, revision, steps),
        ...(notice === null ? [] : [noticeStatement(engine, notice)]),
        ...mails.flatMap(mailStatements),
      ];
      return movedBy(engine.write(unit, [audit]));
    },

    async putFile(id, { format, object, bytes, atMs }, audit) {
      const insert = sql`insert into invoice_files (invoice_id, format, object, bytes, created_at)
        select i.id, cast(${format} as text), cast(${object} as text), cast(${BigInt(bytes)} as bigint), cast(${BigInt(atMs)} as bigint)
        from invoices i where i.id = ${id} and i.state = 'approved'
        on conflict (invoice_id, format) do update set object = excluded.object, bytes = excluded.bytes, created_at = excluded.created_at`;
      const earlier = sql`update objects set expires_at = ${BigInt(atMs)} where name in
        (select object from invoice_files where invoice_id = ${id} and format = ${format})`;
      const unit = [
        { query: earlier.compile(db) },
        { query: insert.compile(db), mustWrite: 'file' },
        keptUntil(engine, object, atMs + keptMs),
      ];
      return wasCommitted(engine.write(unit, [audit]));
    },
  };
}
