import { sql, type RawBuilder } from 'kysely';
import { autoTopUpStates, autoTopUpStops } from '@tollgate/contract/payments/auto-top-up-states';
import { chargeFaults } from '@tollgate/contract/payments/payments';
import { chargeQueue, type AutoTopUp, type KeptCard } from '../../../domain/payments/auto-top-up.ts';
import type { AccountNotice } from '../../../domain/books/account-notice.ts';
import type { AutoTopUpsStore } from './auto-top-up-ports.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';
import type { Engine, UnitStatement } from '../../../storage/engine.ts';
import { wholeNumber } from '../../../storage/whole-number.ts';
import { availableInBooks, lastCreditInBooks } from '../../ledger/books-balance-statements.ts';
import { noticeStatement } from '../../../storage/stores/notice-statements.ts';
import { orderStatement, orderTools } from '../orders/order-payments-store.ts';
import { oneOf, timeOf, timeOrNull } from '../orders/order-rows.ts';
import { queued } from '../../../storage/stores/queue-items-store.ts';
import { keptCardOf, openMeans, removalStatements } from './saved-cards-store.ts';
import { wasCommitted } from '../../../storage/was-committed.ts';

type Sql = RawBuilder<unknown>;

function settingsOf(row: Readonly<Record<string, unknown>>): AutoTopUp {
  return {
    accountId: String(row.account_id),
    state: oneOf(autoTopUpStates, row.state),
    stop: typeof row.stop === 'string' ? oneOf(autoTopUpStops, row.stop) : null,
    threshold: wholeNumber(row.threshold),
    amountFen: wholeNumber(row.amount_fen),
    monthlyMaxFen: wholeNumber(row.monthly_max_fen),
    refusals: Number(wholeNumber(row.refusals)),
    fault: typeof row.fault === 'string' ? oneOf(chargeFaults, row.fault) : null,
    retryAtMs: timeOf(row.retry_at),
    revision: Number(wholeNumber(row.revision)),
  };
}

/** Whether the account `t.account_id` can be charged in its status. */
const inUse = sql`exists (select 1 from accounts a where a.id = t.account_id and a.status = 'active' and a.closes_at is null)`;

/** Conditions on settings `t` that very few accounts meet, so the index finds these quickly. */
const isWatched = (nowMs: number): Sql => sql`t.state = 'on' and t.retry_at <= ${BigInt(nowMs)}`;

/** Conditions on settings `t` for a new order. */
const isDue = (nowMs: number): Sql => sql`${isWatched(nowMs)} and ${inUse}
  and exists (select 1 from saved_cards c where c.account_id = t.account_id and c.state = 'kept')
  and not exists (select 1 from orders o where o.account_id = t.account_id and o.purpose = 'auto' and o.state = 'open')
  and ${availableInBooks(sql`t.account_id`)} < t.threshold`;

/** Total of paid and open automatic orders of an account in a month. */
const chargedIn = (
  accountId: string,
  { startsAtMs, endsAtMs }: { readonly startsAtMs: number; readonly endsAtMs: number },
): Sql =>
  sql`coalesce((select cast(sum(o.amount_fen) as bigint) from orders o where o.account_id = ${accountId} and o.purpose = 'auto'
    and o.state <> 'closed' and o.created_at >= ${BigInt(startsAtMs)} and o.created_at < ${BigInt(endsAtMs)}), 0)`;

/** Stores automatic top-up settings and their orders. */
export function createAutoTopUpsStore(engine: Engine, clock: Pick<Clock, 'nowMs'>, box: SecretBox): AutoTopUpsStore {
  return { ...readsOf(engine, box), ...changesOf(engine, clock) };
}

type Reads = 'find' | 'card' | 'fallen' | 'fallOf' | 'chargedFen' | 'chargeOf' | 'mayCharge';

function readsOf(engine: Engine, box: SecretBox): Pick<AutoTopUpsStore, Reads> {
  const { read } = orderTools(engine);

  async function card(accountId: string): Promise<KeptCard | null> {
    const [row] = await read('hot', sql`select * from saved_cards where account_id = ${accountId} and state = 'kept'`);
    return row === undefined ? null : keptCardOf(row);
  }

  return {
    async find(accountId) {
      const [row] = await read('hot', sql`select * from auto_top_ups where account_id = ${accountId}`);
      return row === undefined ? null : settingsOf(row);
    },

    card,

    async fallen(nowMs) {
      const watched = sql`select 1 from auto_top_ups t where ${isWatched(nowMs)} limit 1`;
      if ((await read('hot', watched)).length === 0) return [];
      const query = sql`select t.account_id from auto_top_ups t where ${isDue(nowMs)} order by t.account_id`;
      return (await read('reports', query)).map((row) => String(row.account_id));
    },

    async fallOf(accountId, nowMs) {
      const query = sql`select t.*, ${lastCreditInBooks(sql`t.account_id`)} as last_credit from auto_top_ups t
        where t.account_id = ${accountId} and ${isDue(nowMs)}`;
      const [row] = await read('hot', query);
      const kept = row === undefined ? null : await card(accountId);
      return row === undefined || kept === null
        ? null
        : { settings: settingsOf(row), card: kept, lastCredit: wholeNumber(row.last_credit) };
    },

    async chargedFen(accountId, span) {
      const [row] = await read('hot', sql`select ${chargedIn(accountId, span)} as charged`);
      return wholeNumber(row?.charged);
    },

    async chargeOf(orderId) {
      const query = sql`select o.begun_at, c.* from orders o join saved_cards c on c.id = o.card_id
        where o.id = ${orderId} and o.purpose = 'auto' and c.means is not null`;
      const [row] = await read('hot', query);
      if (row === undefined) return null;
      return {
        ids: openMeans(box, String(row.id), row.means),
        card: keptCardOf(row),
        begunAtMs: timeOrNull(row.begun_at),
      };
    },

    async mayCharge(accountId) {
      const query = sql`select 1 as yes from auto_top_ups t where t.account_id = ${accountId} and t.state = 'on' and ${inUse}
        and ${availableInBooks(sql`t.account_id`)} < t.threshold`;
      return (await read('hot', query)).length > 0;
    },
  };
}

