/**
 * Goal: a call refused at any stage, streamed or not, gets an error of the catalogue, costs nothing and reaches no upstream. It keeps no
 * reservation and no slot, and belongs to the account of its key, or to none. Method: one refusal per stage and limit, each with a separate
 * key, on the real service.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { checkRefusal, expectRefused, question, sendBytes, type Refusal } from '../bad-input/refusals.ts';
import { stall } from '../scripted-upstream/behaviours.ts';
import { startFixture, type Fixture } from './fixture.ts';
import { post, postBytes, RawClient, type RawAnswer } from './raw-client.ts';

interface Key {
  readonly id: string;
  readonly key: string;
}

interface Prepared {
  readonly key: string | null;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** Restores everything for the next case. */
  readonly restore?: () => unknown;
  /** Set if another call runs meanwhile; its row comes first. */
  readonly busy?: boolean;
}

interface Case extends Refusal {
  readonly stage: string;
  readonly prepare: (fixture: Fixture) => Promise<Prepared>;
}

async function newKey(fixture: Fixture, settings: object, accountId = fixture.accountId): Promise<Key> {
  const { status, body } = await fixture.admin('POST', `/accounts/${accountId}/keys`, settings);
  assert.equal(status, 201, JSON.stringify(body));
  return body as Key;
}

async function newAccount(fixture: Fixture, settings: object, credit: string | null): Promise<string> {
  const { body } = await fixture.admin('POST', '/accounts', { name: 'Other', trial_credit: false, ...settings });
  const { id } = body as { readonly id: string };
  if (credit !== null) await fixture.admin('POST', `/accounts/${id}/credits`, { amount: credit, reason: 'test', bucket: 'paid' });
  return id;
}

/** A key whose running call uses the only slot, or the whole cap. */
async function busyKey(fixture: Fixture, settings: object): Promise<Prepared> {
  const { key } = await newKey(fixture, settings);
  fixture.upstream.next(stall());
  const client = await RawClient.open(fixture.port);
  client.send(postBytes(question, { key }));
  const request = await fixture.upstream.nextRequest();
  return {
    key,
    busy: true,
    async restore() {
      client.leave();
      await request.cancelled;
      await fixture.nextRow();
    },
  };
}

