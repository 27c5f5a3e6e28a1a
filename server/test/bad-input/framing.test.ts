/** Rows 1 to 20 of the catalogue of bad input: requests with an invalid framing, address or method. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Gate } from '../scripted-upstream/gate.ts';
import { after as behind, chat } from '../scripted-upstream/behaviours.ts';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { postBytes, RawClient } from '../gateway/raw-client.ts';
import { inTime } from '../wait-for.ts';
import {
  checkRefusal,
  expectHealthy,
  expectRefused,
  question,
  questionText,
  sendBytes,
  upstreamRequests,
  type Refusal,
} from './refusals.ts';

const bodyBytesMax = 64 * 1024;
const host = 'Host: gateway.test\r\n';
const json = 'Content-Type: application/json\r\n';
const length = `Content-Length: ${String(questionText.length)}\r\n`;
const size = questionText.length.toString(16);
const chunked = `${size}\r\n${questionText}\r\n0\r\n\r\n`;

/** A POST with these headers in addition to key, host and type. */
function postWith(lines: string, body = questionText): (key: string) => string {
  return (key) => `POST /v1/chat/completions HTTP/1.1\r\n${host}Authorization: Bearer ${key}\r\n${json}${lines}\r\n${body}`;
}

function chunks(body: string): (key: string) => string {
  return postWith('Transfer-Encoding: chunked\r\n', body);
}

/** A request without a body: first line, and headers in addition to the key. */
function line(first: string, lines = host): (key: string) => string {
  return (key) => `${first}\r\n${lines}Authorization: Bearer ${key}\r\n\r\n`;
}

const malformed: Refusal = { code: 'malformed_request', closes: true };
const tooLong: Refusal = { code: 'headers_too_large', closes: true };
/** The headers were valid and the key right, so the account sees it. */
const logged: Refusal = { code: 'malformed_request', closes: true, logged: true };

type Row = readonly [name: string, bytes: (key: string) => string | Buffer, refusal: Refusal];

