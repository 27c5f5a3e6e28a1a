import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WaitingWebhook, WebhookAnswer, WebhookEnding } from '../../domain/webhooks/webhook-deliveries.ts';
import { sendWebhooksJob } from './send-webhooks-job.ts';

const nowMs = Date.UTC(2026, 10, 21);
const dayMs = 86_400_000;
const arrived: WebhookAnswer = { status: 200, failure: null };
const failed: WebhookAnswer = { status: 500, failure: 'the server answered with status 500' };

/** Attempts one waiting event of an account with the given recent attempts. */
async function attempted({
  recent = 0,
  answer = arrived,
  isGone = false,
  isAborted = false,
  ...own
}: Partial<WaitingWebhook> & { recent?: number; answer?: WebhookAnswer; isGone?: boolean; isAborted?: boolean }) {
  const waiting: WaitingWebhook = {
    id: 'evt_1',
    webhookId: 'wh_1',
    accountId: 'acc_1',
    attempts: 0,
    failingSinceMs: null,
    url: 'https://example.com',
    secret: 'whsec',
    body: '{}',
    ...own,
  };
  const sent: unknown[] = [];
  const endings: WebhookEnding[] = [];
  const job = sendWebhooksJob({
    deliveries: {
      putDue: () => Promise.resolve(),
      find: () => Promise.resolve(isGone ? null : waiting),
      recentAttempts: (accountId) => Promise.resolve(accountId === waiting.accountId ? recent : 0),
      ended: (_waiting, ending) => Promise.resolve(void endings.push(ending)),
    },
    send: (webhook) => Promise.resolve(sent.push(webhook)).then(() => answer),
    nowMs: () => nowMs,
  });
  const signal = isAborted ? AbortSignal.abort(new Error('stopped')) : new AbortController().signal;
  const result = await job.run({ id: waiting.id }, { signal, progress: () => Promise.resolve() }).catch(String);
  return { result, sent: sent.length, ending: endings[0] ?? null };
}

test('an account has 12 attempts in a minute; the next one waits, counts nothing, and is not sent', async () => {
  assert.deepEqual(await attempted({ recent: 11 }), {
    result: 'sent',
    sent: 1,
    ending: { ...arrived, isLast: false, turnsOff: false },
  });
  for (const recent of [12, 13]) {
    const { result, sent, ending } = await attempted({ recent });
    assert.match(String(result), /as many attempts as there are in a minute/);
    assert.deepEqual([sent, ending], [0, null]);
  }
});

test('an event that no longer waits, or whose attempt was interrupted, is not sent', async () => {
  assert.deepEqual(await attempted({ isGone: true }), { result: 'nothing to do', sent: 0, ending: null });
  assert.deepEqual(await attempted({ isAborted: true }), { result: 'Error: stopped', sent: 0, ending: null });
});

test('an undelivered event is sent again, eight times in all, and then given up', async () => {
  const again = await attempted({ answer: failed, attempts: 6 });
  assert.match(String(again.result), /status 500/);
  assert.equal(again.ending?.isLast, false);
  const last = await attempted({ answer: failed, attempts: 7 });
  assert.deepEqual([last.result, last.ending?.isLast], ['given up', true]);
  assert.equal((await attempted({ attempts: 7 })).result, 'sent', 'the last one can arrive');
});

test('a webhook at which nothing has arrived for more than three days is turned off, and only by an attempt that fails', async () => {
  for (const [failingSinceMs, answer, turnsOff] of [
    [nowMs - 3 * dayMs - 1, failed, true],
    [nowMs - 3 * dayMs, failed, false],
    [nowMs - 4 * dayMs, arrived, false],
    [null, failed, false],
  ] as const)
    assert.equal((await attempted({ failingSinceMs, answer })).ending?.turnsOff, turnsOff, String(failingSinceMs));
});
