/**
 * Goal: the table of outcomes applies to every operation of the registry, streamed or not: status, ending, charge, log row, and an upstream
 * that never works for nobody. Features of chat alone are in outcome-table.test.ts; tasks, which end independently of their client, are in
 * ../music/. Method: as there; the upstream is the sandbox behind a real socket with disturbances.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { dialects } from '../../src/dialects/registry.ts';
import type { ModelEndpoint } from '../../src/endpoints/endpoint.ts';
import { modelEndpoints } from '../../src/endpoints/registry.ts';
import { sandboxProvider } from '../../src/providers/sandbox/sandbox-provider.ts';
import { must } from '../scenarios/scenario.ts';
import { head, refusal, resetBeforeAnswer, stall } from '../scripted-upstream/behaviours.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import type { Behaviour, ScriptedExchange } from '../scripted-upstream/scripted-exchange.ts';
import { startFixture, type CallRow, type Fixture } from './fixture.ts';
import { formBytes, formHeaders, picture, postBytes, RawClient } from './raw-client.ts';

let fixture: Fixture;

interface Reply {
  readonly contentType: string;
  readonly chunks: readonly Buffer[];
}

/** The sandbox's response to a request in wire form. */
function sandboxReply({ request }: ScriptedExchange): Promise<Reply> {
  const { transport } = fixture.service.gateway;
  const [route] = sandboxProvider.routes;
  assert.ok(route);
  const { keys: _keys, ...called } = route;
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const chunks: Buffer[] = [];
  let contentType = '';
  const type = request.headers['content-type'] ?? '';
  const timeouts = { connectTimeoutMs: 1_000, firstByteTimeoutMs: 60_000, idleTimeoutMs: 60_000, totalTimeoutMs: 60_000 };
  transport.send(
    {
      route: { ...called, apiKey: null },
      dialect: '',
      path: request.path.replace('/v1', ''),
      body: request.bytes,
      timeouts,
      stream: request.stream,
      contentType: type.startsWith('multipart/') ? type : undefined,
    },
    {
      onHead: (_status, headers) => (contentType = String(headers['content-type'])),
      onData: (chunk) => chunks.push(chunk),
      onEnd() {
        resolve({ contentType, chunks });
      },
      onFault: ({ cause }) => {
        reject(new Error(cause));
      },
    },
  );
  return promise;
}

type End = 'whole' | 'cut' | 'reset' | 'silent';

/** Sends the sandbox's response, or only its start. */
function answering(end: End): Behaviour {
  return async (exchange) => {
    const { contentType, chunks } = await sandboxReply(exchange);
    const all = Buffer.concat(chunks);
    const isStream = contentType.startsWith('text/event-stream');
    const part = isStream ? Buffer.concat(chunks.slice(0, Math.max(chunks.length >> 1, 1))) : all.subarray(0, all.length >> 1);
    const sent = end === 'whole' ? all : part;
    const length = String((end === 'whole' || end === 'cut' ? sent : all).length);
    await exchange.write(Buffer.concat([head(200, { 'content-type': contentType, 'content-length': length }), sent]));
    if (end === 'reset') exchange.reset();
    else if (end !== 'silent') exchange.done();
  };
}

interface Expected {
  readonly status: number;
  readonly ending: CallRow['ending'];
  readonly code: string | null;
}

interface Case {
  readonly behaviour: Behaviour;
  readonly whole: Expected;
  /** Set if the stream ends differently. */
  readonly stream?: Expected;
  readonly isSilent?: true;
}

const complete: Expected = { status: 200, ending: 'complete', code: null };
const unavailable: Expected = { status: 503, ending: 'upstream_broke', code: 'upstream_unavailable' };
const broken: Expected = { ...unavailable, status: 200 };
const timedOut: Expected = { ...unavailable, ending: 'timeout' };

const cases: Readonly<Record<string, Case>> = {
  'answers well': { behaviour: answering('whole'), whole: complete },
  'refuses the request (400)': {
    behaviour: refusal(400),
    whole: { status: 400, ending: 'refused', code: 'invalid_parameter' },
  },
  'refuses our key (401)': { behaviour: refusal(401), whole: unavailable },
  'is overloaded (429)': { behaviour: refusal(429), whole: unavailable },
  'fails (500)': { behaviour: refusal(500), whole: unavailable },
  'resets before the first byte': { behaviour: resetBeforeAnswer(), whole: unavailable },
  'resets after some bytes': { behaviour: answering('reset'), whole: unavailable, stream: broken },
  'ends in the middle': { behaviour: answering('cut'), whole: unavailable, stream: broken },
  'never answers': { behaviour: stall(), whole: timedOut, isSilent: true },
  'falls silent midway': {
    behaviour: answering('silent'),
    whole: timedOut,
    stream: { ...timedOut, status: 200 },
    isSilent: true,
  },
};

/** The protocol in which the upstream is called: that of the sandbox, unless operators cannot choose it. */
function spokenTo({ kind, dialect }: ModelEndpoint): string {
  if (kind !== 'chat') return sandboxProvider.dialects[kind] ?? assert.fail();
  return dialects.find(({ isForOperators = true, serves }) => isForOperators && serves.has(dialect))?.name ?? assert.fail();
}

