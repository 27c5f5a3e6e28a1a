import { sql, type ExpressionBuilder } from 'kysely';
import type { AccountsFilter } from './account-ports.ts';
import type { Page, TimePosition } from '../../../control/page-ports.ts';
import type { AccountNotice } from '../../../domain/books/account-notice.ts';
import type { AuditEntry } from '../../../domain/books/audit-entry.ts';
import type { CreditDraft } from '../../../domain/books/ledger.ts';
import type { AccountRecord } from '../../../domain/tenants/tenant-records.ts';
import { compilerFor, readRows } from '../../../storage/compiler.ts';
import type { Engine } from '../../../storage/engine.ts';
import type { Schema } from '../../../storage/schema.ts';
import { changed } from '../../../storage/stores/changes-store.ts';
import { contains } from '../../../storage/stores/contains.ts';
import { accountColumns } from './account-statements.ts';
import { creditStatements } from '../../ledger/credit-statements.ts';
import { refuseOlderPrograms } from '../../catalogue/misread-parts-statements.ts';
import { noticeStatement } from '../../../storage/stores/notice-statements.ts';
import { createPlansStore } from '../plans/plans-store.ts';
import { accountRecordOf } from '../tenant-rows.ts';

function isSought(eb: ExpressionBuilder<Schema, 'accounts'>, text: string) {
  return eb.or([eb('id', '=', text), contains(sql.ref('name'), text), contains(sql.ref('email'), text)]);
}

/** Stores accounts with their current plan. */
export function createAccountsStore(engine: Engine) {
  const db = compilerFor(engine.sql);
  const plans = createPlansStore(engine);

  async function withPlans(
    query: ReturnType<typeof selectAccounts>,
    lane: 'hot' | 'reports' = 'hot',
  ): Promise<readonly AccountRecord[]> {
    const [rows, planList] = await Promise.all([readRows(engine, lane, query), plans.list()]);
    const byId = new Map(planList.map(({ plan }) => [plan.id, plan]));
    return rows.flatMap((row) => {
      const plan = byId.get(row.plan_id);
      return plan === undefined ? [] : [accountRecordOf(row, plan)];
    });
  }

  function selectAccounts() {
    return db.selectFrom('accounts').selectAll();
  }

  return {
    async find(id: string): Promise<AccountRecord | null> {
      const [record] = await withPlans(selectAccounts().where('id', '=', id));
      return record ?? null;
    },

    /** Newest first. */
    list(filter: AccountsFilter, { limit, after }: Page<TimePosition>): Promise<readonly AccountRecord[]> {
      const query = selectAccounts()
        .$if(filter.named !== undefined, (q) =>
          q.where((eb) => {
            const named = filter.named ?? '';
            return eb.or([
              eb('id', '=', named),
              eb('name', '=', named),
              eb(eb.fn<string>('lower', ['email']), '=', named.toLowerCase()),
            ]);
          }),
        )
        .$if(filter.search !== undefined, (q) => q.where((eb) => isSought(eb, filter.search ?? '')))
        .$if(filter.id !== undefined, (q) => q.where('id', '=', filter.id ?? ''))
        .$if(filter.planId !== undefined, (q) => q.where('plan_id', '=', filter.planId ?? ''))
        .$if(filter.status !== undefined, (q) => q.where('status', '=', filter.status ?? 'active'))
        .$if(after !== null, (q) =>
          q.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(BigInt(after?.atMs ?? 0), after?.id ?? ''))),
        );
      return withPlans(query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit), 'reports');
    },

    async multiplierMax(): Promise<bigint | null> {
      const query = db.selectFrom('accounts').select((eb) => eb.fn.max('price_multiplier_ppm').as('largest'));
      const [row] = await readRows(engine, 'reports', query);
      return row?.largest ?? null;
    },

    ofPlan(planId: string): Promise<readonly AccountRecord[]> {
      return withPlans(selectAccounts().where('plan_id', '=', planId));
    },

    async create(record: AccountRecord, credit: CreditDraft | null, audit: readonly AuditEntry[]): Promise<void> {
      const { account } = record;
      const query = db
        .insertInto('accounts')
        .values({ id: account.id, created_at: account.createdAtMs, ...accountColumns(record) });
      const its = credit === null ? [] : creditStatements(engine, credit);
      await engine.write(
        [{ query: query.compile() }, ...refuseOlderPrograms(engine, 'domestic', account.domesticOnly), ...its],
        audit,
      );
    },

    async update(record: AccountRecord, audit: AuditEntry, notices: readonly AccountNotice[] = []): Promise<void> {
      const { id, domesticOnly, isolation } = record.account;
      const query = db.updateTable('accounts').set(accountColumns(record)).where('id', '=', id);
      await engine.write(
        [
          { query: query.compile(), mustWrite: 'account' },
          ...refuseOlderPrograms(engine, 'domestic', domesticOnly),
          ...refuseOlderPrograms(engine, 'isolation', isolation !== 'shared'),
          ...notices.map((notice) => noticeStatement(engine, notice)),
          ...changed(engine, 'account', id),
        ],
        [audit],
      );
    },
  };
}
