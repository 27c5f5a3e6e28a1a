/**
 * Goal: a change applies from its response on. Method: workers call continuously. No call that started after the response, and none whose
 * body was still arriving at that time, is admitted under the old state.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Agent, request } from 'undici';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { postBytes, RawClient } from '../gateway/raw-client.ts';
import { waitFor } from '../wait-for.ts';
import { chatCall, must, newKey, question, type NewKey } from './scenario.ts';

const workers = 16;
/** Calls that must end before the change, and calls that start after its response. */
const callsBefore = 150;
const callsAfter = 300;
const halfSent = 8;

let fixture: Fixture;
let agent: Agent;
before(async () => {
  fixture = await startFixture();
  agent = new Agent({ connections: workers });
});
after(async () => {
  await agent.destroy();
  await fixture.closeSettled();
});

interface Flow {
  /** Calls started before the response of the change, admitted and refused. */
  readonly early: { admitted: number; refused: number };
  readonly late: { admitted: number; codes: Map<string, number> };
}

async function callOnce(key: string): Promise<{ readonly status: number; readonly code: string }> {
  const { statusCode, body } = await request(`http://127.0.0.1:${String(fixture.port)}/v1/chat/completions`, {
    dispatcher: agent,
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(question),
  });
  const answer = (await body.json()) as { readonly error?: { readonly code: string } };
  return { status: statusCode, code: answer.error?.code ?? '' };
}

/** Starts calls, with headers and half of the body sent. */
async function beginHalf(key: string): Promise<readonly (() => Promise<number>)[]> {
  const bytes = postBytes(question, { key });
  const half = bytes.length - 10;
  const clients = await Promise.all(Array.from({ length: halfSent }, () => RawClient.open(fixture.port)));
  const running = fixture.service.gateway.state.running;
  for (const client of clients) client.send(bytes.subarray(0, half));
  const waiting = (): number => running.snapshot().filter(({ request: { complete } }) => !complete).length;
  await fixture.waitFor(() => waiting() >= halfSent);
  return clients.map((client) => async () => {
    client.send(bytes.subarray(half));
    const { status } = await client.answer();
    client.socket.destroy();
    return status;
  });
}

async function underFlow(key: string, change: () => Promise<unknown>): Promise<Flow> {
  const flow: Flow = { early: { admitted: 0, refused: 0 }, late: { admitted: 0, codes: new Map() } };
  let isChanged = false;
  let lateStarted = 0;
  const work = async (): Promise<void> => {
    while (lateStarted < callsAfter) {
      const isLate = isChanged;
      if (isLate) lateStarted += 1;
      const { status, code } = await callOnce(key);
      if (isLate && status === 200) flow.late.admitted += 1;
      else if (isLate) flow.late.codes.set(code, (flow.late.codes.get(code) ?? 0) + 1);
      else if (status === 200) flow.early.admitted += 1;
      else flow.early.refused += 1;
    }
  };
  const half = await beginHalf(key);
  const working = Promise.all(Array.from({ length: workers }, work));
  await Promise.race([waitFor(() => flow.early.admitted >= callsBefore, { everyMs: 1 }), working]);
  await change();
  isChanged = true;
  const statuses = await Promise.all(half.map(async (finish) => finish()));
  flow.late.admitted += statuses.filter((status) => status === 200).length;
  await working;
  return flow;
}

interface Change {
  readonly settings?: () => Promise<object>;
  readonly make: (key: NewKey & { readonly sub_account_id: string | null }) => Promise<unknown>;
  /** The response to a later call. */
  readonly code: string;
}

