import { webhookEvents } from '@tollgate/contract/notices/webhook-events';
import { sql } from 'kysely';
import { webhooksQueue, type WaitingWebhook, type WebhookDeliveries } from '../../domain/webhooks/webhook-deliveries.ts';
import { compilerFor } from '../../storage/compiler.ts';
import type { Engine, UnitStatement } from '../../storage/engine.ts';
import { wasCommitted } from '../../storage/was-committed.ts';
import { wholeNumber } from '../../storage/whole-number.ts';
import type { AlarmDeliveriesOptions } from './alarms/alarm-deliveries-store.ts';
import { noticeStatement } from '../../storage/stores/notice-statements.ts';
import { queued } from '../../storage/stores/queue-items-store.ts';
import { dropWaiting, keptReason, recentWebhookAttempts, webhookSecretOwner } from './webhook-rows.ts';

type Row = Readonly<Record<string, unknown>>;

const noticesPerRun = 50;
const hourMs = 60 * 60_000;
/** Per webhook. Caps that are raised and lowered repeatedly cause a notification each time. */
const perHour = 60;

/** The body, which is equal for every attempt. */
function bodyOf(id: string, notice: Row): string {
  const keyId = String(notice.key_id);
  return JSON.stringify({
    id,
    type: String(notice.kind),
    account_id: String(notice.account_id),
    created_at: new Date(Number(wholeNumber(notice.created_at))).toISOString(),
    data: { ...(JSON.parse((notice.params as string | null) ?? '{}') as object), ...(keyId === '' ? {} : { id: keyId }) },
  });
}

/** Queues recent account notifications for their webhooks. */
function putter(engine: Engine, { clock, ids }: AlarmDeliveriesOptions): () => Promise<void> {
  const db = compilerFor(engine.sql);
  const now = (): bigint => BigInt(clock.nowMs());

  /** The webhooks of the account that subscribe to the event and are below their rate limit. */
  async function listenersOf(notice: Row): Promise<readonly string[]> {
    const query = sql`select w.id, w.events from webhooks w where w.account_id = ${String(notice.account_id)} and w.enabled = 1
      and (select count(*) from webhook_deliveries d where d.webhook_id = w.id
        and d.created_at > ${now() - BigInt(hourMs)}) < ${sql.lit(perHour)}`;
    const rows = await engine.read('reports', query.compile(db));
    return rows
      .filter(({ events }) => (JSON.parse(String(events)) as readonly string[]).includes(String(notice.kind)))
      .map(({ id }) => String(id));
  }

  async function put(notice: Row): Promise<void> {
    const noticeId = wholeNumber(notice.id);
    const done = sql`update notices set hook_due = 0 where id = ${noticeId} and hook_due = 1`;
    const deliveries = (await listenersOf(notice)).flatMap((webhookId): readonly UnitStatement[] => {
      const id = ids.uuid();
      const insert = sql`insert into webhook_deliveries (id, webhook_id, account_id, notice_id, event, body, state, created_at)
        select ${id}, w.id, w.account_id, cast(${noticeId} as bigint), ${String(notice.kind)}, ${bodyOf(id, notice)}, 'waiting',
          cast(${now()} as bigint) from webhooks w where w.id = ${webhookId}`;
      return [{ query: insert.compile(db) }, queued(engine, clock, { queue: webhooksQueue, payload: { id }, dedupeKey: id })];
    });
    // Otherwise another node was faster.
    await wasCommitted(engine.write([{ query: done.compile(db), mustWrite: 'notice' }, ...deliveries], []));
  }

  return async () => {
    const waiting = sql`select 1 from notices where hook_due = 1 limit 1`;
    if ((await engine.read('hot', waiting.compile(db))).length === 0) return;
    // Notices without a subscribed webhook, which are by far the most.
    const forNobody = sql`hook_due = 1 and (kind not in (${sql.join([...webhookEvents])})
        or not exists (select 1 from webhooks w where w.account_id = notices.account_id and w.enabled = 1))`;
    const some = sql`select 1 from notices where ${forNobody} limit 1`;
    if ((await engine.read('reports', some.compile(db))).length > 0)
      await engine.write([{ query: sql`update notices set hook_due = 0 where ${forNobody}`.compile(db) }], []);
    const due = sql`select id, account_id, key_id, kind, params, created_at from notices where hook_due = 1
        order by id limit ${BigInt(noticesPerRun)}`;
    for (const notice of await engine.read('reports', due.compile(db))) await put(notice);
  };
}

/** Stores the deliveries to webhooks of accounts. */
export function createWebhookDeliveriesStore(engine: Engine, options: AlarmDeliveriesOptions): WebhookDeliveries {
  const { clock, box } = options;
  const db = compilerFor(engine.sql);
  const now = (): bigint => BigInt(clock.nowMs());

  function turnOff({ webhookId, accountId, failingSinceMs }: WaitingWebhook, url: string): readonly UnitStatement[] {
    const off = sql`update webhooks set enabled = 0 where id = ${webhookId}`;
    const notice = noticeStatement(engine, {
      accountId,
      kind: 'webhook_off',
      source: `webhook:${webhookId}:${String(failingSinceMs)}`,
      link: '/inbox/alerts',
      params: { host: new URL(url).host },
      atMs: clock.nowMs(),
    });
    return [{ query: off.compile(db) }, { query: dropWaiting(webhookId).compile(db) }, notice];
  }

  return {
    putDue: putter(engine, options),

    async find(id) {
      const query = sql`select d.attempts, d.webhook_id, d.account_id, d.body, w.sealed_url, w.sealed_secret, w.failing_since
        from webhook_deliveries d join webhooks w on w.id = d.webhook_id
        where d.id = ${id} and d.state = 'waiting' and w.enabled = 1`;
      const [row] = await engine.read('hot', query.compile(db));
      if (row === undefined) return null;
      const webhookId = String(row.webhook_id);
      return {
        id,
        webhookId,
        accountId: String(row.account_id),
        attempts: Number(wholeNumber(row.attempts)),
        body: String(row.body),
        url: box.open(row.sealed_url as Uint8Array, webhookId),
        secret: box.open(row.sealed_secret as Uint8Array, webhookSecretOwner(webhookId)),
        failingSinceMs: row.failing_since === null ? null : Number(wholeNumber(row.failing_since)),
      };
    },

    recentAttempts: (accountId) => recentWebhookAttempts(engine, accountId, clock.nowMs()),

    async ended(waiting, { failure, status, isLast, turnsOff }) {
      const state = failure === null ? 'sent' : isLast || turnsOff ? 'failed' : 'waiting';
      const attempt = sql`update webhook_deliveries set state = ${state}, attempts = attempts + 1, last_error = ${keptReason(failure)},
        status = ${status === null ? null : BigInt(status)}, tried_at = ${now()} where id = ${waiting.id} and state = 'waiting' and attempts = ${BigInt(waiting.attempts)}`;
      const standing =
        failure === null
          ? sql`update webhooks set failing_since = null where id = ${waiting.webhookId}`
          : sql`update webhooks set failing_since = coalesce(failing_since, ${now()}) where id = ${waiting.webhookId}`;
      const unit = [
        { query: attempt.compile(db), mustWrite: 'delivery' },
        { query: standing.compile(db) },
        ...(turnsOff ? turnOff(waiting, waiting.url) : []),
      ];
      // Otherwise another attempt has ended meanwhile.
      await wasCommitted(engine.write(unit, []));
    },
  };
}
