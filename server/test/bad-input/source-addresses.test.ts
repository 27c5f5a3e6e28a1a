/** Rows 54 to 56 of the catalogue of bad input: which header determines the source address of a call. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { checkRefusal, expectHealthy, questionText, sendBytes } from './refusals.ts';

const allowed = '203.0.113.5';

/** A call with these `X-Forwarded-For` lines. */
function from(key: string, ...lines: readonly string[]): string {
  const forwarded = lines.map((line) => `X-Forwarded-For: ${line}\r\n`).join('');
  return `POST /v1/chat/completions HTTP/1.1\r\nHost: gateway.test\r\nAuthorization: Bearer ${key}\r\n${forwarded}Content-Type: application/json\r\nContent-Length: ${String(questionText.length)}\r\n\r\n${questionText}`;
}

/** The source address of a call, and whether the allow-list of its key accepts it. */
type Row = readonly [name: string, lines: readonly string[], source: string];

const untrusted: readonly Row[] = [
  ['row 54: the allowed address, said by a peer nobody trusts', [allowed], '127.0.0.1'],
  ['row 54: two lines', [allowed, allowed], '127.0.0.1'],
  ['row 54: nothing', [], '127.0.0.1'],
];

const trusted: readonly Row[] = [
  ['row 54: garbage from a trusted proxy', ['<script>'], '127.0.0.1'],
  ['row 54: "unknown"', ['unknown'], '127.0.0.1'],
  ['row 54: the allowed address left of "unknown"', [`${allowed}, unknown`], '127.0.0.1'],
  ['row 54: an empty value', [''], '127.0.0.1'],
  ['row 54: a number that other parsers take for an address', ['3405803781'], '127.0.0.1'],
  ['row 54: octal parts', ['203.0.0161.5'], '127.0.0.1'],
  ['row 54: an address with a port', [`${allowed}:4711`], allowed],
  ['row 54: an IPv6 address with a port', ['[2001:db8::7]:443'], '2001:db8::7'],
  ['row 55: spoofed, then real', [`${allowed}, 198.51.100.7`], '198.51.100.7'],
  ['row 55: spoofed and real in two lines', [allowed, '198.51.100.7'], '198.51.100.7'],
  ['row 55: real, then a second trusted proxy', [`198.51.100.7, ${allowed}, 10.1.2.3`], allowed],
  ['row 56: an IPv4 address in IPv6 form', [`::ffff:${allowed}`], allowed],
  ['row 56: the same in hexadecimal', ['::ffff:cb00:7105'], allowed],
];

for (const [who, proxies, rows] of [
  ['no trusted proxy', '', untrusted],
  ['trusted proxies', '127.0.0.1,10.0.0.0/8', trusted],
] as const) {
  describe(`source addresses with ${who}`, () => {
    let fixture: Fixture;
    let listed = '';

    before(async () => {
      fixture = await startFixture({ env: { TOLLGATE_TRUSTED_PROXIES: proxies } });
      const settings = { ip_allow_list: [`${allowed}/32`, '2001:db8::7'] };
      listed = (await fixture.admin('POST', `/accounts/${fixture.accountId}/keys`, settings)).body.key;
    });

    after(() => fixture.close());

    for (const [name, lines, source] of rows) {
      const mayCall = source === allowed || source === '2001:db8::7';
      test(`${name}: the call comes from ${source} and is ${mayCall ? 'let in' : 'refused'}`, async () => {
        const calls = fixture.upstream.requests.length;
        const answer = await sendBytes(fixture, from(listed, ...lines));
        if (mayCall) assert.equal(answer.status, 200, answer.body);
        else checkRefusal(answer, { code: 'ip_not_allowed' });
        assert.ok(!answer.body.includes('<script'));
        const row = await fixture.nextRow();
        assert.equal(row.source_ip, source);
        assert.equal(Number(row.charge_exact) > 0, mayCall);
        assert.equal(fixture.upstream.requests.length - calls, mayCall ? 1 : 0);
      });
    }

    test('after all of it the service is what it was', () => expectHealthy(fixture));
  });
}
