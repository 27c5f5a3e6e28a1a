/** Goal: requests of clients cost the service a limited amount of memory, connections and disk, and cost other clients nothing. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { endWith } from '../../src/http/closing.ts';
import { startFixture, type Fixture, type FixtureOptions } from '../gateway/fixture.ts';
import { post, postBytes, RawClient, type RawAnswer } from '../gateway/raw-client.ts';
import { reportFigures } from '../proofs/figures.ts';
import { chatCall, must, newKey, question, type NewKey } from '../scenarios/scenario.ts';
import { chat, stall } from '../scripted-upstream/behaviours.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import { after as afterGate } from '../scripted-upstream/behaviours.ts';
import { waitFor } from '../wait-for.ts';

async function withFixture(options: FixtureOptions, run: (fixture: Fixture) => Promise<void>): Promise<void> {
  const fixture = await startFixture(options);
  try {
    await run(fixture);
    await fixture.expectSettled();
  } finally {
    await fixture.close();
  }
}

/** A second account with a separate key. */
async function stranger(fixture: Fixture): Promise<NewKey> {
  const account: { readonly id: string } = await must(fixture, 'POST', '/accounts', { name: 'Other', plan: 'dedicated' });
  return must(fixture, 'POST', `/accounts/${account.id}/keys`, {});
}

function codeOf(answer: RawAnswer): string {
  return (JSON.parse(answer.body) as { readonly error: { readonly code: string } }).error.code;
}

const mib = 1024 * 1024;
const megabyteBody = { ...question, padding: 'x'.repeat(mib) };

