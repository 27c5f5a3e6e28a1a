import { sql } from 'kysely';
import type { Page, TimePosition } from '../../../control/page-ports.ts';
import type { SubAccountCounts, SubAccountsFilter } from './sub-account-ports.ts';
import type { AccountNotice } from '../../../domain/books/account-notice.ts';
import type { AuditEntry } from '../../../domain/books/audit-entry.ts';
import type { SubAccountRecord } from '../../../domain/tenants/tenant-records.ts';
import type { SubAccount } from '../../../domain/tenants/tenant.ts';
import { compilerFor, readRows } from '../../../storage/compiler.ts';
import type { Engine, UnitStatement } from '../../../storage/engine.ts';
import { wholeNumber } from '../../../storage/whole-number.ts';
import { changed } from '../../../storage/stores/changes-store.ts';
import { refuseOlderPrograms } from '../../catalogue/misread-parts-statements.ts';
import { noticeStatement } from '../../../storage/stores/notice-statements.ts';
import { subAccountOf } from '../tenant-rows.ts';

function changeableColumns({ name, modelAllowList: list, dailyCap, monthlyCap, capArming, status }: SubAccount) {
  return {
    name,
    status,
    model_allow_list: list === null ? null : JSON.stringify(list),
    daily_cap: dailyCap,
    monthly_cap: monthlyCap,
    cap_arming: capArming,
  };
}

/** Prevents versions from starting that would let its keys exceed a cap. */
function keepCaps(engine: Engine, { dailyCap, monthlyCap }: SubAccount): readonly UnitStatement[] {
  return refuseOlderPrograms(engine, 'caps', dailyCap !== null || monthlyCap !== null);
}

/** Keys that can still be used or enabled, and members limited to the sub-account. */
async function countBelonging(engine: Engine, accountId: string, ids: readonly string[]): Promise<readonly SubAccountCounts[]> {
  if (ids.length === 0) return [];
  const query = sql`select s.id,
      (select count(*) from keys k where k.sub_account_id = s.id and k.status in ('available', 'disabled')) as keys_count,
      (select count(*) from members m where m.account_id = s.account_id and m.sub_account_id = s.id) as members_count
    from sub_accounts s where s.account_id = ${accountId} and s.id in (${sql.join(ids)})`;
  const rows = await engine.read('reports', query.compile(compilerFor(engine.sql)));
  return rows.map((row) => ({
    id: String(row.id),
    keys: Number(wholeNumber(row.keys_count)),
    members: Number(wholeNumber(row.members_count)),
  }));
}

/** Marks the sub-account as deleted, clears its list, which has no effect any more, and disables its keys. */
function removal(engine: Engine, id: string, atMs: number): readonly UnitStatement[] {
  const db = compilerFor(engine.sql);
  const mark = db
    .updateTable('sub_accounts')
    .set({ status: 'deleted', model_allow_list: null })
    .where('id', '=', id)
    .where('status', '=', 'active');
  const disable = db
    .updateTable('keys')
    .set({ status: 'disabled', updated_at: atMs })
    .where('sub_account_id', '=', id)
    .where('status', '=', 'available');
  const owner = sql<string>`(select account_id from sub_accounts where id = ${id})`;
  return [
    { query: mark.compile(), mustWrite: 'sub-account' },
    { query: disable.compile() },
    ...changed(engine, 'account', owner),
  ];
}

/** Stores sub-accounts. A deleted one keeps its row, so that its log rows keep their names. */
export function createSubAccountsStore(engine: Engine) {
  const db = compilerFor(engine.sql);
  const told = (notices: readonly AccountNotice[]) => notices.map((notice) => noticeStatement(engine, notice));

  async function records(query: ReturnType<typeof selectSubAccounts>): Promise<readonly SubAccountRecord[]> {
    const rows = await readRows(engine, 'hot', query);
    return rows.map((row) => ({ subAccount: subAccountOf(row), createdAtMs: Number(row.created_at) }));
  }

  function selectSubAccounts() {
    return db.selectFrom('sub_accounts').selectAll();
  }

  return {
    async find(id: string): Promise<SubAccountRecord | null> {
      const [record] = await records(selectSubAccounts().where('id', '=', id));
      return record ?? null;
    },

    async allOf(accountId: string): Promise<readonly SubAccount[]> {
      return (await records(selectSubAccounts().where('account_id', '=', accountId))).map(({ subAccount }) => subAccount);
    },

    async ofIds(accountId: string, ids: readonly string[]): Promise<readonly SubAccount[]> {
      if (ids.length === 0) return [];
      const query = selectSubAccounts()
        .where('account_id', '=', accountId)
        .where('id', 'in', [...new Set(ids)]);
      return (await records(query)).map(({ subAccount }) => subAccount);
    },

    counts: (accountId: string, ids: readonly string[]) => countBelonging(engine, accountId, ids),

    /** Newest first. */
    list(
      { accountId, subAccountId, status }: SubAccountsFilter,
      { limit, after }: Page<TimePosition>,
    ): Promise<readonly SubAccountRecord[]> {
      const query = selectSubAccounts()
        .where('account_id', '=', accountId)
        .$if(subAccountId !== undefined, (q) => q.where('id', '=', subAccountId ?? ''))
        .$if(status !== undefined, (q) => q.where('status', '=', status ?? 'active'))
        .$if(after !== null, (q) =>
          q.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(BigInt(after?.atMs ?? 0), after?.id ?? ''))),
        );
      return records(query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit));
    },

    async names(accountId: string, ids: readonly string[]) {
      if (ids.length === 0) return [];
      const query = db.selectFrom('sub_accounts').select(['id', 'name']).where('account_id', '=', accountId);
      return readRows(engine, 'reports', query.where('id', 'in', ids));
    },

    async create({ subAccount, createdAtMs }: SubAccountRecord, audit: AuditEntry): Promise<void> {
      const query = db.insertInto('sub_accounts').values({
        id: subAccount.id,
        account_id: subAccount.accountId,
        created_at: createdAtMs,
        ...changeableColumns(subAccount),
      });
      await engine.write([{ query: query.compile() }, ...keepCaps(engine, subAccount)], [audit]);
    },

    async update(subAccount: SubAccount, audit: AuditEntry, notices: readonly AccountNotice[]): Promise<void> {
      const query = db.updateTable('sub_accounts').set(changeableColumns(subAccount)).where('id', '=', subAccount.id);
      await engine.write(
        [
          { query: query.compile(), mustWrite: 'sub-account' },
          ...keepCaps(engine, subAccount),
          ...told(notices),
          ...changed(engine, 'account', subAccount.accountId),
        ],
        [audit],
      );
    },

    async remove(id: string, audit: AuditEntry, notices: readonly AccountNotice[]): Promise<void> {
      await engine.write([...removal(engine, id, audit.atMs), ...told(notices)], [audit]);
    },
  };
}
