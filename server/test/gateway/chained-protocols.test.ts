/**
 * Goal: every chat protocol of clients works at every chat protocol of upstreams: the same answer, usage and charge, and a truthful end.
 *
 * Method: a second gateway is the upstream. It speaks every protocol, and its sandbox has tools, thinking and faults.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { dialects } from '../../src/dialects/registry.ts';
import { modelEndpoints } from '../../src/endpoints/registry.ts';
import type { ModelEndpoint } from '../../src/endpoints/endpoint.ts';
import { endsWithError } from '../stream-text.ts';
import { startFixture, type CallRow, type Fixture } from './fixture.ts';
import { must } from '../scenarios/scenario.ts';
import { post, type RawAnswer } from './raw-client.ts';

/** Protocols that clients of chat completions can use at an upstream. */
const chatting = dialects.filter(({ kind, serves }) => kind === 'chat' && serves.has('chat-completions'));
const spoken = chatting.map(({ name }) => name);
/** Endpoints whose clients every such upstream serves. */
const chatEndpoints = modelEndpoints.filter(({ dialect }) => chatting.every(({ serves }) => serves.has(dialect)));

let upstream: Fixture;
let fixture: Fixture;
before(async () => {
  upstream = await startFixture();
  fixture = await startFixture();
  for (const dialect of spoken) {
    await must(fixture, 'POST', '/providers', {
      name: `by-${dialect}`,
      chat_dialects: [dialect],
      routes: [{ region: 'domestic', base_url: `http://127.0.0.1:${String(upstream.port)}/v1`, api_key: upstream.key }],
      models: [{ model: `by/${dialect}`, upstream_model: 'sandbox/chat' }],
    });
    await must(fixture, 'PUT', `/models/by%2F${dialect}`, { kind: 'chat', price: { input: '2', output: '8' } });
  }
});
after(async () => {
  await fixture.closeSettled();
  await upstream.closeSettled();
});

interface Called {
  readonly answer: RawAnswer;
  readonly row: CallRow;
}

/** Sends the endpoint's example with another question. */
async function ask({ document, path }: ModelEndpoint, model: string, question: string, stream: boolean): Promise<Called> {
  const example = JSON.stringify({ ...document.example, model }).replace('Hello!', question);
  const body: unknown = stream ? { ...JSON.parse(example), stream: true } : JSON.parse(example);
  const answer = await post(fixture.port, body, { path: `/v1${path}`, key: fixture.key });
  return { answer, row: await fixture.nextRow() };
}

/** Everything that the model said: texts of any protocol contain each other only in quotes. */
function saidIn(body: string): string {
  return body.replaceAll(/"(?:id|created|created_at|msg|request_id|sequence_number|signature|item_id)":\s*(?:"[^"]*"|\d+)/g, '');
}

for (const endpoint of chatEndpoints)
  describe(`clients of ${endpoint.name}`, () => {
    for (const stream of [false, true])
      test(`get the same ${stream ? 'streamed' : 'whole'} answer, usage and charge at upstreams of every protocol`, async () => {
        const seen = [];
        for (const dialect of spoken) {
          const { answer, row } = await ask(endpoint, `by/${dialect}`, '[think] Hello, 世界!', stream);
          assert.equal(answer.status, 200, `${dialect}: ${answer.body}`);
          assert.deepEqual([row.ending, row.endpoint, row.attempts], ['complete', endpoint.name, 1]);
          assert.match(saidIn(answer.body), /sandbox|世界/);
          if (!stream) endpoint.document.answer.schema.parse(JSON.parse(answer.body));
          seen.push([row.input_tokens, row.output_tokens, row.reasoning_tokens, row.charge_exact]);
        }
        for (const figures of seen) assert.deepEqual(figures, seen[0], spoken.join());
        assert.ok(Number(seen[0]?.[3]) > 0);
      });

    test('get one truthful error, uncharged, when an upstream of any protocol breaks off or refuses', async () => {
      for (const dialect of spoken) {
        const cut = await ask(endpoint, `by/${dialect}`, '[sandbox_cut_after_chunks: 4] Hello!', true);
        assert.ok(endsWithError(cut.answer.body), `${dialect}: ${cut.answer.body.slice(-300)}`);
        assert.deepEqual([cut.row.ending, Number(cut.row.charge_exact)], ['upstream_broke', 0], dialect);
        const refused = await ask(endpoint, `by/${dialect}`, '[sandbox_status: 400] Hello!', false);
        assert.deepEqual([refused.answer.status, refused.row.ending], [400, 'refused'], dialect);
        const failed = await ask(endpoint, `by/${dialect}`, '[sandbox_status: 500] Hello!', true);
        assert.deepEqual([failed.answer.status, Number(failed.row.charge_exact)], [503, 0], dialect);
      }
    });
  });