before(async () => {
  fixture = await startFixture({
    env: { TOLLGATE_FIRST_BYTE_TIMEOUT_MS: '300000', TOLLGATE_IDLE_TIMEOUT_MS: '120000' },
    // Otherwise a client with so many abandoned answers would be refused.
    account: { broken_connections_exempt: '100' },
  });
  Object.assign(fixture.service.gateway.limits, { attemptsMax: 1 });
  for (const endpoint of new Map(modelEndpoints.map((each) => [spokenTo(each), each])).values()) {
    const { kind, document } = endpoint;
    const dialect = spokenTo(endpoint);
    await must(fixture, 'POST', '/providers', {
      name: `upstream-${dialect}`,
      ...(kind === 'chat' ? { dialect } : { dialect: 'chat-completions', dialects: { [kind]: dialect } }),
      routes: [{ region: 'domestic', base_url: fixture.upstream.baseUrl, api_key: 'upstream-secret-key' }],
      models: [{ model: `of/${dialect}`, upstream_model: String(document.example.model).replace('sandbox/', '') }],
    });
    const price = { input: '2', cached_input: '1', output: '3', per_call: '0.5' };
    await must(fixture, 'PUT', `/models/of%2F${dialect}`, { kind, price });
  }
});
after(() => fixture.closeSettled());

function bytesOf(endpoint: ModelEndpoint, streamed: boolean): Buffer {
  const { document, form, kind, path } = endpoint;
  const more = streamed ? { stream: true, ...(kind === 'image' ? { partial_images: 1 } : {}) } : {};
  const fields = { ...document.example, model: `of/${spokenTo(endpoint)}`, ...more };
  const address = { path: `/v1${path}`, key: fixture.key };
  if (form === null) return postBytes(fields, address);
  const parts = Object.entries(fields).map(([name, value]) => [
    name,
    form.files.has(name) ? { fileName: 'a.png', bytes: picture } : value,
  ]);
  return postBytes(formBytes(Object.fromEntries(parts)), { ...address, headers: formHeaders });
}

async function begin(endpoint: ModelEndpoint, streamed: boolean, behaviour: Behaviour) {
  const { requests } = fixture.upstream;
  const asked = requests.length;
  fixture.upstream.otherwise(behaviour);
  const client = await RawClient.open(fixture.port);
  client.send(bytesOf(endpoint, streamed));
  await fixture.waitFor(() => requests.length > asked);
  const request = requests.at(-1);
  assert.ok(request);
  return { client, request };
}

function checkRow(endpoint: ModelEndpoint, row: CallRow, { status, ending, code }: Expected): void {
  assert.deepEqual([row.status, row.ending, row.error_code], [status, ending, code]);
  assert.deepEqual([row.endpoint, row.kind, row.model], [endpoint.name, endpoint.kind, `of/${spokenTo(endpoint)}`]);
  assert.equal(Number(row.charge_exact) >= 0.5, ending === 'complete', row.charge_exact);
  if (ending !== 'complete') assert.equal(Number(row.charge_exact), 0);
}

function outcomes(endpoint: ModelEndpoint, streamed: boolean): void {
  /** Silent text streams are opened with comments; for an image the status comes first. */
  function expectedOf({ whole, stream = whole, behaviour }: Case): Expected {
    if (!streamed) return whole;
    const isOpened = behaviour === cases['never answers']?.behaviour && endpoint.kind !== 'image';
    return isOpened ? { ...stream, status: 200 } : stream;
  }

  for (const [name, upstream] of Object.entries(cases)) {
    test(`the upstream ${name}`, async () => {
      const expected = expectedOf(upstream);
      const { client, request } = await begin(endpoint, streamed, upstream.behaviour);
      if (upstream.isSilent === true) await fixture.advanceUntilOver(700_000);
      const answer = await client.answer();
      client.socket.destroy();
      const row = await fixture.nextRow();
      checkRow(endpoint, row, expected);
      assert.equal(answer.status, expected.status);
      assert.equal(answer.headers['x-request-id'], row.id);
      // Answers of some protocols contain `"error":null`.
      assert.equal(answer.body.includes('"error":{'), expected.ending !== 'complete', answer.body);
      assert.notEqual(await request.over, 'open');
    });
  }

  test('the client leaves before the first byte: not charged, upstream cancelled', async () => {
    const gate = new Gate();
    const { client, request } = await begin(endpoint, streamed, async () => {
      await gate.pass();
    });
    client.leave();
    await request.cancelled;
    gate.open();
    checkRow(endpoint, await fixture.nextRow(), { status: 499, ending: 'client_left', code: 'client_left' });
  });

  if (streamed)
    test('the client disconnects mid-stream: not charged, upstream cancelled, the value recorded for the operator', async () => {
      const { client, request } = await begin(endpoint, streamed, answering('silent'));
      await client.until((text) => text.includes('data: '), 'a part of the stream arrived');
      client.leave();
      await request.cancelled;
      const row = await fixture.nextRow();
      checkRow(endpoint, row, { status: 200, ending: 'client_left', code: 'client_left' });
      assert.ok(Number(row.uncollected) > 0);
    });
}

for (const endpoint of modelEndpoints.filter(({ music }) => music === undefined))
  for (const streamed of endpoint.document.event === null ? [false] : [true, false])
    describe(`${endpoint.name}, ${streamed ? 'streamed' : 'whole'}`, () => {
      outcomes(endpoint, streamed);
    });
