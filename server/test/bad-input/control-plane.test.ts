/** Rows 8 to 14 and 18 to 21 of the catalogue of bad input, sent to the admin API on the same port. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { RawClient } from '../gateway/raw-client.ts';
import { waitFor } from '../wait-for.ts';
import { checkRefusal, expectHealthy, expectRefused, sendBytes, type Refusal } from './refusals.ts';

const host = 'Host: gateway.test\r\n';
const token = 'Authorization: Bearer test-admin-token-0123456789\r\n';
const wrongToken = 'Authorization: Bearer a-token-that-somebody-put-in-front\r\n';
const json = 'Content-Type: application/json\r\n';
const accounts = '/api/admin/accounts';

const malformed: Refusal = { code: 'malformed_request', closes: true };
const notNormal: Refusal = { code: 'malformed_request', words: /normal form/ };
const noToken: Refusal = { code: 'invalid_admin_token' };

/** First line and header lines; each row has a valid token, unless it tests a missing one. */
type Row = readonly [name: string, first: string, lines: string, refusal: Refusal];

const rows: readonly Row[] = [
  [
    'row 8: 300 headers',
    `GET ${accounts} HTTP/1.1`,
    host + token + 'a:b\r\n'.repeat(300),
    { code: 'headers_too_large', closes: true },
  ],
  ['row 9: two Host lines', `GET ${accounts} HTTP/1.1`, host + host + token, malformed],
  ['row 9: a Host that is a path', `GET ${accounts} HTTP/1.1`, `Host: a/../b\r\n${token}`, malformed],
  ['row 9: no Host', `GET ${accounts} HTTP/1.1`, token, malformed],
  ['row 10: an encoded letter, with the token', 'GET /api/%61dmin/accounts HTTP/1.1', host + token, notNormal],
  ['row 10: an encoded letter at the gateway', 'GET /%61pi/admin/accounts HTTP/1.1', host + token, { code: 'invalid_api_key' }],
  ['row 10: an encoded letter, as a page', 'GET /%61pi/admin/accounts HTTP/1.1', `${host}Accept: text/html\r\n`, notNormal],
  ['row 10: a dot segment out of it', 'GET /api/admin/../../metrics HTTP/1.1', host + token, notNormal],
  ['row 10: an encoded slash', 'GET /api%2Fadmin/accounts HTTP/1.1', host + token, { code: 'invalid_api_key' }],
  ['row 10: an encoded slash behind it', 'GET /api/admin%2faccounts HTTP/1.1', host + token, notNormal],
  ['row 10: an unknown address in it, without the token', 'GET /api/admin/none HTTP/1.1', host, noToken],
  ['row 10: two slashes within', 'GET /api//admin/accounts HTTP/1.1', host + token, notNormal],
  ['row 10: two slashes in front, with its token', `GET /${accounts} HTTP/1.1`, host + token, { code: 'invalid_api_key' }],
  ['row 10: a dot segment into it', `GET /v1/..${accounts} HTTP/1.1`, host + token, malformed],
  ['row 10: the address of another host', `GET http://other.test${accounts} HTTP/1.1`, host + token, malformed],
  ['row 10: a broken escape', 'GET /api/admin/%zz HTTP/1.1', host + token, { code: 'malformed_request' }],
  ['row 11: GET with a body', `GET ${accounts} HTTP/1.1`, `${host}${token}Content-Length: 2\r\n`, malformed],
  [
    'row 12: TRACE',
    `TRACE ${accounts} HTTP/1.1`,
    host + token,
    { code: 'method_not_allowed', headers: { allow: 'POST, GET, HEAD' } },
  ],
  ['row 12: TRACE without the token', `TRACE ${accounts} HTTP/1.1`, host, noToken],
  [
    'row 12: a method without a route',
    `DELETE ${accounts} HTTP/1.1`,
    host + token,
    { code: 'method_not_allowed', headers: { allow: 'POST, GET, HEAD' } },
  ],
  [
    'row 12: a method of a page',
    'TRACE /healthz HTTP/1.1',
    host,
    { code: 'method_not_allowed', headers: { allow: 'GET, HEAD' } },
  ],
  ['row 49: two right tokens', `GET ${accounts} HTTP/1.1`, host + token + token, noToken],
  ['row 49: a right token and a wrong one', `GET ${accounts} HTTP/1.1`, host + token + wrongToken, noToken],
  ['row 49: a wrong token and the right one', `GET ${accounts} HTTP/1.1`, host + wrongToken + token, noToken],
  ['row 10: a page that is none', 'GET /api/<script> HTTP/1.1', host, { code: 'unknown_url', secret: '<script' }],
  [
    'row 13: a waiting body without the token',
    `POST ${accounts} HTTP/1.1`,
    `${host}${json}Content-Length: 9999\r\nExpect: 100-continue\r\n`,
    { ...noToken, closes: true },
  ],
  [
    'row 13: a waiting body that is too large',
    `POST ${accounts} HTTP/1.1`,
    `${host}${token}${json}Content-Length: 999999999\r\nExpect: 100-continue\r\n`,
    { code: 'body_too_large', closes: true },
  ],
  [
    'row 14: Expect: x',
    `POST ${accounts} HTTP/1.1`,
    `${host}${token}${json}Content-Length: 2\r\nExpect: x\r\n`,
    { code: 'expectation_failed', closes: true },
  ],
  [
    'row 19: a body that is too large',
    `POST ${accounts} HTTP/1.1`,
    `${host}${token}${json}Content-Length: 999999999\r\n`,
    { code: 'body_too_large', closes: true },
  ],
  [
    'row 20: a compressed body',
    `POST ${accounts} HTTP/1.1`,
    `${host}${token}${json}Content-Encoding: gzip\r\nContent-Length: 0\r\n`,
    { code: 'unsupported_media_type' },
  ],
];

