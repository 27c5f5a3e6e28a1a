import { sql, type RawBuilder } from 'kysely';
import { cardQueue, type KeptCard } from '../../../domain/payments/auto-top-up.ts';
import type { MeansIds } from '../../../domain/payments/saved-means.ts';
import type { SavedCardsStore, StoredSaving } from './auto-top-up-ports.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';
import type { Engine, UnitStatement } from '../../../storage/engine.ts';
import { wholeNumber } from '../../../storage/whole-number.ts';
import { orderTools } from '../orders/order-payments-store.ts';
import { methodNameOf, timeOf } from '../orders/order-rows.ts';
import { queued } from '../../../storage/stores/queue-items-store.ts';
import { wasCommitted } from '../../../storage/was-committed.ts';

type Row = Readonly<Record<string, unknown>>;

/** Owner id under which the card is encrypted. */
const ownerOf = (id: string): string => `saved-card:${id}`;

export function openMeans(box: SecretBox, cardId: string, sealed: unknown): MeansIds {
  return JSON.parse(box.open(sealed as Uint8Array, ownerOf(cardId))) as MeansIds;
}

export function keptCardOf(row: Row): KeptCard {
  return {
    id: String(row.id),
    method: methodNameOf(row.method),
    brand: String(row.brand),
    last4: String(row.last4),
    expMonth: timeOf(row.exp_month),
    expYear: timeOf(row.exp_year),
    savedAtMs: timeOf(row.saved_at),
  };
}

function savingOf(row: Row): StoredSaving {
  return {
    id: String(row.id),
    accountId: String(row.account_id),
    method: methodNameOf(row.method),
    reference: row.reference as string | null,
    isOpen: row.state === 'saving',
    madeBy: String(row.made_by),
    createdAtMs: timeOf(row.created_at),
    expiresAtMs: timeOf(row.expires_at),
  };
}

/** Delays of the queries whether a card was saved, in case no report arrives. */
const questionsMs = [2 * 60_000, 15 * 60_000, 60 * 60_000];

/** Statements that remove the card of an account and queue its deletion at the payment service. */
export function removalStatements(engine: Engine, clock: Pick<Clock, 'nowMs'>, accountId: string): readonly UnitStatement[] {
  const { statement } = orderTools(engine);
  const remove = sql`update saved_cards set state = 'removed', removed_at = ${BigInt(clock.nowMs())}
    where account_id = ${accountId} and state = 'kept'`;
  return [statement(remove), queued(engine, clock, { queue: cardQueue, payload: { kind: 'forget', accountId } })];
}

/** Stores saved cards of accounts, with the payment services' ids encrypted. */
export function createSavedCardsStore(engine: Engine, clock: Pick<Clock, 'nowMs'>, box: SecretBox): SavedCardsStore {
  const { read, statement } = orderTools(engine);
  const write = async (query: RawBuilder<unknown>): Promise<void> => {
    await engine.write([statement(query)], []);
  };
  return {
    begin({ id, accountId, method, madeBy, createdAtMs, expiresAtMs }, { count, sinceMs }) {
      // Keeps failed requests as long as the payment service may still report them.
      const tidy = sql`delete from saved_cards where account_id = ${accountId} and state = 'saving'
        and created_at < ${BigInt(createdAtMs - 7 * 86_400_000)}`;
      const insert = sql`insert into saved_cards (id, account_id, method, state, made_by, created_at, expires_at)
        select cast(${id} as text), cast(${accountId} as text), cast(${method} as text), 'saving', cast(${madeBy} as text),
          cast(${BigInt(createdAtMs)} as bigint), cast(${BigInt(expiresAtMs)} as bigint)
        where (select count(*) from saved_cards where account_id = ${accountId} and created_at > ${BigInt(sinceMs)}) < ${BigInt(count)}`;
      const questions = questionsMs.map((afterMs) =>
        queued(engine, clock, { queue: cardQueue, payload: { kind: 'read', savingId: id }, afterMs }),
      );
      return wasCommitted(engine.write([statement(tidy), statement(insert, 'saving'), ...questions], []));
    },

    async find(id) {
      const [row] = await read('hot', sql`select * from saved_cards where id = ${id}`);
      return row === undefined ? null : savingOf(row);
    },

    referenced: (id, reference) => write(sql`update saved_cards set reference = ${reference} where id = ${id}`),

    async open(accountId, nowMs) {
      const query = sql`select * from saved_cards where account_id = ${accountId} and state = 'saving' and reference is not null
        and expires_at > ${BigInt(nowMs)} order by created_at desc limit 5`;
      return (await read('hot', query)).map(savingOf);
    },

    keep({ id, accountId }, { ids, brand, last4, expMonth, expYear }, { atMs, isWanted }, audit) {
      const means = box.seal(JSON.stringify(ids), ownerOf(id));
      const kept = sql`update saved_cards set state = ${isWanted ? 'kept' : 'removed'}, means = ${means}, brand = ${brand},
          last4 = ${last4}, exp_month = ${BigInt(expMonth)}, exp_year = ${BigInt(expYear)}, saved_at = ${BigInt(atMs)}
        where id = ${id} and state = 'saving'`;
      // A new card starts without refusals.
      const anew = sql`update auto_top_ups set refusals = 0, fault = null, retry_at = 0, revision = revision + 1
        where account_id = ${accountId}`;
      const before = removalStatements(engine, clock, accountId);
      const unit = isWanted
        ? [...before, statement(kept, 'saving'), statement(anew)]
        : [statement(kept, 'saving'), ...before.slice(1)];
      return wasCommitted(engine.write(unit, [audit]));
    },

    async removed(accountId) {
      const query = sql`select c.id, c.method, c.means, (select count(*) from orders o where o.account_id = c.account_id
          and o.purpose = 'auto' and o.state = 'open' and o.card_id = c.id) as charged
        from saved_cards c where c.account_id = ${accountId} and c.state = 'removed' and c.means is not null`;
      return (await read('hot', query)).map((row) => ({
        id: String(row.id),
        method: methodNameOf(row.method),
        ids: openMeans(box, String(row.id), row.means),
        isCharged: wholeNumber(row.charged) > 0n,
      }));
    },

    forgotten: (id) => write(sql`update saved_cards set means = null where id = ${id} and state = 'removed'`),
  };
}
