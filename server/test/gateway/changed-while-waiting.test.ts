/**
 * Goal: changes during a call's wait for the limits apply to it. Method: holds the wait open, makes the change, then ends the wait. A
 * single process waits for its account's figures; a fleet waits for every response of the coordination server.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import type { Admission, RateState } from '../../src/domain/limits/coordination.ts';
import { chatCall, must, newKey, question, type CallAnswer, type NewKey } from '../scenarios/scenario.ts';
import { after as afterGate, chat } from '../scripted-upstream/behaviours.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import { startFixture, type Fixture } from './fixture.ts';
import { postBytes, RawClient } from './raw-client.ts';

let fixture: Fixture;
before(async () => {
  fixture = await startFixture();
});
after(() => fixture.closeSettled());

interface Held {
  /** Resolves when a call waits. */
  readonly waits: Promise<void>;
  letGo(): void;
}

/** Holds the next call at `what`; its result is what the limits returned then. */
function hold(what: 'prepare' | 'admit'): Held {
  const { coordination } = fixture.service.gateway;
  const waiting = Promise.withResolvers<undefined>();
  const held = Promise.withResolvers<undefined>();
  const asked = coordination[what].bind(coordination) as (...args: readonly unknown[]) => unknown;
  Object.assign(coordination, {
    async [what](...args: readonly unknown[]) {
      Object.assign(coordination, { [what]: asked });
      const answer = await asked(...args);
      waiting.resolve(undefined);
      await held.promise;
      return answer;
    },
  });
  return {
    waits: waiting.promise,
    letGo() {
      held.resolve(undefined);
    },
  };
}

async function changedMeanwhile(what: 'prepare' | 'admit', key: NewKey, change: () => Promise<unknown>): Promise<CallAnswer> {
  const held = hold(what);
  const called = chatCall(fixture, key.key);
  await held.waits;
  try {
    await change();
  } finally {
    held.letGo();
  }
  return called;
}

type Change = (key: NewKey) => Promise<unknown>;

const refused: readonly (readonly [name: string, change: Change, code: string])[] = [
  ['the key is deleted', ({ id }) => must(fixture, 'DELETE', `/keys/${id}`), 'invalid_api_key'],
  ['the key is disabled', ({ id }) => must(fixture, 'PATCH', `/keys/${id}`, { status: 'disabled' }), 'invalid_api_key'],
  [
    "the model is taken from the key's list",
    ({ id }) => must(fixture, 'PATCH', `/keys/${id}`, { model_allow_list: ['sandbox/chat'] }),
    'model_not_allowed',
  ],
];

const atStage = { prepare: 'its figures are loaded', admit: 'the limits of a fleet answer' } as const;

for (const stage of ['prepare', 'admit'] as const) {
  describe(`while ${atStage[stage]}`, () => {
    for (const [name, change, code] of refused) {
      test(`${name}: the call is refused, and nothing stays set aside`, async () => {
        const key = await newKey(fixture);
        const sent = fixture.upstream.requests.length;
        const answer = await changedMeanwhile(stage, key, () => change(key));
        assert.equal(answer.code, code, answer.text);
        assert.equal(fixture.upstream.requests.length, sent, 'no upstream is called');
        await fixture.expectSettled();
      });
    }
  });
}

test('a stop while the limits of a fleet respond refuses the call, and nothing stays reserved', async () => {
  const { state } = fixture.service.gateway;
  const key = await newKey(fixture);
  const begin = () => {
    state.draining = true;
    return Promise.resolve();
  };
  assert.equal((await changedMeanwhile('admit', key, begin)).code, 'maintenance');
  state.draining = false;
  await fixture.expectSettled();
});

test('no upstream works for a client that left while the limits respond', async () => {
  const key = await newKey(fixture);
  const gate = new Gate();
  fixture.upstream.next(afterGate(gate, chat()));
  const held = hold('admit');
  const client = await RawClient.open(fixture.port);
  client.send(postBytes(question, { key: key.key }));
  await held.waits;
  client.leave();
  const { running } = fixture.service.gateway.state;
  await fixture.waitFor(() => running.snapshot().some((call) => call.client.left));
  held.letGo();
  await fixture.waitFor(() => running.size === 0);
  gate.open();
  await fixture.expectSettled();
  const [row] = await fixture.rows(`&key_id=${key.id}`);
  assert.deepEqual([row?.status, row?.ending, Number(row?.charge_exact)], [499, 'client_left', 0]);
});

/** Writes what another node would write, without a notification. */
function writeUnheard(sql: string, id: string): void {
  const db = new DatabaseSync(join(fixture.folder, 'tollgate.db'), { timeout: 10_000 });
  db.prepare(sql).run(id);
  db.close();
}