describe('memory', () => {
  const env = { TOLLGATE_LARGE_BYTES_MAX: String(8 * mib) };

  test('large bodies beyond the limit are refused with 503 and retry-after, while small ones and other accounts continue', async () => {
    await withFixture({ env }, async (fixture) => {
      const { bodyMemory } = fixture.service.gateway;
      const bytes = postBytes(megabyteBody, { key: fixture.key });
      const clients = await Promise.all(Array.from({ length: 20 }, () => RawClient.open(fixture.port)));
      try {
        // Everything except the last byte: the memory that these requests use now, they use until they continue.
        for (const client of clients) client.send(bytes.subarray(0, -1));
        const refused = (): number => clients.filter(({ received }) => received.length > 0).length;
        await fixture.waitFor(() => refused() > 0 && bodyMemory.held + refused() * mib >= 6 * mib - mib);
        assert.ok(bodyMemory.held <= 6 * mib, `${String(bodyMemory.held)} bytes are held`);
        const answer = await clients.find(({ received }) => received.length > 0)?.answer();
        assert.ok(answer);
        assert.deepEqual([answer.status, codeOf(answer)], [503, 'too_many_large_requests']);
        assert.equal(answer.headers['retry-after'], '2');
        assert.equal((await chatCall(fixture, fixture.key)).status, 200, 'a small call of the same key');
        const other = await stranger(fixture);
        assert.equal((await chatCall(fixture, other.key, megabyteBody)).status, 200, 'a large call of another account');
        for (const client of clients) client.send(bytes.subarray(-1));
        const statuses = (await Promise.all(clients.map((client) => client.answer()))).map(({ status }) => status);
        assert.ok(statuses.every((status) => status === 200 || status === 503));
        assert.ok(statuses.filter((status) => status === 200).length >= 4, `${statuses.join(' ')}: some got through`);
      } finally {
        for (const client of clients) client.socket.destroy();
      }
      await fixture.waitFor(() => fixture.service.gateway.state.running.size === 0);
      assert.equal(bodyMemory.held, 0, 'nothing is held for calls that are over');
    });
  });

  test('small bodies sent in part share a separate limit; whole ones, and those of other accounts, continue', async (context) => {
    await withFixture({ env }, async (fixture) => {
      const { bodyMemory } = fixture.service.gateway;
      const small = postBytes({ ...question, padding: 'x'.repeat(63 * 1024) }, { key: fixture.key });
      const clients = await Promise.all(Array.from({ length: 60 }, () => RawClient.open(fixture.port)));
      const refused = (): number => clients.filter(({ received }) => received.length > 0).length;
      try {
        for (const client of clients) client.send(small.subarray(0, -1));
        await fixture.waitFor(() => refused() > 0 && bodyMemory.held + refused() * 60 * 1024 >= mib);
        const held = bodyMemory.held;
        assert.ok(held <= 1.5 * mib, `${String(held)} bytes are held`);
        const answer = await clients.find(({ received }) => received.length > 0)?.answer();
        assert.ok(answer);
        assert.deepEqual([answer.status, codeOf(answer)], [503, 'too_many_large_requests']);
        assert.equal((await post(fixture.port, { ...question, padding: 'x'.repeat(20_000) }, { key: fixture.key })).status, 200);
        const other = await stranger(fixture);
        const half = await RawClient.open(fixture.port);
        const bytes = postBytes(question, { key: other.key });
        half.send(bytes.subarray(0, -1));
        await fixture.waitFor(() => bodyMemory.held > held);
        half.send(bytes.subarray(-1));
        assert.equal((await half.answer()).status, 200, 'a body of another account that comes in two parts');
        half.socket.destroy();
        for (const client of clients) client.send(small.subarray(-1));
        const statuses = (await Promise.all(clients.map((client) => client.answer()))).map(({ status }) => status);
        const served = statuses.filter((status) => status === 200).length;
        assert.ok(served >= 10, `${String(served)} of those that were let in are served`);
        reportFigures(context, 'F13', { 'bodies of 63 KB sent in part': clients.length, 'bytes held for them': held });
      } finally {
        for (const client of clients) client.socket.destroy();
      }
      await fixture.waitFor(() => fixture.service.gateway.state.running.size === 0);
      assert.equal(bodyMemory.held, 0);
    });
  });

  test('a call that waits for its answer still holds its body; one that is refused or left lets go of it', async () => {
    await withFixture({ env }, async (fixture) => {
      const { bodyMemory } = fixture.service.gateway;
      const gate = new Gate();
      fixture.upstream.next(afterGate(gate, chat()));
      const call = chatCall(fixture, fixture.key, megabyteBody);
      await gate.reached;
      assert.ok(bodyMemory.held > mib);
      gate.open();
      assert.equal((await call).status, 200);
      await fixture.waitFor(() => bodyMemory.held === 0);
      assert.equal((await chatCall(fixture, fixture.key, { ...megabyteBody, model: 'nobody/has-it' })).status, 404);
      await fixture.waitFor(() => bodyMemory.held === 0);
      fixture.upstream.next(stall());
      const client = await RawClient.open(fixture.port);
      client.send(postBytes(megabyteBody, { key: fixture.key }));
      await fixture.upstream.nextRequest();
      await fixture.upstream.nextRequest();
      client.leave();
      await fixture.waitFor(() => bodyMemory.held === 0);
    });
  });

  test('a body without room is released at its refusal, even if an earlier response delays the refusal', async () => {
    await withFixture({ env }, async (fixture) => {
      const { bodyMemory, state } = fixture.service.gateway;
      const gate = new Gate();
      fixture.upstream.next(afterGate(gate, chat()));
      const client = await RawClient.open(fixture.port);
      client.send(postBytes(question, { key: fixture.key }));
      await gate.reached;
      client.send(postBytes({ ...question, padding: 'x'.repeat(7 * mib) }, { key: fixture.key }));
      await fixture.waitFor(() => state.running.snapshot().some((call) => call.client.status === 503));
      assert.equal(client.received.length, 0, 'the refusal waits for the first answer');
      assert.equal(bodyMemory.held, 0);
      gate.open();
      assert.equal((await client.answer()).status, 200);
      client.socket.destroy();
    });
  });

  test('responses that must be buffered as a whole share the limit: 503, uncharged, and the upstream is stopped', async () => {
    await withFixture({ env }, async (fixture) => {
      const gate = new Gate();
      fixture.upstream.next(afterGate(gate, chat()));
      const waiting = chatCall(fixture, fixture.key, { ...question, padding: 'x'.repeat(5 * mib) });
      await gate.reached;
      fixture.upstream.next(chat('x'.repeat(8 * mib)));
      const answer = await post(fixture.port, question, { key: fixture.key });
      assert.deepEqual([answer.status, codeOf(answer)], [503, 'too_many_large_requests']);
      const row = await (async () => {
        gate.open();
        assert.equal((await waiting).status, 200);
        return (await fixture.rows()).find(({ status }) => status === 503);
      })();
      assert.deepEqual([row?.ending, row?.error_code, Number(row?.charge_exact)], ['refused', 'too_many_large_requests', 0]);
      assert.ok(Number(row?.uncollected) > 0, 'what the upstream did is told');
      assert.equal(fixture.upstream.requests.at(-1)?.state, 'cancelled');
      fixture.upstream.next(chat('x'.repeat(mib)));
      assert.equal((await post(fixture.port, question, { key: fixture.key })).status, 200, 'with room it is delivered');
    });
  });
});

