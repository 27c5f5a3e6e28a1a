/** Rows 48 to 53 of the catalogue of bad input: keys that are missing, malformed, foreign or unusable. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { makeKeyValue } from '../../src/domain/tenants/key-value.ts';
import { createIds } from '../../src/platform/ids.ts';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { postBytes, RawClient } from '../gateway/raw-client.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { checkRefusal, expectHealthy, expectRefused, question, questionText, sendBytes, type Refusal } from './refusals.ts';
import { processCpuMs } from '../cpu-time.ts';

/** A POST with exactly these credential headers. */
function postAs(lines: string, path = '/v1/chat/completions'): Buffer {
  const head = `POST ${path} HTTP/1.1\r\nHost: gateway.test\r\n${lines}Content-Type: application/json\r\nContent-Length: ${String(questionText.length)}\r\n\r\n`;
  return Buffer.from(head + questionText, 'latin1');
}

const bearer = (value: string): string => `Authorization: Bearer ${value}\r\n`;
const utf8 = (text: string): string => Buffer.from(text).toString('latin1');
const ids = createIds(new VirtualClock());

/** A key in the right format that does not exist. */
const nobodys = makeKeyValue(ids);

type Lines = (key: string) => string;

const rows: readonly (readonly [name: string, lines: Lines, words: RegExp])[] = [
  ['row 48: no Authorization', () => '', /No API key was sent/],
  ['row 48: an empty one', () => 'Authorization:\r\n', /No API key was sent/],
  ['row 48: bearer in small letters', (key) => `Authorization: bearer ${key}\r\n`, /capital B/],
  ['row 48: two spaces', (key) => `Authorization: Bearer  ${key}\r\n`, /exactly one space/],
  ['row 48: a second word', (key) => bearer(`${key} y`), /contains a space/],
  ['row 48: Basic', () => 'Authorization: Basic c2s6eA==\r\n', /must be "Bearer/],
  ['row 48: Bearer alone', () => 'Authorization: Bearer\r\n', /no API key after "Bearer"/],
  ['row 49: two Authorization lines', (key) => bearer(key) + bearer(key), /Incorrect API key/],
  ['row 49: a right and a wrong one', (key) => bearer('sk-x') + bearer(key), /Incorrect API key/],
  ['row 49: only x-api-key', (key) => `x-api-key: ${key}\r\n`, /No API key was sent/],
  ['row 50: a line break written out', (key) => bearer(`${key}\\n`), /line break/],
  ['row 50: a zero-width space behind', (key) => bearer(key + utf8('\u200b')), /contains an invalid character/],
  ['row 50: a full-width letter', (key) => bearer(key.slice(0, -1) + utf8('Ａ')), /contains an invalid character/],
  ['row 50: truncated', (key) => bearer(key.slice(0, -5)), /truncated/],
  ['row 50: in small letters', (key) => bearer(key.toLowerCase()), /check characters/],
  ['row 50: without sk-', (key) => bearer(key.slice(3)), /must begin with "sk-"/],
  [
    'row 50: one character wrong',
    (key) => bearer(key.slice(0, 10) + (key[10] === 'a' ? 'b' : 'a') + key.slice(11)),
    /check characters/,
  ],
  ['row 51: SQL', () => bearer("' OR 1=1--"), /API key/],
  ['row 51: a wildcard', () => bearer('%'), /contains an invalid character/],
  ['row 51: of a real form, unknown', () => bearer(makeKeyValue(ids)), /Incorrect API key/],
  ['row 51: 10 KB long', () => bearer(`sk-${'x'.repeat(10_000)}`), /is too long/],
];

describe('credentials', () => {
  let fixture: Fixture;

  before(async () => {
    fixture = await startFixture({ env: { TOLLGATE_FAILED_ATTEMPTS_PER_MINUTE: '1000' } });
  });

  after(() => fixture.close());

  interface Stray {
    readonly source_ip: string;
    readonly fault: string;
    readonly code: string;
  }

  async function strays(): Promise<readonly Stray[]> {
    await fixture.service.storage.books.flush();
    return (await fixture.admin('GET', '/stray-refusals?limit=200')).body.data;
  }

  for (const [name, lines, words] of rows) {
    test(`${name}: 401, whatever the address`, async () => {
      const refusal: Refusal = { code: 'invalid_api_key', words, secret: nobodys.slice(3, 20) };
      const known = await expectRefused(fixture, postAs(lines(nobodys)), refusal);
      const unknown = await expectRefused(fixture, postAs(lines(nobodys), '/v1/nothing/here'), refusal);
      assert.equal(known.body, unknown.body, 'the answer tells nothing about the address');
    });
  }

  test('row 49: a key in the address is not a key', async () => {
    for (const query of [`?key=${nobodys}`, `?api_key=${nobodys}`, `?authorization=Bearer%20${nobodys}`])
      await expectRefused(fixture, postAs('', `/v1/chat/completions${query}`), { code: 'invalid_api_key', words: /No API key/ });
    assert.ok(!JSON.stringify(await strays()).includes(nobodys.slice(3, 20)), 'the address is noted without its query');
  });

  test('row 50: a space or tab around the value is framing and not part of the key', async () => {
    assert.equal((await sendBytes(fixture, postAs(`Authorization: \t Bearer ${fixture.key} \t\r\n`))).status, 200);
    assert.equal((await fixture.nextRow()).status, 200);
  });

  test('row 51: NUL in a key never gets past the parser; a megabyte does not fit into the head', async () => {
    await expectRefused(fixture, postAs(bearer('sk-\0x')), { code: 'malformed_request', closes: true });
    await expectRefused(fixture, postAs(bearer(`sk-${'x'.repeat(1_000_000)}`)), { code: 'headers_too_large', closes: true });
  });

  test('row 51: refusing a bad key costs no more than a good one', async (t) => {
    const cost = async (lines: string): Promise<number> => {
      const times: number[] = [];
      for (let round = 0; round < 15; round += 1) {
        const startedMs = processCpuMs();
        await sendBytes(fixture, postAs(lines, '/v1/nothing'));
        times.push(processCpuMs() - startedMs);
      }
      return Math.min(...times);
    };
    const good = await cost(bearer(fixture.key));
    for (let count = 0; count < 15; count += 1) assert.equal((await fixture.nextRow()).status, 404);
    for (const value of ["' OR 1=1--", 'x'.repeat(15_000), makeKeyValue(ids)]) {
      const bad = await cost(bearer(value));
      t.diagnostic(`${value.slice(0, 12)}: ${bad.toFixed(2)} ms; a good key: ${good.toFixed(2)} ms`);
      assert.ok(bad < good * 5 + 5);
    }
  });

  test('rows 48-51: refusals that belong to nobody are noted without the value sent', async () => {
    const noted = await strays();
    const faults = new Set(noted.map(({ fault }) => fault));
    for (const fault of ['no key', 'not Bearer', 'two spaces']) assert.ok(faults.has(fault), fault);
    assert.ok(noted.every(({ code, source_ip }) => code === 'invalid_api_key' && source_ip === '127.0.0.1'));
  });

  async function newKey(settings = {}): Promise<{ readonly id: string; readonly key: string }> {
    const made = await fixture.admin('POST', `/accounts/${fixture.accountId}/keys`, settings);
    assert.equal(made.status, 201, JSON.stringify(made.body));
    return made.body;
  }

  test('row 52: a reset, deleted, disabled or expired key gets the answer of an unknown one, logged to its account', async () => {
    const unknown = await sendBytes(fixture, postAs(bearer(makeKeyValue(ids))));
    const expectDead = async (key: string, cause: string): Promise<void> => {
      const answer = await sendBytes(fixture, postAs(bearer(key)));
      checkRefusal(answer, { code: 'invalid_api_key' });
      assert.equal(answer.body, unknown.body);
      const row = await fixture.nextRow();
      assert.deepEqual([row.status, row.ending, Number(row.charge_exact)], [401, 'refused', 0]);
      assert.match(row.error ?? '', new RegExp(cause));
    };
    const reset = await newKey();
    await fixture.admin('POST', `/keys/${reset.id}/reset`);
    await expectDead(reset.key, 'reset');
    const deleted = await newKey();
    await fixture.admin('DELETE', `/keys/${deleted.id}`);
    await expectDead(deleted.key, 'deleted');
    const disabled = await newKey();
    assert.equal((await fixture.admin('PATCH', `/keys/${disabled.id}`, { status: 'disabled' })).status, 200);
    await expectDead(disabled.key, 'disabled');
    const expiring = await newKey({ expires_at: new Date(fixture.clock.nowMs() + 1000).toISOString() });
    fixture.clock.advance(2000);
    await expectDead(expiring.key, 'expired');
  });

  test('row 52: a reached cap says when it resets, and that repeating does not help', async () => {
    for (const [cap, code] of [
      ['daily_cap', 'daily_cap_reached'],
      ['monthly_cap', 'monthly_cap_reached'],
    ] as const) {
      const { key } = await newKey({ [cap]: '0' });
      await expectRefused(fixture, postAs(bearer(key)), { code, logged: true, words: /resets at 20\d\d-\d\d-\d\d/ });
    }
  });

  test('row 52: a connection belongs to nobody: each request on it is judged by its own key', async () => {
    const other = (await fixture.admin('POST', `/accounts/${fixture.accountId}/keys`, {})).body;
    const client = await RawClient.open(fixture.port);
    const ask = async (key: string | null): Promise<number> => {
      client.forget();
      client.send(postBytes(question, { key }));
      return (await client.answer()).status;
    };
    for (const { key, id } of [{ key: fixture.key, id: fixture.keyId }, other, { key: fixture.key, id: fixture.keyId }]) {
      assert.equal(await ask(key), 200);
      assert.equal((await fixture.nextRow()).key_id, id);
      assert.equal(await ask(makeKeyValue(ids)), 401);
      assert.equal(await ask(null), 401);
    }
    client.leave();
  });

  test('row 49: where clients of a protocol put their key, it says itself, and nowhere else is looked', async () => {
    const { protocols } = fixture.service.gateway;
    const chat = protocols.dialects.get('chat-completions');
    assert.ok(chat?.client);
    const keyPlaces = [{ in: 'header', name: 'x-api-key' }, { in: 'query', name: 'key' }, { in: 'bearer' }] as const;
    const dialects = protocols.dialects as Map<string, typeof chat>;
    dialects.set(chat.name, { ...chat, client: { ...chat.client, keyPlaces } });
    const { key } = fixture;
    const wrong = makeKeyValue(ids);
    const inAddress = (...keys: readonly string[]): string => `/v1/chat/completions?${keys.map((one) => `key=${one}`).join('&')}`;
    const own = (value: string): string => `x-api-key: ${value}\r\n`;
    try {
      for (const request of [
        postAs(own(key)),
        postAs('', inAddress(key)),
        postAs(bearer(key)),
        postAs(own(key) + bearer(wrong)),
        postAs(own(''), inAddress(key)),
      ]) {
        assert.equal((await sendBytes(fixture, request)).status, 200);
        assert.equal((await fixture.nextRow()).key_id, fixture.keyId);
      }
      for (const [lines, query, words] of [
        ['', [], /Send the header "x-api-key: <API_KEY>"/],
        [own(`Bearer ${nobodys}`), [], /contains a space/],
        [own(wrong) + bearer(nobodys), [nobodys], /Incorrect API key/],
        [own(nobodys) + own(nobodys), [], /Incorrect API key/],
        ['', [nobodys, nobodys], /Incorrect API key/],
        [`x-goog-api-key: ${nobodys}\r\n`, [], /No API key/],
        [`Authorization: ${nobodys}\r\n`, [], /must be "Bearer/],
      ] as const)
        await expectRefused(fixture, postAs(lines, inAddress(...query)), {
          code: 'invalid_api_key',
          words,
          secret: nobodys.slice(3, 20),
        });
      const client = await RawClient.open(fixture.port);
      for (const [lines, status] of [
        [own(key), 200],
        [`Authorization: ${key}\r\n`, 401],
        [bearer(key), 200],
      ] as const) {
        client.forget();
        client.send(postAs(lines));
        assert.equal((await client.answer()).status, status, 'what is right in one place is not right in another');
      }
      client.leave();
      // One row belongs to the owner, who sent the key in the wrong place.
      for (const status of [200, 401, 200]) assert.equal((await fixture.nextRow()).status, status);
      assert.ok(!JSON.stringify([await strays(), await fixture.rows()]).includes(key.slice(3, 20)));
    } finally {
      dialects.set(chat.name, chat);
    }
  });

  test('after all of it the service is what it was', () => expectHealthy(fixture));
});

describe('many wrong keys from one address', () => {
  let fixture: Fixture;

  before(async () => {
    fixture = await startFixture({
      env: { TOLLGATE_FAILED_ATTEMPTS_PER_MINUTE: '60', TOLLGATE_TRUSTED_PROXIES: '127.0.0.1' },
    });
  });

  after(() => fixture.close());

  test('row 53: more than allowed per minute get 429; known keys pass, from there and from elsewhere', async () => {
    const from = (address: string, key: string): Buffer => postBytes(question, { key, headers: { 'x-forwarded-for': address } });
    // Only keys that were used before are accepted: an address that guesses must not reach the database, even with a right guess.
    assert.equal((await sendBytes(fixture, from('203.0.113.6', fixture.key))).status, 200);
    assert.equal((await fixture.nextRow()).status, 200);
    for (let count = 1; count <= 300; count += 1) {
      const answer = await sendBytes(fixture, from('203.0.113.5', makeKeyValue(ids)));
      checkRefusal(answer, { code: count <= 60 ? 'invalid_api_key' : 'too_many_failed_attempts' });
    }
    for (const address of ['203.0.113.5', '203.0.113.6']) {
      assert.equal((await sendBytes(fixture, from(address, fixture.key))).status, 200, address);
      assert.equal((await fixture.nextRow()).source_ip, address);
    }
    const fresh = (await fixture.admin('POST', `/accounts/${fixture.accountId}/keys`, {})).body.key;
    assert.equal((await sendBytes(fixture, from('203.0.113.6', fresh))).status, 200);
    assert.equal((await fixture.nextRow()).status, 200);
    checkRefusal(await sendBytes(fixture, from('203.0.113.6', makeKeyValue(ids))), { code: 'invalid_api_key' });
    // Time must not advance during a commit, or the books would treat the jump as a storage outage.
    await fixture.service.storage.books.flush();
    fixture.clock.advance(61_000);
    checkRefusal(await sendBytes(fixture, from('203.0.113.5', makeKeyValue(ids))), { code: 'invalid_api_key' });
    await expectHealthy(fixture);
  });
});

describe('a whole key in a wrong form', () => {
  let fixture: Fixture;
  before(async () => {
    fixture = await startFixture({ env: { TOLLGATE_FAILED_ATTEMPTS_PER_MINUTE: '1000' } });
  });
  after(() => fixture.close());

  const ownForms: readonly (readonly [name: string, lines: Lines, cause: string])[] = [
    ['bearer in small letters', (key) => `Authorization: bearer ${key}\r\n`, 'not Bearer'],
    ['no Bearer', (key) => `Authorization: ${key}\r\n`, 'not Bearer'],
    ['Basic', (key) => `Authorization: Basic ${key}\r\n`, 'not Bearer'],
    ['two spaces', (key) => `Authorization: Bearer  ${key}\r\n`, 'two spaces'],
    ['a space inside', (key) => bearer(`${key.slice(0, 20)} ${key.slice(20)}`), 'space in the key'],
    ['quotes', (key) => bearer(`"${key}"`), 'foreign character'],
    ['a line break written out', (key) => bearer(`${key}\\n`), 'line break'],
    ['something behind', (key) => bearer(`${key};`), 'foreign character'],
    ['another header', (key) => `x-api-key: ${key}\r\n`, 'no key'],
    ['two headers', (key) => bearer(key) + bearer(key), 'two authorization headers'],
  ];
  for (const [name, lines, cause] of ownForms)
    test(`${name}: a row of its owner with the cause, and an unknown one of the same form is nobody's`, async () => {
      const { body } = await fixture.admin('POST', `/accounts/${fixture.accountId}/keys`, {});
      const { id, key } = body as { readonly id: string; readonly key: string };
      const unknown = makeKeyValue(ids);
      const [ours, theirs] = [await sendBytes(fixture, postAs(lines(key))), await sendBytes(fixture, postAs(lines(unknown)))];
      assert.deepEqual([ours.status, ours.body], [theirs.status, theirs.body], 'the answer tells nothing about the key');
      await fixture.service.storage.books.flush();
      const rows = await fixture.rows(`&key_id=${id}`);
      assert.deepEqual(
        rows.map(({ status, error_code: code, error, charge }) => [status, code, error, Number(charge)]),
        [[401, 'invalid_api_key', cause, 0]],
      );
      assert.ok(
        !JSON.stringify([rows, await fixture.admin('GET', '/stray-refusals?limit=200')]).includes(key.slice(8, 30)),
        'the value is in no log',
      );
    });
});
