/** Goal: a large unstreamed response, read in many turns of the event loop, is relayed, charged and given up like a small one. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Relay, WholeAnswer } from '../../src/dialects/dialect.ts';
import { question, reportedCharge } from '../bad-input/refusals.ts';
import { wholeChat } from '../scripted-upstream/chat-bodies.ts';
import { whole } from '../scripted-upstream/behaviours.ts';
import { startFixture, type Fixture } from './fixture.ts';
import { post, postBytes, RawClient } from './raw-client.ts';
import { withRelay } from './with-relay.ts';

let fixture: Fixture;
before(async () => {
  fixture = await startFixture();
});
after(() => fixture.closeSettled());

const entry = '{"token":"hello","logprob":-0.1,"bytes":[104,101],"top_logprobs":[]}';
const logprobs = `{"content":[${Array<string>(50_000).fill(entry).join(',')}]}`;

/** Replaces how the dialect reads a whole response. */
function readBy<Result>(readWhole: Relay['readWhole'], run: () => Promise<Result>): Promise<Result> {
  return withRelay(fixture.service.gateway, () => ({ readWhole }), run);
}

test('megabytes of logprobs reach the client as the upstream wrote them, and are charged', async () => {
  fixture.upstream.next(whole((request) => wholeChat(request, 'hi').replace('"logprobs":null', `"logprobs":${logprobs}`)));
  const { status, body } = await post(fixture.port, question, { key: fixture.key });
  assert.equal(status, 200);
  assert.ok(body.includes(`"logprobs":${logprobs}`));
  assert.ok(body.includes('"model":"test/chat"'));
  const row = await fixture.nextRow();
  assert.deepEqual([row.ending, row.charge_exact], ['complete', reportedCharge]);
});

test('a body that is not an answer is not charged, however large', async () => {
  fixture.upstream.next(
    whole((request) => wholeChat(request, 'hi').replace('"logprobs":null', `"logprobs":${logprobs.slice(0, -1)}`)),
  );
  assert.equal((await post(fixture.port, question, { key: fixture.key })).status, 503);
  const row = await fixture.nextRow();
  assert.deepEqual([row.ending, Number(row.charge_exact)], ['upstream_broke', 0]);
});

test('a body above the maximum size is logged as such, and does not count against the route', async () => {
  const { catalog, routing } = fixture.service.gateway;
  const failures = (): unknown =>
    catalog.current.providers.flatMap(({ routes }) => routes.map((route) => routing.report(route).failures.get('protocol')));
  const earlier = failures();
  const padding = Buffer.alloc(64 * 1024 * 1024, ' ').toString();
  fixture.upstream.next(whole((request) => `${padding}${wholeChat(request, 'hi')}`));
  assert.equal((await post(fixture.port, question, { key: fixture.key })).status, 503);
  const row = await fixture.nextRow();
  assert.deepEqual([row.ending, row.error_code, Number(row.charge_exact)], ['upstream_broke', 'upstream_unavailable', 0]);
  assert.match(JSON.stringify(row.attempt_log), /the answer is larger than accepted/);
  assert.deepEqual(failures(), earlier);
});

test('a defect of ours half-way ends that call, uncharged', async () => {
  const { status } = await readBy(
    function* () {
      yield;
      throw new TypeError('a defect');
    },
    () => post(fixture.port, question, { key: fixture.key }),
  );
  assert.equal(status, 500);
  assert.equal(Number((await fixture.nextRow()).charge_exact), 0);
});

test('a client that leaves half-way ends the reading', async () => {
  let steps = 0;
  await readBy(
    function* (): Generator<undefined, WholeAnswer> {
      for (;;) {
        steps += 1;
        yield;
      }
    },
    async () => {
      const client = await RawClient.open(fixture.port);
      client.send(postBytes(question, { key: fixture.key }));
      await fixture.waitFor(() => steps > 3);
      client.leave();
      assert.equal((await fixture.nextRow()).ending, 'client_left');
    },
  );
  const before = steps;
  for (let turns = 0; turns < 5; turns += 1) await new Promise(setImmediate);
  assert.ok(steps <= before + 1);
});