function changesOf(engine: Engine, clock: Pick<Clock, 'nowMs'>): Omit<AutoTopUpsStore, Reads> {
  const { statement } = orderTools(engine);
  const told = (notice: AccountNotice | null): readonly UnitStatement[] =>
    notice === null ? [] : [noticeStatement(engine, notice)];

  /** Writes the settings only if their revision is unchanged. */
  function written({ accountId, state, stop, threshold, ...after }: AutoTopUp): UnitStatement {
    const { amountFen, monthlyMaxFen, refusals, fault, retryAtMs, revision } = after;
    const query = sql`insert into auto_top_ups (account_id, state, stop, threshold, amount_fen, monthly_max_fen, refusals, fault,
        retry_at, revision, changed_at)
      values (${accountId}, ${state}, ${stop}, ${threshold}, ${amountFen}, ${monthlyMaxFen}, ${BigInt(refusals)}, ${fault},
        ${BigInt(retryAtMs)}, ${BigInt(revision + 1)}, ${BigInt(clock.nowMs())})
      on conflict (account_id) do update set state = excluded.state, stop = excluded.stop, threshold = excluded.threshold,
        amount_fen = excluded.amount_fen, monthly_max_fen = excluded.monthly_max_fen, refusals = excluded.refusals,
        fault = excluded.fault, retry_at = excluded.retry_at, revision = excluded.revision, changed_at = excluded.changed_at
      where auto_top_ups.revision = ${BigInt(revision)}`;
    return statement(query, 'settings of automatic top-ups');
  }

  return {
    put: (settings, { notice, audit }) => wasCommitted(engine.write([written(settings), ...told(notice)], [audit])),

    putWithoutCard: (settings, audit) =>
      wasCommitted(engine.write([written(settings), ...removalStatements(engine, clock, settings.accountId)], [audit])),

    order(order, { settings, card, lastCredit }, span, audit) {
      const { accountId, amountFen, monthlyMaxFen, revision } = settings;
      const held = sql`update auto_top_ups set revision = revision + 1
        where account_id = ${accountId} and revision = ${BigInt(revision)} and state = 'on'`;
      // Conflict: the transaction fails, and `order` returns `false`.
      const insert = sql`insert into orders
          (id, account_id, method, purpose, state, amount_fen, remark, made_by, created_at, expires_at, card_id)
        select cast(${order.id} as text), t.account_id, cast(${order.method} as text), 'auto', 'open', cast(${amountFen} as bigint),
          cast(${order.remark} as text), cast(${order.madeBy} as text), cast(${BigInt(order.createdAtMs)} as bigint),
          cast(${BigInt(order.expiresAtMs)} as bigint), cast(${card.id} as text)
        from auto_top_ups t where t.account_id = ${accountId} and ${isDue(order.createdAtMs)}
          and ${lastCreditInBooks(sql`t.account_id`)} = ${lastCredit}
          and ${chargedIn(accountId, span)} + ${amountFen} <= ${monthlyMaxFen}
        on conflict do nothing`;
      const charge = queued(engine, clock, { queue: chargeQueue, payload: { id: order.id }, dedupeKey: order.id });
      const unit = [statement(held, 'settings of automatic top-ups'), statement(insert, orderStatement), charge];
      return wasCommitted(engine.write(unit, [audit]));
    },

    async tell(notice) {
      await engine.write(told(notice), []);
    },

    begin(orderId, atMs) {
      const query = sql`update orders set begun_at = ${BigInt(atMs)} where id = ${orderId} and purpose = 'auto' and state = 'open'`;
      return wasCommitted(engine.write([statement(query, orderStatement)], []));
    },

    fail({ id, fault, closedAtMs }, after, { notice, audit }) {
      const close = sql`update orders set state = 'closed', closed_at = ${BigInt(closedAtMs ?? audit.atMs)}, fault = ${fault}
        where id = ${id} and purpose = 'auto' and state = 'open'`;
      const unit = [statement(close, orderStatement), written(after), ...told(notice)];
      return wasCommitted(engine.write(unit, [audit]));
    },
  };
}
