/** Rows 81 to 86 of the catalogue of bad input: invalid HTTP, headers, texts and figures from upstreams. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  chat,
  gzipBomb,
  head,
  html,
  informational,
  raw,
  redirect,
  refusal,
  stall,
  stream,
  streamToWhole,
  twoLengths,
  vendorHeaders,
  whole,
  wholeToStream,
  withStrayBytes,
  wrongLength,
} from '../scripted-upstream/behaviours.ts';
import { wholeChat } from '../scripted-upstream/chat-bodies.ts';
import type { Behaviour } from '../scripted-upstream/scripted-exchange.ts';
import { startFixture, type CallRow, type Fixture } from '../gateway/fixture.ts';
import { postBytes, type RawAnswer } from '../gateway/raw-client.ts';
import { checkRefusal, expectHealthy, question, reportedCharge, sendBytes } from './refusals.ts';

/** The key of the fixture's provider. */
const upstreamKey = 'upstream-secret-key';

const faults: readonly (readonly [name: string, behaviour: Behaviour])[] = [
  ['row 81: a gzip bomb', gzipBomb(50_000_000)],
  ['row 81: fifty codings', gzipBomb(1_000, Array.from({ length: 50 }, () => 'gzip').join(', '))],
  ['row 81: Content-Length too long', wrongLength(10)],
  ['row 81: two contradicting Content-Length', twoLengths()],
  [
    'row 81: Content-Length and Transfer-Encoding',
    whole('3\r\n{}\n\r\n0\r\n\r\n', { headers: { 'transfer-encoding': 'chunked' } }),
  ],
  ['row 81: status 999', whole('{}', { status: 999 })],
  ['row 81: status 204', raw(head(204, {}))],
  ['row 81: a flood of 103', informational(10_000, 103, chat())],
  ['row 81: a redirect', redirect('http://127.0.0.1:1/')],
  ['row 82: a header with a bare CR', raw('HTTP/1.1 200 OK\r\nx: a\rb\r\ncontent-length: 2\r\n\r\n{}')],
  ['row 82: headers without end', raw(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(70_000)}`)],
  ['row 78: an HTML page', html()],
  ['row 78: an error in place of an answer', whole('{"error":{"message":"no credit"}}')],
];

const costless = (row: CallRow): void => {
  assert.equal(Number(row.charge_exact), 0);
};

describe('answers of upstreams', () => {
  let fixture: Fixture;

  before(async () => {
    fixture = await startFixture();
  });

  after(() => fixture.close());

  async function call(behaviour: Behaviour, streamed: boolean): Promise<{ readonly answer: RawAnswer; readonly row: CallRow }> {
    fixture.upstream.otherwise(behaviour);
    const answer = await sendBytes(fixture, postBytes({ ...question, stream: streamed }, { key: fixture.key }));
    const row = await fixture.nextRow();
    fixture.upstream.otherwise(chat());
    // Prevents a failed route from being ejected during the next test.
    fixture.clock.advance(400_000);
    return { answer, row };
  }

  test('the log has the cause of a refusal as the client got it: the words of the upstream, without what is ours', async () => {
    for (const words of ['temperature is too high', `the key ${upstreamKey} may not set seed`]) {
      const { answer, row } = await call(refusal(400, { error: { message: words, type: 'x', code: null } }), false);
      const { error }: { readonly error: { readonly message: string } } = JSON.parse(answer.body);
      assert.equal(answer.status, 400);
      assert.equal(row.error, `the upstream refused the request with status 400: ${error.message}`);
      assert.ok(!row.error.includes(upstreamKey));
      costless(row);
    }
  });

  for (const [name, behaviour] of faults) {
    test(`${name}: 503 in both forms, not charged, reported to the operator`, async () => {
      for (const streamed of [false, true]) {
        const { answer, row } = await call(behaviour, streamed);
        checkRefusal(answer, { code: 'upstream_unavailable', words: /temporarily unavailable/ });
        costless(row);
        assert.equal(row.ending, 'upstream_broke');
        assert.ok((row.error ?? '').length > 5);
      }
    });
  }

  test('row 81: a few 103 are skipped, and a 100 nobody asked for', async () => {
    for (const [count, status] of [
      [5, 103],
      [1, 100],
    ] as const)
      assert.equal((await call(informational(count, status, chat()), false)).row.charge_exact, reportedCharge);
  });

  test('row 81: bytes behind Content-Length never reach this client or the next one', async () => {
    for (const behaviour of [withStrayBytes(), wrongLength(-10)]) {
      const { answer } = await call(behaviour, false);
      assert.ok(!answer.body.includes('stolen'));
      const next = await call(chat(), false);
      assert.equal(next.row.charge_exact, reportedCharge);
      assert.ok(next.answer.body.includes('Hello there'));
    }
  });

  test('row 82: of the headers of an upstream none reaches the client', async () => {
    const { answer, row } = await call(vendorHeaders(), false);
    assert.equal(answer.headers['x-request-id'], row.id);
    const known = /^(?:x-request-id|content-type|content-length|date|connection|keep-alive|access-control-.*|x-ratelimit-.*)$/;
    for (const [name, value] of Object.entries(answer.headers)) {
      assert.match(name, known);
      assert.doesNotMatch(value, /secret|vendor|timeout=5$/);
    }
  });

  test("row 83: an upstream's words carry neither our key nor its address, in answer, call log and refusal", async () => {
    const words = `Incorrect key ${upstreamKey} for ${fixture.upstream.baseUrl}/chat/completions of org-Abc123: temperature must be low`;
    for (const [status, body] of [
      [400, { error: { message: words, param: 'temperature' } }],
      [422, { detail: words }],
      [401, { error: { message: words } }],
      [500, { error: { message: words } }],
      [400, { error: { message: `temperature must be low, not sk-proj-${'a1'.repeat(20)} at https://inner.test/x` } }],
    ] as const) {
      for (const streamed of [false, true]) {
        const { answer, row } = await call(refusal(status, body), streamed);
        costless(row);
        for (const text of [answer.body, JSON.stringify(row)])
          assert.doesNotMatch(text, /upstream-secret|127\.0\.0\.1:\d+\/v1|inner\.test|sk-proj|org-Abc/);
      }
    }
  });

  test('row 84: comments alone are cut at the total deadline', async () => {
    fixture.upstream.next(stream([': hi\n\n', ': hi\n\n'], { ending: 'stall' }));
    const sent = sendBytes(fixture, postBytes({ ...question, stream: true }, { key: fixture.key }));
    await fixture.waitFor(() => fixture.upstream.open === 1);
    await fixture.advanceUntilOver(1_801_000);
    assert.match((await sent).body, /"code":"upstream_unavailable"/);
    const row = await fixture.nextRow();
    costless(row);
    assert.equal(row.ending, 'timeout');
    await fixture.waitFor(() => fixture.upstream.open === 0);
  });

  test('row 84: silence is cut at the first-byte or the total deadline', async () => {
    fixture.upstream.next(stall());
    const sent = sendBytes(fixture, postBytes(question, { key: fixture.key }));
    await fixture.waitFor(() => fixture.upstream.open === 1);
    await fixture.advanceUntilOver(601_000);
    checkRefusal(await sent, { code: 'upstream_unavailable' });
    assert.equal((await fixture.nextRow()).ending, 'timeout');
  });

  const figures: readonly (readonly [name: string, usage: unknown, charge: 'doubtful' | 'estimated' | 'none'])[] = [
    ['missing', undefined, 'estimated'],
    ['null', null, 'estimated'],
    ['negative', { prompt_tokens: -12, completion_tokens: 5, total_tokens: -7 }, 'none'],
    ['an answer of less than nothing', { prompt_tokens: 12, completion_tokens: -5, total_tokens: 7 }, 'none'],
    ['less than nothing cached', { prompt_tokens: 12, completion_tokens: 5, cached_tokens: -1 }, 'none'],
    ['10^18', { prompt_tokens: 12, completion_tokens: 1e18, total_tokens: 1e18 }, 'none'],
    ['fractions', { prompt_tokens: 12.5, completion_tokens: 5, total_tokens: 17.5 }, 'none'],
    ['words', { prompt_tokens: 'twelve', completion_tokens: 5, total_tokens: 17 }, 'none'],
    [
      'more sound than was sent at all',
      { prompt_tokens: 12, completion_tokens: 5, total_tokens: 17, prompt_tokens_details: { audio_tokens: 13 } },
      'none',
    ],
    ['a total that is not the sum', { prompt_tokens: 12, completion_tokens: 5, total_tokens: 99 }, 'doubtful'],
  ];

  for (const [name, usage, charge] of figures) {
    test(`row 85: usage, ${name}: ${{ none: 'never money', estimated: 'charged as estimated', doubtful: 'charged as reported, and marked' }[charge]}, the same in both forms`, async () => {
      const charges = [];
      for (const streamed of [false, true]) {
        const given = usage === undefined || usage === null ? null : (usage as Readonly<Record<string, unknown>>);
        const behaviour: Behaviour =
          usage === null && !streamed
            ? whole((request) => wholeChat(request, 'Hello there', { usage: null }).replace(/\}$/, ',"usage":null}'))
            : chat('Hello there', { usage: given });
        const { answer, row } = await call(behaviour, streamed);
        assert.equal(answer.status, 200);
        assert.equal(row.ending, 'complete');
        assert.equal(row.usage_estimated, charge === 'estimated' || charge === 'doubtful');
        if (charge === 'none') costless(row);
        if (charge === 'doubtful') assert.equal(row.charge_exact, reportedCharge);
        charges.push(row.charge_exact);
      }
      assert.equal(charges[0], charges[1]);
    });
  }

  test('row 86: a whole answer to a stream request, or a stream to a whole one, is never relayed in the wrong framing', async () => {
    for (const [behaviour, streamed] of [
      [wholeToStream(), true],
      [streamToWhole(), false],
    ] as const) {
      const { answer, row } = await call(behaviour, streamed);
      checkRefusal(answer, { code: 'upstream_unavailable', words: /temporarily unavailable/ });
      costless(row);
    }
  });

  test('after all of it the service is what it was', () => expectHealthy(fixture));
});
