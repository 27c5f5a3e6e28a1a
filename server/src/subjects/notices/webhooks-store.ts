import type { WebhookEvent } from '@tollgate/contract/notices/webhook-events';
import { sql } from 'kysely';
import { webhooksQueue } from '../../domain/webhooks/webhook-deliveries.ts';
import type { Webhook, WebhooksStore } from './alert-ports.ts';
import { compilerFor } from '../../storage/compiler.ts';
import type { Engine } from '../../storage/engine.ts';
import { wasCommitted } from '../../storage/was-committed.ts';
import { wholeNumber } from '../../storage/whole-number.ts';
import type { AlarmDeliveriesOptions } from './alarms/alarm-deliveries-store.ts';
import { dropWaiting, keptReason, recentWebhookAttempts, webhookSecretOwner } from './webhook-rows.ts';

function numberOrNull(value: unknown): number | null {
  return value === null ? null : Number(wholeNumber(value));
}

type DeliveriesPart = Pick<WebhooksStore, 'tried' | 'findDelivery' | 'sentAgain' | 'recentAttempts' | 'deliveries'>;

/** Stores the deliveries of webhooks. */
function deliveriesOf(engine: Engine, { clock, ids }: AlarmDeliveriesOptions): DeliveriesPart {
  const db = compilerFor(engine.sql);

  return {
    async tried({ id, accountId }, body, { failure, status }) {
      const nowMs = clock.nowMs();
      const query = db.insertInto('webhook_deliveries').values({
        id: ids.uuid(),
        webhook_id: id,
        account_id: accountId,
        notice_id: null,
        event: 'test',
        body,
        state: failure === null ? 'sent' : 'failed',
        attempts: 1,
        last_error: keptReason(failure),
        status,
        created_at: nowMs,
        tried_at: nowMs,
      });
      await engine.write([{ query: query.compile() }], []);
    },

    async findDelivery(webhookId, id) {
      const query = sql`select attempts, body from webhook_deliveries where id = ${id} and webhook_id = ${webhookId}`;
      const [row] = await engine.read('hot', query.compile(db));
      return row === undefined ? null : { id, attempts: Number(wholeNumber(row.attempts)), body: String(row.body) };
    },

    async sentAgain(webhook, { id, attempts }, { failure, status }) {
      const has = failure === null ? sql`'sent'` : sql`state`;
      const attempt = sql`update webhook_deliveries set state = ${has}, attempts = attempts + 1, last_error = ${keptReason(failure)},
        status = ${status === null ? null : BigInt(status)}, tried_at = ${BigInt(clock.nowMs())}
        where id = ${id} and attempts = ${BigInt(attempts)}`;
      const arrived = sql`update webhooks set failing_since = null where id = ${webhook.id}`;
      await engine.write([{ query: attempt.compile(db) }, ...(failure === null ? [{ query: arrived.compile(db) }] : [])], []);
    },

    recentAttempts: (accountId) => recentWebhookAttempts(engine, accountId, clock.nowMs()),

    async deliveries(webhookId, { limit, after }) {
      const query = sql`select d.id, d.event, d.state, d.attempts, d.status, d.last_error, d.created_at, d.tried_at, q.due_at
        from webhook_deliveries d left join queue_items q on q.queue = ${webhooksQueue} and q.dedupe_key = d.id
          and q.state = 'waiting' and d.state = 'waiting'
        where d.webhook_id = ${webhookId} ${after === null ? sql`` : sql`and d.id < ${after}`}
        order by d.id desc limit ${BigInt(limit)}`;
      return (await engine.read('reports', query.compile(db))).map((row) => ({
        id: String(row.id),
        event: String(row.event),
        state: row.state as 'waiting' | 'sent' | 'failed',
        attempts: Number(wholeNumber(row.attempts)),
        status: numberOrNull(row.status),
        lastError: row.last_error as string | null,
        createdAtMs: Number(wholeNumber(row.created_at)),
        triedAtMs: numberOrNull(row.tried_at),
        nextTryMs: numberOrNull(row.due_at),
      }));
    },
  };
}

/** Stores the webhooks of accounts, as shown to their members. */
export function createWebhooksStore(engine: Engine, { clock, ids, box }: AlarmDeliveriesOptions): WebhooksStore {
  const db = compilerFor(engine.sql);

  return {
    async list(accountId) {
      const query = sql`select id, sealed_url, events, enabled, failing_since, created_at from webhooks
        where account_id = ${accountId} order by created_at, id`;
      return (await engine.read('reports', query.compile(db))).map((row): Webhook => ({
        id: String(row.id),
        accountId,
        url: box.open(row.sealed_url as Uint8Array, String(row.id)),
        events: JSON.parse(String(row.events)) as readonly WebhookEvent[],
        enabled: wholeNumber(row.enabled) === 1n,
        failingSinceMs: numberOrNull(row.failing_since),
        createdAtMs: Number(wholeNumber(row.created_at)),
      }));
    },

    async secretOf(id) {
      const [row] = await engine.read('hot', sql`select sealed_secret from webhooks where id = ${id}`.compile(db));
      return row === undefined ? null : box.open(row.sealed_secret as Uint8Array, webhookSecretOwner(id));
    },

    async add({ id, accountId, url, events, createdAtMs }, secret, countMax, audit) {
      // Locks the account, so that concurrent requests cannot exceed the maximum.
      const hold = sql`update accounts set name = name where id = ${accountId}`;
      const insert = sql`insert into webhooks (id, account_id, sealed_url, host, sealed_secret, events, created_at)
        select ${id}, a.id, ${box.seal(url, id)}, ${new URL(url).host}, ${box.seal(secret, webhookSecretOwner(id))},
          ${JSON.stringify(events)}, cast(${BigInt(createdAtMs)} as bigint) from accounts a where a.id = ${accountId}
          and (select count(*) from webhooks w where w.account_id = a.id) < ${sql.lit(countMax)}`;
      return wasCommitted(
        engine.write([{ query: hold.compile(db) }, { query: insert.compile(db), mustWrite: 'webhook' }], [audit]),
      );
    },

    async change({ id, events, enabled, failingSinceMs }, audit) {
      const query = sql`update webhooks set events = ${JSON.stringify(events)}, enabled = ${enabled ? 1n : 0n},
        failing_since = ${failingSinceMs === null ? null : BigInt(failingSinceMs)} where id = ${id}`;
      const waiting = enabled ? [] : [{ query: dropWaiting(id).compile(db) }];
      await engine.write([{ query: query.compile(db), mustWrite: 'webhook' }, ...waiting], [audit]);
    },

    async remove(id, audit) {
      const deliveries = db.deleteFrom('webhook_deliveries').where('webhook_id', '=', id);
      await engine.write(
        [{ query: deliveries.compile() }, { query: db.deleteFrom('webhooks').where('id', '=', id).compile() }],
        [audit],
      );
    },

    ...deliveriesOf(engine, { clock, ids, box }),
  };
}
