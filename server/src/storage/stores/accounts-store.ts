import { sql, type ExpressionBuilder } from 'kysely';
import type { AccountsFilter, OpenedAccount } from '../../control/account-ports.ts';
import type { Page, TimePosition } from '../../control/page-ports.ts';
import type { AccountNotice } from '../../domain/books/account-notice.ts';
import type { AuditEntry } from '../../domain/books/audit-entry.ts';
import type { CreditDraft } from '../../domain/books/ledger.ts';
import type { AccountRecord } from '../../domain/tenants/tenant-records.ts';
import { compilerFor, readRows } from '../compiler.ts';
import { UnitConflict, type Engine } from '../engine.ts';
import type { Schema } from '../schema.ts';
import { changed } from './changes-store.ts';
import { contains } from './contains.ts';
import { creditStatements } from './credit-statements.ts';
import { memberStatement } from './members-store.ts';
import { keepOlderOut } from './misread-parts.ts';
import { noticeStatement } from './notice-statements.ts';
import { createPlansStore } from './plans-store.ts';
import { accountRecordOf, ownLimitsText } from './tenant-rows.ts';
import { claimStatement } from './trial-claims-store.ts';

function changeableColumns({ account, ownLimits, locale, freeze }: AccountRecord) {
  return {
    locale,
    frozen_reason: freeze?.reason ?? null,
    frozen_at: freeze?.atMs ?? null,
    name: account.name,
    email: account.email,
    plan_id: account.plan.id,
    status: account.status,
    limits: ownLimitsText(ownLimits),
    price_multiplier_ppm: account.priceMultiplierPpm,
    domestic_only: account.domesticOnly ? 1 : 0,
    isolation: account.isolation,
  };
}

function isSought(eb: ExpressionBuilder<Schema, 'accounts'>, text: string) {
  return eb.or([eb('id', '=', text), contains(sql.ref('name'), text), contains(sql.ref('email'), text)]);
}

/** Account, owner, claim and credit in one unit; `false`, and nothing, if an account has this id. */
async function openAccount(engine: Engine, opened: OpenedAccount, audit: readonly AuditEntry[]): Promise<boolean> {
  const { record, credit, owner, claim } = opened;
  // Conflict: the unit fails and `false` is answered; `control/sign-up.ts` goes on from there.
  const query = compilerFor(engine.sql)
    .insertInto('accounts')
    .values({ id: record.account.id, created_at: record.account.createdAtMs, ...changeableColumns(record) })
    .onConflict((conflict) => conflict.doNothing());
  const statement = 'account that is opened';
  try {
    await engine.write(
      [
        { query: query.compile(), mustWrite: statement },
        memberStatement(engine, owner),
        claimStatement(engine, claim),
        ...(credit === null ? [] : creditStatements(engine, credit)),
      ],
      audit,
    );
    return true;
  } catch (error) {
    if (error instanceof UnitConflict && error.statement === statement) return false;
    throw error;
  }
}

/** Accounts with the plan that is in force for them. */
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
        .values({ id: account.id, created_at: account.createdAtMs, ...changeableColumns(record) });
      const its = credit === null ? [] : creditStatements(engine, credit);
      await engine.write([{ query: query.compile() }, ...keepOlderOut(engine, 'domestic', account.domesticOnly), ...its], audit);
    },

    open: (opened: OpenedAccount, audit: readonly AuditEntry[]): Promise<boolean> => openAccount(engine, opened, audit),

    async update(record: AccountRecord, audit: AuditEntry, notices: readonly AccountNotice[] = []): Promise<void> {
      const { id, domesticOnly, isolation } = record.account;
      const query = db.updateTable('accounts').set(changeableColumns(record)).where('id', '=', id);
      await engine.write(
        [
          { query: query.compile(), mustWrite: 'account' },
          ...keepOlderOut(engine, 'domestic', domesticOnly),
          ...keepOlderOut(engine, 'isolation', isolation !== 'shared'),
          ...notices.map((notice) => noticeStatement(engine, notice)),
          ...changed(engine, 'account', id),
        ],
        [audit],
      );
    },
  };
}