describe('the administrator interface', () => {
  let fixture: Fixture;

  before(async () => {
    fixture = await startFixture();
  });

  after(() => fixture.close());

  for (const [name, first, lines, refusal] of rows) {
    test(`${name} is refused`, async () => {
      const answer = await expectRefused(fixture, `${first}\r\n${lines}\r\n`, refusal);
      assert.ok(!answer.body.includes('"data"'));
    });
  }

  test('row 13: the body of a request with the right token is asked for and read', async () => {
    const body = JSON.stringify({ name: 'Waiting' });
    const client = await RawClient.open(fixture.port);
    client.send(
      `POST ${accounts} HTTP/1.1\r\n${host}${token}${json}Content-Length: ${String(body.length)}\r\nExpect: 100-continue\r\n\r\n`,
    );
    await client.until((text) => text === 'HTTP/1.1 100 Continue\r\n\r\n', 'the body was asked for');
    client.send(body);
    assert.equal((await client.answer()).status, 201);
    client.leave();
  });

  test('row 18: a body shorter than announced changes nothing', async () => {
    const body = JSON.stringify({ name: 'Cut off' });
    const client = await RawClient.open(fixture.port);
    client.socket.end(`POST ${accounts} HTTP/1.1\r\n${host}${token}${json}Content-Length: 500\r\n\r\n${body}`);
    checkRefusal(await client.answer(), malformed);
    assert.ok(!JSON.stringify((await fixture.admin('GET', '/accounts')).body).includes('Cut off'));
  });

  test('row 15: a request smuggled behind one that ended the connection is not looked at', async () => {
    const make = `POST ${accounts} HTTP/1.1\r\n${host}${token}${json}Content-Length: 19\r\n\r\n{"name":"Smuggled"}`;
    const bytes = `GET ${accounts} HTTP/1.1\r\n${host}${host}\r\n${make}`;
    checkRefusal(await sendBytes(fixture, bytes, true), malformed);
    assert.ok(!JSON.stringify((await fixture.admin('GET', '/accounts')).body).includes('Smuggled'));
  });

  test('row 18: an upload that breaks off, wherever it is and however, leaves its place to the next one', async () => {
    const path = '/api/admin/contract-documents?kind=dedicated&locale=zh&title=x&version_on=2026-11-01';
    const head = `POST ${path} HTTP/1.1\r\n${host}${token}Content-Type: application/pdf\r\nContent-Length: 100\r\n\r\n`;
    const breaks: readonly ((client: RawClient) => void)[] = [
      (client) => client.socket.end(),
      (client) => client.socket.destroy(),
      (client) => {
        client.leave();
      },
    ];
    for (const sent of [head, `${head}%PDF`, `${head}${'x'.repeat(100)}`, head + 'x'.repeat(100) + head])
      for (const breakOff of breaks)
        for (let times = 0; times < 3; times += 1) {
          const client = await RawClient.open(fixture.port);
          client.send(sent);
          // Some clients disconnect before their request is processed.
          if (times > 0) await new Promise((resolve) => setImmediate(resolve));
          breakOff(client);
        }
    const whole = (): Promise<string> => sendBytes(fixture, `${head}${'x'.repeat(100)}`).then(({ body }) => body);
    await waitFor(async () => !(await whole()).includes('rate_limit_exceeded'), { what: 'a file is taken again' });
  });

  test('after all of it the service is what it was', () => expectHealthy(fixture));
});
