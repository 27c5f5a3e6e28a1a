import { sql, type Selectable } from 'kysely';
import { contractsMax } from '@tollgate/contract/requests/service-requests';
import type { RequestContract, RequestsStore, RequestStep, ServiceRequest } from './requests-ports.ts';
import { compilerFor, readRows } from '../../storage/compiler.ts';
import type { Engine } from '../../storage/engine.ts';
import type { RequestContractsTable } from './contracts-schema.ts';
import type { ServiceRequestsTable, ServiceRequestStepsTable } from './requests-schema.ts';
import type { MailStatements } from '../../storage/stores/mail-outbox-store.ts';
import { noticeStatement } from '../../storage/stores/notice-statements.ts';
import { keptUntil } from '../../storage/stores/objects-index-store.ts';
import { wasCommitted } from '../../storage/was-committed.ts';

type Row = Selectable<ServiceRequestsTable> & { readonly name: string };
type StepRow = Selectable<ServiceRequestStepsTable>;

function stepOf({ stage, entered_at, expected_on, note }: StepRow): RequestStep {
  return { stage, enteredAtMs: Number(entered_at), expectedOn: expected_on, note };
}

function contractOf(row: Selectable<RequestContractsTable>): RequestContract {
  const { id, side, object, bytes, uploaded_by: uploadedBy, created_at: createdAt } = row;
  return { id, side, object, bytes: Number(bytes), uploadedBy, createdAtMs: Number(createdAt) };
}

/** Retention period of accounting vouchers. */
const contractKeptMs = 30 * 365 * 86_400_000;

interface PartsOfRequests {
  readonly steps: readonly StepRow[];
  readonly contracts: readonly Selectable<RequestContractsTable>[];
}

function requestOf(row: Row, { steps, contracts }: PartsOfRequests): ServiceRequest {
  return {
    id: row.id,
    accountId: row.account_id,
    accountName: row.name,
    kind: row.kind,
    stage: row.stage,
    contact: row.contact,
    details: row.details,
    requestedBy: row.requested_by,
    createdAtMs: Number(row.created_at),
    steps: steps.filter(({ request_id }) => request_id === row.id).map(stepOf),
    contracts: contracts.filter(({ request_id }) => request_id === row.id).map(contractOf),
  };
}

type Compiler = ReturnType<typeof compilerFor>;

const atStage = 'stage of the request';

function stepStatement(db: Compiler, id: string, { stage, enteredAtMs, expectedOn, note }: RequestStep) {
  return db
    .insertInto('service_request_steps')
    .values({ request_id: id, stage, entered_at: BigInt(enteredAtMs), expected_on: expectedOn, note })
    .onConflict((conflict) => conflict.columns(['request_id', 'stage']).doUpdateSet({ expected_on: expectedOn, note }))
    .compile();
}

/** Adds a stored file as a contract, up to the maximum number. */
function contractAdder(engine: Engine, mailStatements: MailStatements): RequestsStore['addContract'] {
  const db = compilerFor(engine.sql);
  return ({ id, requestId, side, object, bytes, uploadedBy, createdAtMs }, { notice, mails, audit }) => {
    // Locks the request: a concurrent upload waits until this transaction is committed.
    const hold = sql`update service_requests set stage = stage where id = ${requestId} and stage <> 'declined'`;
    const insert = sql`insert into request_contracts (id, request_id, account_id, side, object, bytes, uploaded_by, created_at)
        select cast(${id} as text), r.id, r.account_id, cast(${side} as text), cast(${object} as text), cast(${BigInt(bytes)} as bigint),
          cast(${uploadedBy} as text), cast(${BigInt(createdAtMs)} as bigint)
        from service_requests r where r.id = ${requestId}
          and (select count(*) from request_contracts where request_id = ${requestId} and side = ${side}) < ${sql.lit(contractsMax)}`;
    const unit = [
      { query: hold.compile(db), mustWrite: 'request' },
      { query: insert.compile(db), mustWrite: 'contract' },
      keptUntil(engine, object, createdAtMs + contractKeptMs),
      ...(notice === null ? [] : [noticeStatement(engine, notice)]),
      ...mails.flatMap(mailStatements),
    ];
    return wasCommitted(engine.write(unit, [audit]));
  };
}

/** Stores requests for dedicated channels and deployments. */
export function createRequestsStore(engine: Engine, mailStatements: MailStatements): RequestsStore {
  const db = compilerFor(engine.sql);
  const all = () =>
    db
      .selectFrom('service_requests')
      .innerJoin('accounts', 'accounts.id', 'service_requests.account_id')
      .selectAll('service_requests')
      .select('accounts.name');

  async function withSteps(rows: readonly Row[]): Promise<readonly ServiceRequest[]> {
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    const [steps, contracts] = await Promise.all([
      readRows(
        engine,
        'reports',
        db.selectFrom('service_request_steps').selectAll().where('request_id', 'in', ids).orderBy('entered_at'),
      ),
      readRows(
        engine,
        'reports',
        db.selectFrom('request_contracts').selectAll().where('request_id', 'in', ids).orderBy('created_at').orderBy('id'),
      ),
    ]);
    return rows.map((row) => requestOf(row, { steps, contracts }));
  }

  return {
    async find(id) {
      const [request] = await withSteps(await readRows(engine, 'reports', all().where('service_requests.id', '=', id)));
      return request ?? null;
    },

    async list({ accountId, isOpen }, { limit, after }) {
      const query = all()
        .$if(accountId !== undefined, (q) => q.where('account_id', '=', accountId ?? ''))
        // The stages are literals as in the index: bound parameters would not match it.
        .$if(isOpen === true, (q) => q.where(sql<boolean>`stage not in ('live', 'declined')`))
        .$if(isOpen === false, (q) => q.where(sql<boolean>`stage in ('live', 'declined')`))
        .$if(after !== null, (q) =>
          q.where((eb) =>
            eb(
              eb.refTuple('service_requests.created_at', 'service_requests.id'),
              '>',
              eb.tuple(BigInt(after?.atMs ?? 0), after?.id ?? ''),
            ),
          ),
        )
        .orderBy('service_requests.created_at')
        .orderBy('service_requests.id')
        .limit(limit);
      return withSteps(await readRows(engine, 'reports', query));
    },

    create({ id, accountId, kind, stage, contact, details, requestedBy, createdAtMs, steps }, notice, audit) {
      const values = { id, account_id: accountId, kind, stage, contact, details, requested_by: requestedBy };
      // Conflict: the transaction fails, and `create` returns `false`.
      const insert = db
        .insertInto('service_requests')
        .values({ ...values, created_at: BigInt(createdAtMs) })
        .onConflict((conflict) => conflict.doNothing());
      const unit = [
        { query: insert.compile(), mustWrite: atStage },
        ...steps.map((step) => ({ query: stepStatement(db, id, step) })),
        noticeStatement(engine, notice),
      ];
      return wasCommitted(engine.write(unit, [audit]), [atStage]);
    },

    step({ id, from, step }, notice, audit) {
      const move = db.updateTable('service_requests').set({ stage: step.stage }).where('id', '=', id).where('stage', '=', from);
      const unit = [
        { query: move.compile(), mustWrite: atStage },
        { query: stepStatement(db, id, step) },
        noticeStatement(engine, notice),
      ];
      return wasCommitted(engine.write(unit, [audit]), [atStage]);
    },

    addContract: contractAdder(engine, mailStatements),
  };
}
