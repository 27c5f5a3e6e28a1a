import { sql } from 'kysely';
import type { DisputesStore } from './dispute-ports.ts';
import type { DisputeStatus } from '../../../domain/payments/payment-method.ts';
import type { Engine } from '../../../storage/engine.ts';
import { wholeNumber } from '../../../storage/whole-number.ts';
import { orderTools } from '../orders/order-payments-store.ts';
import { methodNameOf, oneOf, timeOf } from '../orders/order-rows.ts';

const standings: readonly DisputeStatus[] = ['inquiry', 'open', 'won', 'lost'];

/** Stores payments that are disputed at the bank of the payer. */
export function createDisputesStore(engine: Engine): DisputesStore {
  const { read, statement } = orderTools(engine);
  return {
    async find(method, id) {
      const [row] = await read('hot', sql`select * from payment_disputes where method = ${method} and id = ${id}`);
      if (row === undefined) return null;
      return {
        method: methodNameOf(row.method),
        id: String(row.id),
        externalId: String(row.external_id),
        accountId: String(row.account_id),
        state: oneOf(standings, row.state),
        froze: wholeNumber(row.froze) === 1n,
        openedAtMs: timeOf(row.opened_at),
      };
    },

    async begin({ method, id, externalId, accountId, state, froze, openedAtMs }) {
      // Conflict: the report was repeated and the dispute is already stored.
      const query = sql`insert into payment_disputes (method, id, external_id, account_id, state, froze, opened_at)
        values (${method}, ${id}, ${externalId}, ${accountId}, ${state}, ${froze ? 1n : 0n}, ${BigInt(openedAtMs)})
        on conflict do nothing`;
      await engine.write([statement(query)], []);
    },

    async move({ method, id, state }, atMs) {
      const endedAt = state === 'won' || state === 'lost' ? BigInt(atMs) : null;
      const query = sql`update payment_disputes set state = ${state}, ended_at = ${endedAt}
        where method = ${method} and id = ${id} and state in ('inquiry', 'open')`;
      await engine.write([statement(query)], []);
    },

    async countOpen(accountId) {
      const query = sql`select count(*) as open from payment_disputes where account_id = ${accountId}
        and state in ('inquiry', 'open')`;
      const [row] = await read('hot', query);
      return Number(wholeNumber(row?.open));
    },
  };
}
