/** Goal: the count of broken connections never prevents a call from being settled, and the operator is informed of errors. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { silentLogger, type Logger } from '../../src/platform/logger.ts';
import { chatCall, must, newKey, question } from '../scenarios/scenario.ts';
import { after as afterGate, chat } from '../scripted-upstream/behaviours.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import { startFixture, type Fixture } from './fixture.ts';

const warnings: { readonly fields: Readonly<Record<string, unknown>>; readonly text: string }[] = [];
const logger: Logger = {
  ...silentLogger,
  warn(fields: object, text: string) {
    warnings.push({ fields: { ...fields }, text });
  },
};

let fixture: Fixture;
before(async () => {
  fixture = await startFixture({ logger });
});
after(() => fixture.closeSettled());

/** One valid call, during which the count of broken connections behaves like this. */
async function callWhile(ended: () => unknown): Promise<void> {
  const { brokenConnections } = fixture.service.gateway;
  const own = brokenConnections.ended.bind(brokenConnections);
  warnings.length = 0;
  Object.assign(brokenConnections, { ended });
  try {
    assert.equal((await chatCall(fixture, fixture.key)).status, 200);
    assert.equal((await fixture.nextRow()).charge_exact, '0.000064');
  } finally {
    Object.assign(brokenConnections, { ended: own });
  }
  await fixture.expectSettled();
}

test('a call is charged and its slot freed although its taken amount is unknown, and the operator is informed', async () => {
  await callWhile(() => Promise.reject(new Error('the database is away')));
  assert.equal(warnings.length, 1);
  assert.match(warnings[0]?.text ?? '', /could not load what was charged/);
  assert.deepEqual(
    [warnings[0]?.fields.accountId, String(warnings[0]?.fields.err)],
    [fixture.accountId, 'Error: the database is away'],
  );
});

test('where the limits answer later, as those of a fleet do, a call is settled, logged and alerted of as where they do at once', async () => {
  const { coordination } = fixture.service.gateway;
  const settle = coordination.settle.bind(coordination);
  Object.assign(coordination, { settle: async (...asked: Parameters<typeof settle>) => settle(...asked) });
  try {
    const { key, id } = await newKey(fixture, { daily_cap: '0.0001' });
    for (let call = 0; call < 2; call += 1) assert.equal((await chatCall(fixture, key)).status, 200);
    await fixture.expectSettled();
    const rows = await fixture.rows(`&key_id=${id}`);
    assert.deepEqual(
      rows.map(({ charge_exact: charge }) => charge),
      ['0.000064', '0.000064'],
    );
    const { data } = await must(fixture, 'GET', `/accounts/${fixture.accountId}/notices`);
    const kinds = data.flatMap((notice: { key_id: string; kind: string }) => (notice.key_id === id ? [notice.kind] : []));
    assert.deepEqual(kinds.toSorted(), ['cap_100', 'cap_80', 'cap_90']);
  } finally {
    Object.assign(coordination, { settle });
  }
});

test('every admitted call is counted once at its start and once at its end, with its reservation', async () => {
  const { brokenConnections } = fixture.service.gateway;
  const begin = brokenConnections.begun.bind(brokenConnections);
  const end = brokenConnections.ended.bind(brokenConnections);
  let [inFlight, begun, ended] = [0n, 0, 0];
  Object.assign(brokenConnections, {
    begun(keyId: string, reserved: bigint) {
      begun += 1;
      inFlight += reserved;
      begin(keyId, reserved);
    },
    ended(call: Parameters<typeof end>[0]) {
      ended += 1;
      inFlight -= call.reserved;
      return end(call);
    },
  });
  try {
    assert.equal((await chatCall(fixture, fixture.key)).status, 200);
    assert.equal((await chatCall(fixture, fixture.key, { ...question, stream: true })).status, 200);
    assert.equal((await chatCall(fixture, fixture.key, { ...question, temperature: 9 })).status, 400);
    await fixture.expectSettled();
    assert.deepEqual([begun, ended, inFlight], [2, 2, 0n]);
  } finally {
    Object.assign(brokenConnections, { begun: begin, ended: end });
  }
});

test('an account refused for calls in flight is checked again, and only if something newer can be known', async () => {
  const { brokenConnections } = fixture.service.gateway;
  const judge = brokenConnections.judge.bind(brokenConnections);
  const refresh = brokenConnections.refresh.bind(brokenConnections);
  const attempt = async (isNewer: boolean) => {
    Object.assign(brokenConnections, {
      judge: () => ({ allowed: true, slowed: false, heldMax: -1n }),
      refresh() {
        if (isNewer) Object.assign(brokenConnections, { judge });
        return Promise.resolve(isNewer);
      },
    });
    try {
      return (await chatCall(fixture, fixture.key)).status;
    } finally {
      Object.assign(brokenConnections, { judge, refresh });
    }
  };
  const gate = new Gate();
  const sent = fixture.upstream.requests.length;
  fixture.upstream.next(afterGate(gate, chat()));
  const inFlight = chatCall(fixture, fixture.key);
  await fixture.waitFor(() => fixture.upstream.requests.length > sent);
  try {
    assert.deepEqual([await attempt(true), await attempt(false)], [200, 429]);
  } finally {
    gate.open();
  }
  assert.equal((await inFlight).status, 200);
  await fixture.expectSettled();
});

test('an account that passes a bound has a notice, and the operator a warning that names it', async () => {
  await callWhile(() => ['key', 'account']);
  const { accountId, keyId } = fixture;
  assert.deepEqual(
    warnings.map(({ fields }) => fields),
    ['key', 'account'].map((whose) => ({ accountId, keyId, whose })),
  );
  const { data } = await must(fixture, 'GET', `/accounts/${accountId}/notices`);
  const kinds = data.map(({ kind }: { readonly kind: string }) => kind);
  assert.equal(kinds.filter((kind: string) => !kind.startsWith('cap_')).length, 2);
});