/** The limits of a fleet report, once, that the account has changed since it was read. */
function sayStaleOnce(): void {
  const { coordination } = fixture.service.gateway;
  const admit = coordination.admit.bind(coordination);
  const rate: RateState = { limitRequests: null, remainingRequests: null, resetMs: 0 };
  Object.assign(coordination, {
    admit(): Admission {
      Object.assign(coordination, { admit });
      return { admitted: false, refusal: { reason: 'stale', revision: 1 }, rate };
    },
  });
}

const unheard: readonly (readonly [name: string, sql: string, code: string])[] = [
  ['a key that is disabled', "update keys set status = 'disabled' where id = ?", 'invalid_api_key'],
  ['the models of a key', `update keys set model_allow_list = '["sandbox/chat"]' where id = ?`, 'model_not_allowed'],
];
for (const [name, sql, code] of unheard)
  test(`what another node changed is read again when the limits say that it changed: ${name}`, async () => {
    const key = await newKey(fixture);
    assert.equal((await chatCall(fixture, key.key)).status, 200, 'its entries are in memory');
    writeUnheard(sql, key.id);
    assert.equal((await chatCall(fixture, key.key)).status, 200, 'nobody has told of the change yet');
    sayStaleOnce();
    assert.equal((await chatCall(fixture, key.key)).code, code);
    await fixture.expectSettled();
  });

test('a price that another node lowered is charged from the answer on that says it: half the price, half the charge', async () => {
  const key = await newKey(fixture);
  const setMultiplier = (ppm: number): void => {
    writeUnheard(`update accounts set price_multiplier_ppm = ${String(ppm)} where id = ?`, fixture.accountId);
  };
  assert.equal((await chatCall(fixture, key.key)).status, 200, 'its entries are in memory');
  setMultiplier(500_000);
  sayStaleOnce();
  assert.equal((await chatCall(fixture, key.key)).status, 200);
  setMultiplier(1_000_000);
  await fixture.expectSettled();
  const [half, whole] = await fixture.rows(`&key_id=${key.id}`);
  assert.ok(Number(whole?.charge_exact) > 0);
  assert.equal(Number(half?.charge_exact) * 2, Number(whole?.charge_exact));
});

describe('an answer of the limits that comes after a change is no answer', () => {
  test('a cap set meanwhile refuses the call', async () => {
    const key = await newKey(fixture);
    const set = () => must(fixture, 'PATCH', `/keys/${key.id}`, { daily_cap: '0' });
    assert.equal((await changedMeanwhile('admit', key, set)).code, 'daily_cap_reached');
    await fixture.expectSettled();
  });

  test('money taken from the account meanwhile refuses the call', async () => {
    const { accountId } = fixture;
    const key = await newKey(fixture);
    const { balance } = await must(fixture, 'GET', `/accounts/${accountId}`);
    const correct = (amount: string) =>
      must(fixture, 'POST', `/accounts/${accountId}/credits`, { amount, reason: 'test', bucket: 'adjustment' });
    assert.equal(
      (await changedMeanwhile('admit', key, () => correct(`-${String(balance.available)}`))).code,
      'balance_exhausted',
    );
    await correct(balance.available);
    await fixture.expectSettled();
  });

  test('a lowered rate refuses the call; what changes nothing for it lets it through, charged once', async () => {
    const key = await newKey(fixture);
    const limit = (requests_per_minute: number | null) =>
      must(fixture, 'PATCH', `/accounts/${fixture.accountId}`, { limits: { requests_per_minute } });
    await limit(1000);
    const answer = await changedMeanwhile('admit', key, () => limit(1));
    assert.equal(answer.code, 'rate_limit_exceeded', answer.text);
    await limit(null);
    const remark = () => must(fixture, 'PATCH', `/keys/${key.id}`, { remark: 'renamed' });
    assert.equal((await changedMeanwhile('admit', key, remark)).status, 200);
    await fixture.expectSettled();
    const rows = await fixture.rows(`&key_id=${key.id}`);
    assert.equal(rows.filter(({ status }) => status === 200).length, 1);
  });

  test('an answer that nothing overtook is the answer: nobody is asked again', async () => {
    const key = await newKey(fixture);
    const sent = fixture.upstream.requests.length;
    const { coordination } = fixture.service.gateway;
    const admit = coordination.admit.bind(coordination);
    let asked = 0;
    Object.assign(coordination, {
      admit(...args: Parameters<typeof admit>) {
        asked += 1;
        return admit(...args);
      },
    });
    assert.equal((await changedMeanwhile('admit', key, () => Promise.resolve())).status, 200);
    Object.assign(coordination, { admit });
    assert.deepEqual([asked, fixture.upstream.requests.length], [1, sent + 1]);
    await fixture.expectSettled();
  });
});