describe('connections', () => {
  /** A server that gives every connection a last response while the client continues to send. The limits use real time. */
  async function ends(limits: { silenceMs: number; totalMs: number; discardedBytesMax: number }, bytes: Buffer): Promise<void> {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      endWith(socket, 'HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n', limits);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = await RawClient.open((server.address() as AddressInfo).port);
    client.socket.allowHalfOpen = true;
    try {
      await waitFor(
        () => {
          if (!client.closed) client.send(bytes);
          return client.closed;
        },
        { what: 'the connection is cut', everyMs: 5 },
      );
      assert.match(client.received.toString(), /^HTTP\/1\.1 400/);
    } finally {
      client.socket.destroy();
      server.close();
    }
  }

  test('a client that trickles on after its last answer is cut', () =>
    ends({ silenceMs: 60_000, totalMs: 100, discardedBytesMax: 64 * mib }, Buffer.from('x')));

  test('a client that pours on after its last answer is cut', () =>
    ends({ silenceMs: 60_000, totalMs: 60_000, discardedBytesMax: mib }, Buffer.alloc(64 * 1024)));
});

describe('disk', () => {
  test('refused calls of one key get separate rows up to the bound, then one per code with their count; good ones always do', async () => {
    await withFixture({ env: { TOLLGATE_REFUSED_CALLS_LOGGED_PER_MINUTE: '5' } }, async (fixture) => {
      const other = await newKey(fixture);
      for (let call = 0; call < 40; call += 1) {
        const answer = await chatCall(fixture, fixture.key, { ...question, model: `random/${String(call)}` });
        assert.equal(answer.code, 'model_not_found', 'the client hears the truth all the same');
      }
      for (let call = 0; call < 7; call += 1) assert.equal((await chatCall(fixture, fixture.key)).status, 200);
      assert.equal((await chatCall(fixture, other.key, { ...question, model: 'random/x' })).code, 'model_not_found');
      const rows = await fixture.rows();
      assert.equal(rows.filter(({ status, key_id: key }) => status === 404 && key === fixture.keyId).length, 5);
      assert.equal(rows.filter(({ status }) => status === 200).length, 7);
      assert.equal(rows.filter(({ key_id: key }) => key === other.id).length, 1, 'another key has a count of its own');
      fixture.clock.advance(61_000);
      const [folded, ...more] = (await fixture.rows()).filter(({ id }) => !rows.some((row) => row.id === id));
      assert.deepEqual([folded?.count, folded?.error_code, folded?.charge, more.length], [35, 'model_not_found', '0.0000', 0]);
      assert.equal((await chatCall(fixture, fixture.key, { ...question, model: 'random/y' })).code, 'model_not_found');
      assert.equal((await fixture.rows()).length, rows.length + 2, 'a minute later they are written again');
      const usage: { readonly data: readonly { readonly calls: number }[] } = await must(
        fixture,
        'GET',
        '/usage?group_by=key_id',
      );
      assert.equal(
        usage.data.reduce((sum, { calls }) => sum + calls, 0),
        40 + 7 + 1 + 1,
        'every call is in the sums',
      );
    });
  });

  test('a key of a trial account with 60 requests a minute, refused 1,000 times in a minute, leaves 601 rows, all calls counted, also over a stop', async () => {
    const account = { plan: 'free-trial', limits: {} };
    const fixture = await startFixture({ account });
    const wrong = { ...question, model: 'nobody/sells-this' };
    try {
      for (let call = 0; call < 1000; call += 50)
        await Promise.all(Array.from({ length: 50 }, () => chatCall(fixture, fixture.key, wrong)));
      await fixture.service.stop();
      const again = await startFixture({ account, folder: fixture.folder, clock: fixture.clock });
      try {
        const path = `/calls?account_id=${fixture.accountId}&limit=200`;
        const counts: number[] = [];
        for (let cursor = ''; ;) {
          const page: { readonly data: readonly { count: number }[]; readonly next: string | null } = await must(
            again,
            'GET',
            path + cursor,
          );
          counts.push(...page.data.map(({ count }) => count));
          if (page.next === null) break;
          cursor = `&cursor=${page.next}`;
        }
        assert.equal(counts.length, 601);
        assert.deepEqual(
          counts.filter((count) => count > 1),
          [400],
        );
        await again.expectSettled();
      } finally {
        await again.close();
      }
    } finally {
      await fixture.close();
    }
  });

  test('model names that nobody sells leave no trace in the usage figures', async () => {
    await withFixture({}, async (fixture) => {
      const listed = await newKey(fixture, { model_allow_list: ['test/chat'] });
      for (let call = 0; call < 10; call += 1) {
        await chatCall(fixture, fixture.key, { ...question, model: `random/${String(call)}` });
        await chatCall(fixture, listed.key, { ...question, model: `random/${String(call)}` });
      }
      const rows = await fixture.rows();
      assert.equal(rows.length, 20);
      assert.ok(rows.every(({ model }) => model === null));
      assert.ok(
        rows.every(({ error }) => error?.includes('"random/')),
        'the log tells which name it was',
      );
    });
  });
});