const cases: readonly Case[] = [
  {
    stage: 'receive: a malformed head',
    code: 'malformed_request',
    prepare: (fixture) => Promise.resolve({ key: fixture.key, headers: { host: 'a/../b' } }),
  },
  { stage: 'authenticate: no key', code: 'invalid_api_key', prepare: () => Promise.resolve({ key: null }) },
  {
    stage: 'authenticate: a key nobody has',
    code: 'invalid_api_key',
    prepare: () => Promise.resolve({ key: `sk-${'A'.repeat(38)}` }),
  },
  {
    stage: 'authenticate: a deleted key',
    code: 'invalid_api_key',
    logged: true,
    async prepare(fixture) {
      const { id, key } = await newKey(fixture, {});
      await fixture.admin('DELETE', `/keys/${id}`);
      return { key };
    },
  },
  {
    stage: 'authenticate: an expired key',
    code: 'invalid_api_key',
    logged: true,
    async prepare(fixture) {
      const expiresAt = Temporal.Instant.fromEpochMilliseconds(fixture.clock.nowMs() + 1000).toString();
      const { key } = await newKey(fixture, { expires_at: expiresAt });
      fixture.clock.advance(1500);
      return { key };
    },
  },
  {
    stage: 'authenticate: an address outside the IP allow-list',
    code: 'ip_not_allowed',
    logged: true,
    prepare: (fixture) => newKey(fixture, { ip_allow_list: ['203.0.113.5'] }),
  },
  {
    stage: 'admit: a body that is not JSON',
    code: 'unsupported_media_type',
    logged: true,
    prepare: (fixture) => Promise.resolve({ key: fixture.key, headers: { 'content-type': 'text/plain' } }),
  },
  {
    stage: 'admit: a bad parameter',
    code: 'invalid_parameter',
    param: 'temperature',
    logged: true,
    prepare: (fixture) => Promise.resolve({ key: fixture.key, body: { ...question, temperature: 9 } }),
  },
  {
    stage: 'admit: a model outside the allow-list',
    code: 'model_not_allowed',
    logged: true,
    prepare: (fixture) => newKey(fixture, { model_allow_list: ['sandbox/chat'] }),
  },
  {
    stage: 'admit: an unknown model',
    code: 'model_not_found',
    logged: true,
    prepare: (fixture) => Promise.resolve({ key: fixture.key, body: { ...question, model: 'nobody/has-it' } }),
  },
  {
    stage: 'admit: the rate of the key',
    code: 'rate_limit_exceeded',
    logged: true,
    async prepare(fixture) {
      const { key } = await newKey(fixture, { limits: { requests_per_minute: 1 } });
      assert.equal((await post(fixture.port, question, { key })).status, 200);
      await fixture.upstream.nextRequest();
      await fixture.nextRow();
      return { key };
    },
  },
  {
    stage: 'admit: the concurrency of the key',
    code: 'concurrency_limit_exceeded',
    logged: true,
    prepare: (fixture) => busyKey(fixture, { limits: { concurrency: 1 } }),
  },
  {
    stage: 'admit: a daily cap that is reached',
    code: 'daily_cap_reached',
    logged: true,
    prepare: (fixture) => newKey(fixture, { daily_cap: '0' }),
  },
  {
    stage: 'admit: a monthly cap that is reached',
    code: 'monthly_cap_reached',
    logged: true,
    prepare: (fixture) => newKey(fixture, { monthly_cap: '0' }),
  },
  {
    stage: 'admit: a cap that running calls have reserved',
    code: 'cap_reserved',
    logged: true,
    prepare: (fixture) => busyKey(fixture, { daily_cap: '0.0001' }),
  },
  {
    stage: 'admit: the service is stopping',
    code: 'maintenance',
    logged: true,
    prepare(fixture) {
      const { state } = fixture.service.gateway;
      state.draining = true;
      return Promise.resolve({ key: fixture.key, restore: () => (state.draining = false) });
    },
  },
  {
    stage: 'route: nobody serves the model',
    code: 'upstream_unavailable',
    logged: true,
    async prepare(fixture) {
      await fixture.admin('PUT', '/models/test%2Forphan', { kind: 'chat', price: { input: '1', output: '1' }, confirm: true });
      return { key: fixture.key, body: { ...question, model: 'test/orphan' } };
    },
  },
];

describe('a refused call', () => {
  let fixture: Fixture;

  before(async () => {
    fixture = await startFixture();
  });

  after(() => fixture.closeSettled());

  /** Refused while another call is running. */
  async function refusedBeside(bytes: Buffer, refusal: Refusal): Promise<RawAnswer> {
    const calls = fixture.upstream.requests.length;
    const answer = await sendBytes(fixture, bytes);
    checkRefusal(answer, refusal);
    assert.equal(fixture.upstream.requests.length, calls, 'a refused request must not reach an upstream');
    return answer;
  }

  for (const { stage, prepare, ...refusal } of cases) {
    for (const stream of [false, true]) {
      test(`${stage}: uncharged, no upstream call (${stream ? 'streamed' : 'whole'})`, async () => {
        const prepared = await prepare(fixture);
        const { key, body = question, headers = {} } = prepared;
        const bytes = postBytes({ ...body, stream }, { key, headers });
        try {
          const answer =
            prepared.busy === true ? await refusedBeside(bytes, refusal) : await expectRefused(fixture, bytes, refusal);
          assert.ok(answer.headers['content-type']?.startsWith('application/json'), 'a refusal is never a stream');
        } finally {
          await prepared.restore?.();
        }
        if (prepared.busy === true) assert.equal((await fixture.nextRow()).error_code, refusal.code);
      });
    }
  }

  test('admit: an empty balance: uncharged, no upstream call, advised not to retry', async () => {
    const { key } = await newKey(fixture, {}, await newAccount(fixture, {}, null));
    const calls = fixture.upstream.requests.length;
    const answer = await post(fixture.port, question, { key });
    assert.equal(answer.status, 429);
    assert.equal(JSON.parse(answer.body).error.code, 'balance_exhausted');
    assert.equal(answer.headers['x-should-retry'], 'false');
    assert.equal(fixture.upstream.requests.length, calls);
  });
});