const rows: readonly Row[] = [
  ['row 1: Content-Length and Transfer-Encoding together', postWith(`${length}Transfer-Encoding: chunked\r\n`), malformed],
  ['row 2: two different Content-Length', postWith(`${length}Content-Length: 3\r\n`), malformed],
  ['row 2: two equal Content-Length', postWith(length + length), malformed],
  ['row 3: Content-Length +4', postWith('Content-Length: +4\r\n'), malformed],
  ['row 3: Content-Length -1', postWith('Content-Length: -1\r\n'), malformed],
  ['row 3: Content-Length "4, 4"', postWith('Content-Length: 4, 4\r\n'), malformed],
  ['row 3: Content-Length of 20 digits', postWith('Content-Length: 99999999999999999999\r\n'), malformed],
  ['row 4: an unknown transfer coding', postWith('Transfer-Encoding: xchunked\r\n', chunked), logged],
  ['row 4: chunked is not the last coding', postWith('Transfer-Encoding: chunked, identity\r\n', chunked), malformed],
  ['row 4: a folded header', postWith(`${length}X-A: b\r\n c\r\n`), malformed],
  ['row 4: a space before the colon', postWith(`${length}X-A : b\r\n`), malformed],
  ['row 5: lines that end with a bare LF', (key) => postWith(length)(key).replaceAll('\r\n', '\n'), malformed],
  ['row 5: one line that ends with a bare LF', postWith(`X-A: b\n${length}`), malformed],
  ['row 5: a bare CR in a value', postWith(`X-A: b\rc\r\n${length}`), malformed],
  ['row 5: NUL in a value', postWith(`X-A: b\0c\r\n${length}`), malformed],
  ['row 5: a head that ends with CR LF CR X', (key) => postWith('')(key).replace(/\r\n\{.*/s, '\rX'), malformed],
  ['row 6: a chunk size that is no number', chunks('zz\r\n'), logged],
  ['row 6: a chunk size 0x4', chunks('0x4\r\n{"a"\r\n0\r\n\r\n'), logged],
  ['row 6: chunks that end with a bare LF', chunks(`${size}\n${questionText}\n0\n\n`), logged],
  ['row 6: a bare LF in a chunk extension', chunks(`${size};a\nb\r\n${questionText}\r\n0\r\n\r\n`), logged],
  [
    'row 7: a chunk extension of 20 KB',
    chunks(`${size};a=${'x'.repeat(20_000)}\r\n${questionText}\r\n0\r\n\r\n`),
    { code: 'body_too_large', closes: true, logged: true },
  ],
  ['row 8: a header block of 17 KB', postWith(`X-A: ${'x'.repeat(17_000)}\r\n${length}`), tooLong],
  ['row 8: 2,500 headers with Content-Length last', postWith('a:b\r\n'.repeat(2500) + length), tooLong],
  ['row 8: 200 headers with Content-Length last', postWith('a:b\r\n'.repeat(200) + length), tooLong],
  ['row 9: two Host lines', postWith(`Host: other.test\r\n${length}`), { ...malformed, words: /Host header is sent twice/ }],
  ['row 9: a Host that is a path', line('GET /v1/models HTTP/1.1', 'Host: a/../admin?\r\n'), { ...malformed, words: /Host/ }],
  ['row 9: a Host with a user', line('GET /v1/models HTTP/1.1', 'Host: user@a\r\n'), { ...malformed, words: /Host/ }],
  ['row 9: an empty Host', line('GET /v1/models HTTP/1.1', 'Host:\r\n'), { ...malformed, words: /Host/ }],
  ['row 9: no Host', line('GET /v1/models HTTP/1.1', ''), { ...malformed, words: /Host header is missing/ }],
  ['row 10: the address of another host', line('GET http://other.test/v1/models HTTP/1.1'), { ...malformed, words: /a path/ }],
  ['row 10: an encoded letter in the path', line('GET /v1/%6dodels HTTP/1.1'), { code: 'unknown_url', logged: true }],
  ['row 10: a dot segment', line('GET /v1/../console HTTP/1.1'), { ...malformed, words: /single meaning/ }],
  ['row 10: an encoded dot segment', line('GET /v1/%2e%2E/console HTTP/1.1'), { ...malformed, words: /single meaning/ }],
  ['row 10: a backslash', line('GET /v1\\models HTTP/1.1'), { ...malformed, words: /single meaning/ }],
  ['row 10: an encoded NUL', line('GET /v1/models%00 HTTP/1.1'), { ...malformed, words: /single meaning/ }],
  ['row 10: NUL', line('GET /v1/mod\0els HTTP/1.1'), malformed],
  [
    'row 10: two slashes before the administrator interface',
    line('GET //api/admin/keys HTTP/1.1'),
    { code: 'unknown_url', logged: true },
  ],
  ['row 10: the administrator interface behind a dot segment', line('GET /v1/../api/admin/keys HTTP/1.1'), malformed],
  [
    'row 10: the administrator interface in capitals',
    line('GET /API/admin/keys HTTP/1.1'),
    { code: 'unknown_url', logged: true },
  ],
  [
    'row 11: GET with a body',
    (key) => `${line('GET /v1/models HTTP/1.1', `${host}Content-Length: 5\r\n`)(key)}hello`,
    { ...malformed, words: /GET request must not/ },
  ],
  [
    'row 11: HTTP/1.0 with Transfer-Encoding',
    (key) => postWith('Transfer-Encoding: chunked\r\n', chunked)(key).replace('/1.1', '/1.0'),
    { ...malformed, words: /HTTP\/1.0/ },
  ],
  ['row 11: HTTP/0.9', () => 'GET /v1/models\r\n\r\n', { ...malformed, words: /only HTTP/ }],
  ['row 11: TLS on the plain port', () => Buffer.from('16030100c8010000c40303', 'hex'), malformed],
  ['row 11: the HTTP/2 preface', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', malformed],
  [
    'row 12: TRACE',
    line('TRACE /v1/models HTTP/1.1'),
    { code: 'method_not_allowed', logged: true, headers: { allow: 'GET, OPTIONS' } },
  ],
  [
    'row 12: DELETE',
    line('DELETE /v1/models HTTP/1.1'),
    { code: 'method_not_allowed', logged: true, headers: { allow: 'GET, OPTIONS' } },
  ],
  [
    'row 12: GET where POST belongs',
    line('GET /v1/chat/completions HTTP/1.1'),
    { code: 'method_not_allowed', logged: true, headers: { allow: 'POST, OPTIONS' } },
  ],
  [
    'row 12: CONNECT',
    () => 'CONNECT other.test:443 HTTP/1.1\r\nHost: other.test:443\r\n\r\n',
    { code: 'method_not_allowed', closes: true, headers: { allow: 'GET, POST, OPTIONS' } },
  ],
  ['row 12: a method nobody knows', line('BREW /v1/models HTTP/1.1'), malformed],
  ['row 14: Expect: x', postWith(`Expect: x\r\n${length}`), { code: 'expectation_failed', closes: true }],
  ['row 18: a body shorter than announced', postWith('Content-Length: 500\r\n'), { ...logged }],
  [
    'row 19: a body that is too large by its length',
    postWith(`Content-Length: ${String(bodyBytesMax + 1)}\r\n`),
    { code: 'body_too_large', logged: true, words: /64 KiB|65536 bytes/ },
  ],
  [
    'row 19: a body that is far too large by its length',
    postWith('Content-Length: 1000000000\r\n'),
    { code: 'body_too_large', logged: true, closes: true },
  ],
  [
    'row 20: a compressed body, a bomb',
    (key) => postBytes(gzipSync(Buffer.alloc(10_000_000)), { key, headers: { 'content-encoding': 'gzip' } }),
    { code: 'unsupported_media_type', logged: true, words: /Omit Content-Encoding/ },
  ],
];

describe('framing, addresses and methods', () => {
  let fixture: Fixture;

  before(async () => {
    fixture = await startFixture({ env: { TOLLGATE_BODY_BYTES_MAX: String(bodyBytesMax) } });
  });

  after(() => fixture.close());

  for (const [name, bytes, refusal] of rows) {
    test(`${name} is refused`, async () => {
      // A key that was not used before is loaded while the error already occurs; both orders must have the same result.
      for (const _of of ['first', 'second']) {
        if (name.startsWith('row 18')) await shortBody(bytes(fixture.key), refusal);
        else await expectRefused(fixture, bytes(fixture.key), refusal);
      }
    });
  }

  /** The client ends its side before it has sent the announced length. */
  async function shortBody(bytes: string | Buffer, refusal: Refusal): Promise<void> {
    const client = await RawClient.open(fixture.port);
    client.socket.end(bytes);
    checkRefusal(await client.answer(), refusal);
    await client.ended();
    const row = await fixture.nextRow();
    assert.deepEqual([row.status, row.ending, Number(row.charge_exact)], [400, 'refused', 0]);
  }

  for (const lines of [
    'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAA\r\n',
    'Connection: Upgrade\r\nUpgrade: TLS/1.2\r\n',
    'Connection: Upgrade\r\nUpgrade: websocket\r\n',
  ])
    test(`row 11: an offered upgrade is ignored (RFC 9110, 7.8): ${lines.trim().replaceAll('\r\n', ', ')}`, async () => {
      assert.equal((await sendBytes(fixture, line('GET /v1/models HTTP/1.1', host + lines)(fixture.key))).status, 200);
      assert.equal((await sendBytes(fixture, postWith(lines + length)(fixture.key))).status, 200);
      assert.equal(
        (await sendBytes(fixture, postWith(`${lines}Transfer-Encoding: chunked\r\n`, chunked)(fixture.key))).status,
        200,
      );
      for (let count = 0; count < 3; count += 1) assert.equal((await fixture.nextRow()).status, 200);
    });

  test('row 9: HTTP/1.0 needs no Host', async () => {
    assert.equal((await sendBytes(fixture, line('GET /v1/models HTTP/1.0', '')(fixture.key))).status, 200);
    assert.equal((await fixture.nextRow()).status, 200);
  });

  test('row 10: double slashes and prefixes mean one address, for routing and for the key', async () => {
    for (const path of ['//v1/models', '/v1//models', '/models', '/v1/v1/models', '/v1/models/?x=/../'])
      assert.equal((await sendBytes(fixture, line(`GET ${path} HTTP/1.1`)(fixture.key))).status, 200, path);
    for (const path of ['//v1/models', '/v1/v1/models', '/v1/%6dodels']) {
      const answer = await sendBytes(fixture, `GET ${path} HTTP/1.1\r\n${host}\r\n`);
      checkRefusal(answer, { code: 'invalid_api_key', words: /No API key/ });
    }
    for (let count = 0; count < 5; count += 1) assert.equal((await fixture.nextRow()).status, 200);
  });

  test('row 13: a client that waits with its body gets 401 or 413 before any 100, and 100 only if the body is needed', async () => {
    const waiting = (key: string, bytes: number): string =>
      postWith(`Content-Length: ${String(bytes)}\r\nExpect: 100-continue\r\n`, '')(key);
    for (const [head, code] of [
      [waiting('sk-wrong', 1_073_741_824), 'invalid_api_key'],
      [waiting(fixture.key, 1_073_741_824), 'body_too_large'],
    ] as const) {
      const client = await RawClient.open(fixture.port);
      client.send(head);
      checkRefusal(await client.answer(), { code, closes: true });
      await client.ended();
      assert.ok(!client.received.toString().includes('100 Continue'));
    }
    assert.equal((await fixture.nextRow()).status, 413);
    const client = await RawClient.open(fixture.port);
    client.send(waiting(fixture.key, questionText.length));
    await client.until((text) => text.includes('HTTP/1.1 100 Continue\r\n\r\n'), 'the body was asked for');
    client.send(questionText);
    assert.equal((await client.answer()).status, 200);
    client.leave();
    assert.equal((await fixture.nextRow()).status, 200);
  });

  test('row 15: pipelined requests are authenticated each and answered in order, one row each', async () => {
    const gate = new Gate();
    fixture.upstream.next(behind(gate, chat('first')), chat('second'));
    const good = postBytes(question, { key: fixture.key });
    const client = await RawClient.open(fixture.port);
    await upstreamRequests(fixture, 2, () => {
      client.send(Buffer.concat([good, postBytes(question, { key: null }), good]));
    });
    gate.open();
    const text = await client.until((received) => received.includes('second'), 'all three answers');
    assert.match(text, /^HTTP\/1.1 200 .*first.*HTTP\/1.1 401 .*invalid_api_key.*HTTP\/1.1 200 .*second/s);
    assert.deepEqual([(await fixture.nextRow()).status, (await fixture.nextRow()).status], [200, 200]);
    client.leave();
  });

  test('row 15: a request smuggled behind one that ended the connection is not looked at', async () => {
    const upstreamCalls = fixture.upstream.requests.length;
    const good = postBytes(question, { key: fixture.key });
    for (const bad of [postWith(`Host: other.test\r\nContent-Length: 0\r\n`, ''), postWith(`Content-Length: +4\r\n`, '')]) {
      const client = await RawClient.open(fixture.port);
      client.send(Buffer.concat([Buffer.from(bad(fixture.key)), good]));
      await client.ended();
      assert.equal(client.received.toString().split('HTTP/1.1 ').length, 2, 'one answer');
    }
    await fixture.expectSettled();
    assert.equal(fixture.upstream.requests.length, upstreamCalls);
  });

  test('row 15: garbage behind a running call cannot answer in its place', async () => {
    const gate = new Gate();
    fixture.upstream.next(behind(gate, chat('first')));
    const client = await RawClient.open(fixture.port);
    const [request] = await upstreamRequests(fixture, 1, () => {
      client.send(postBytes(question, { key: fixture.key }));
    });
    client.send('GARBAGE\r\n\r\n');
    await client.ended();
    assert.equal(client.received.length, 0);
    await request?.cancelled;
    gate.open();
    const row = await fixture.nextRow();
    assert.deepEqual([row.ending, row.status, Number(row.charge_exact)], ['client_left', 499, 0]);
  });

  test('row 15: a client that leaves with several pipelined calls open leaks no slot and no reservation', async () => {
    const gate = new Gate();
    fixture.upstream.next(behind(gate, chat()), behind(gate, chat()), behind(gate, chat()));
    const good = postBytes(question, { key: fixture.key });
    const client = await RawClient.open(fixture.port);
    const requests = await upstreamRequests(fixture, 3, () => {
      client.send(Buffer.concat([good, good, good]));
    });
    client.leave();
    for (const request of requests) await request.cancelled;
    gate.open();
    for (let count = 0; count < 3; count += 1) assert.equal((await fixture.nextRow()).ending, 'client_left');
    await fixture.expectSettled();
  });

  test('row 16: headers named __proto__ and constructor are ignored', async () => {
    const answer = await sendBytes(fixture, postWith(`__proto__: x\r\nconstructor: y\r\n${length}`)(fixture.key));
    assert.equal(answer.status, 200);
    assert.equal(({} as { x?: unknown }).x, undefined);
    assert.equal((await fixture.nextRow()).status, 200);
  });

  test('row 19: a chunked body is refused at the limit, not before and not at its end', async () => {
    const client = await RawClient.open(fixture.port);
    client.send(chunks('')(fixture.key));
    const piece = `4000\r\n${' '.repeat(0x4000)}\r\n`;
    for (let sent = 0; sent < bodyBytesMax; sent += 0x4000) client.send(piece);
    await fixture.waitFor(() => fixture.service.gateway.state.running.size === 1);
    assert.equal(client.received.length, 0, 'up to the limit nothing is refused');
    client.send('1\r\n \r\n');
    checkRefusal(await client.answer(), { code: 'body_too_large', closes: true });
    client.socket.destroy();
    assert.equal((await fixture.nextRow()).status, 413);
  });

  test('row 18: a refusal that has been given arrives, also where the body is longer than announced', async () => {
    for (const more of ['X', '\r\nX', 'POST / HTTP/9\r\n\r\n', 'x'.repeat(2000)]) {
      const body = '{"model":"ü"}';
      // The length in characters, which some clients send.
      const head = `POST /v1/chat/completions HTTP/1.1\r\n${host}Authorization: Bearer sk-wrong\r\n${json}`;
      const client = await RawClient.open(fixture.port);
      client.send(`${head}Content-Length: ${String(body.length)}\r\n\r\n${body}${more}`);
      checkRefusal(await client.answer(), { code: 'invalid_api_key' });
      client.socket.destroy();
    }
  });

  test('rows 13, 19: a client that sends its whole body before it reads still receives the 413 or 401', async () => {
    const body = Buffer.alloc(24 * 1024 * 1024, ' ');
    const heads: readonly (readonly [string, Refusal])[] = [
      [postWith(`Content-Length: ${String(body.length)}\r\n`, '')(fixture.key), { code: 'body_too_large', closes: true }],
      [
        postWith('Transfer-Encoding: chunked\r\n', `${body.length.toString(16)}\r\n`)(fixture.key),
        { code: 'body_too_large', closes: true },
      ],
      [postWith(`Content-Length: ${String(body.length)}\r\n`, '')('sk-wrong'), { code: 'invalid_api_key' }],
      [postWith('Transfer-Encoding: chunked\r\n', `zz\r\n`)(fixture.key), { code: 'malformed_request', closes: true }],
    ];
    for (const [head, refusal] of heads) {
      const client = await RawClient.open(fixture.port);
      client.stopReading();
      client.send(head);
      const written = new Promise<void>((resolve, reject) => {
        client.socket.write(body, (error) => {
          if (error) reject(error);
          else resolve();
        });
      });
      await inTime(written, { what: 'the body is taken to its end' });
      client.socket.resume();
      checkRefusal(await client.answer(), refusal);
      client.socket.destroy();
    }
    assert.deepEqual(
      [(await fixture.nextRow()).status, (await fixture.nextRow()).status, (await fixture.nextRow()).status],
      [413, 413, 400],
    );
  });

  test('after all of it the service is what it was', () => expectHealthy(fixture));
});

test('rows 1 to 20: a client that resets the connection, at once or once there is an answer, ends nothing but that', async () => {
  const fixture = await startFixture({ env: { TOLLGATE_BODY_BYTES_MAX: String(bodyBytesMax) } });
  for (const [name, bytes] of rows) {
    const atOnce = await RawClient.open(fixture.port);
    atOnce.send(bytes(fixture.key));
    atOnce.leave();
    // There is no response to a body that has not arrived.
    if (name.startsWith('row 18')) continue;
    const answered = await RawClient.open(fixture.port);
    answered.send(bytes(fixture.key));
    await answered.until((received) => received.length > 0, `an answer to ${name}`);
    answered.leave();
  }
  // An unhandled error of the service ends the process of this test.
  for (let count = 0; count < 3; count += 1)
    assert.equal((await sendBytes(fixture, line('GET /v1/models HTTP/1.1')(fixture.key))).status, 200);
  await fixture.close();
});