const changes: Readonly<Record<string, Change>> = {
  'key deleted': { make: ({ id }) => must(fixture, 'DELETE', `/keys/${id}`), code: 'invalid_api_key' },
  'key reset': { make: ({ id }) => must(fixture, 'POST', `/keys/${id}/reset`), code: 'invalid_api_key' },
  'key disabled': {
    make: ({ id }) => must(fixture, 'PATCH', `/keys/${id}`, { status: 'disabled' }),
    code: 'invalid_api_key',
  },
  'daily cap lowered below use': {
    settings: () => Promise.resolve({ daily_cap: '50' }),
    make: ({ id }) => must(fixture, 'PATCH', `/keys/${id}`, { daily_cap: '0.0001' }),
    code: 'daily_cap_reached',
  },
  'monthly cap set below use': {
    make: ({ id }) => must(fixture, 'PATCH', `/keys/${id}`, { monthly_cap: '0.0001' }),
    code: 'monthly_cap_reached',
  },
  'IP allow-list changed': {
    settings: () => Promise.resolve({ ip_allow_list: ['127.0.0.1'] }),
    make: ({ id }) => must(fixture, 'PATCH', `/keys/${id}`, { ip_allow_list: ['203.0.113.0/24'] }),
    code: 'ip_not_allowed',
  },
  'model allow-list changed': {
    make: ({ id }) => must(fixture, 'PATCH', `/keys/${id}`, { model_allow_list: ['sandbox/chat'] }),
    code: 'model_not_allowed',
  },
  'model allow-list of the sub-account changed': {
    settings: withSubAccount,
    make: (key) => must(fixture, 'PATCH', `/sub-accounts/${String(key.sub_account_id)}`, { model_allow_list: ['sandbox/chat'] }),
    code: 'model_not_allowed',
  },
  'sub-account deleted': {
    settings: withSubAccount,
    make: (key) => must(fixture, 'DELETE', `/sub-accounts/${String(key.sub_account_id)}`),
    code: 'invalid_api_key',
  },
  'account frozen': {
    make: () => must(fixture, 'PATCH', `/accounts/${fixture.accountId}`, { status: 'disabled', status_reason: 'bill unpaid' }),
    code: 'account_frozen',
  },
};

async function withSubAccount(): Promise<object> {
  const { id } = await must(fixture, 'POST', `/accounts/${fixture.accountId}/sub-accounts`, { name: 'Team' });
  return { sub_account_id: id };
}

describe('a change is in force from its answer on', () => {
  for (const [name, { settings, make, code }] of Object.entries(changes)) {
    test(`${name}: no late admission`, async (context) => {
      const key = await must(fixture, 'POST', `/accounts/${fixture.accountId}/keys`, (await settings?.()) ?? {});
      const { early, late } = await underFlow(key.key, () => make(key));
      const refused = [...late.codes.values()].reduce((sum, count) => sum + count, 0);
      assert.equal(late.admitted, 0, 'late admissions');
      assert.deepEqual([...late.codes.keys()], [code]);
      assert.ok(early.admitted >= callsBefore && refused >= callsAfter);
      context.diagnostic(
        `${String(early.admitted)} admitted before, ${String(refused)} calls and ${String(halfSent)} bodies after: 0 admitted`,
      );
    });
  }

  test('a reset key has a replacement that works at once, with the same settings', async () => {
    const key = await newKey(fixture, {});
    await must(fixture, 'PATCH', `/accounts/${fixture.accountId}`, { status: 'active' });
    const replacement = await must(fixture, 'POST', `/keys/${key.id}/reset`);
    assert.equal((await chatCall(fixture, key.key)).status, 401);
    assert.equal((await chatCall(fixture, replacement.key)).status, 200);
  });

  test('a call whose head arrived before a deletion and whose body arrives after it is refused, not charged, and logged', async () => {
    const key = await newKey(fixture, {});
    const half = await beginHalf(key.key);
    await must(fixture, 'DELETE', `/keys/${key.id}`);
    for (const finish of half) assert.equal(await finish(), 401);
    await fixture.service.storage.books.flush();
    const rows = await fixture.rows(`&key_id=${key.id}`);
    assert.equal(rows.length, halfSent);
    for (const row of rows)
      assert.deepEqual([row.status, row.ending, row.error, Number(row.charge_exact)], [401, 'refused', 'deleted', 0]);
  });
});
