import { sql, type Selectable } from 'kysely';
import type { RequestsStore, RequestStep, ServiceRequest } from '../../control/requests-ports.ts';
import { compilerFor, readRows } from '../compiler.ts';
import { UnitConflict, type Engine } from '../engine.ts';
import type { ServiceRequestsTable, ServiceRequestStepsTable } from '../requests-schema.ts';
import { noticeStatement } from './notice-statements.ts';

type Row = Selectable<ServiceRequestsTable> & { readonly name: string };
type StepRow = Selectable<ServiceRequestStepsTable>;

function stepOf({ stage, entered_at, expected_on, note }: StepRow): RequestStep {
  return { stage, enteredAtMs: Number(entered_at), expectedOn: expected_on, note };
}

function requestOf(row: Row, steps: readonly StepRow[]): ServiceRequest {
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

/** Whether the unit was written; `false` where its first statement wrote nothing. */
async function written(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof UnitConflict && error.statement === atStage) return false;
    throw error;
  }
}

export function createRequestsStore(engine: Engine): RequestsStore {
  const db = compilerFor(engine.sql);
  const all = () =>
    db
      .selectFrom('service_requests')
      .innerJoin('accounts', 'accounts.id', 'service_requests.account_id')
      .selectAll('service_requests')
      .select('accounts.name');

  async function withSteps(rows: readonly Row[]): Promise<readonly ServiceRequest[]> {
    if (rows.length === 0) return [];
    const query = db
      .selectFrom('service_request_steps')
      .selectAll()
      .where(
        'request_id',
        'in',
        rows.map(({ id }) => id),
      )
      .orderBy('entered_at');
    const steps = await readRows(engine, 'reports', query);
    return rows.map((row) => requestOf(row, steps));
  }

  return {
    async find(id) {
      const [request] = await withSteps(await readRows(engine, 'reports', all().where('service_requests.id', '=', id)));
      return request ?? null;
    },

    async list({ accountId, isOpen }, { limit, after }) {
      const query = all()
        .$if(accountId !== undefined, (q) => q.where('account_id', '=', accountId ?? ''))
        // As the index has it: bound as parameters the stages would not be known to be its own.
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
      const insert = db
        .insertInto('service_requests')
        .values({ ...values, created_at: BigInt(createdAtMs) })
        .onConflict((conflict) => conflict.doNothing());
      const unit = [
        { query: insert.compile(), mustWrite: atStage },
        ...steps.map((step) => ({ query: stepStatement(db, id, step) })),
        noticeStatement(engine, notice),
      ];
      return written(engine.write(unit, [audit]));
    },

    step({ id, from, step }, notice, audit) {
      const move = db.updateTable('service_requests').set({ stage: step.stage }).where('id', '=', id).where('stage', '=', from);
      const unit = [
        { query: move.compile(), mustWrite: atStage },
        { query: stepStatement(db, id, step) },
        noticeStatement(engine, notice),
      ];
      return written(engine.write(unit, [audit]));
    },
  };
}
