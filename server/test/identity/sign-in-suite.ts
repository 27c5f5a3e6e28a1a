import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { waitFor } from '../wait-for.ts';
import { Authenticator } from './authenticator.ts';
import type { Browser } from './browser.ts';
import { isSignedIn, password, PeoplePlace, totpCode } from './people-place.ts';

/** The structure of a response: everything except values that always differ. */
function shape({ status, body }: { readonly status: number; readonly body: unknown }): unknown {
  const keys = (value: unknown): unknown =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, keys(inner)]))
      : typeof value;
  return [status, keys(body)];
}

async function solved(browser: Browser): Promise<string> {
  const { body: challenge } = await browser.get('/api/console/challenge');
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

/** The guarantees of sign-in, on any database. */
export function signInSuite(environment: () => Promise<Readonly<Record<string, string>>>): void {
  let place: PeoplePlace;
  before(async () => {
    place = await PeoplePlace.open(await environment());
  });
  after(() => place.close());

  it('signs a person in once the address is verified, and ends a revoked session at once', async () => {
    const browser = await place.signUp('ada@example.org');
    assert.equal(browser.cookies.has('tollgate'), false, 'opening the link signs nobody in');
    const entered = await browser.auth('/sign-in/email', { email: 'Ada@example.org', password });
    const cookie = entered.headers.getSetCookie().find((each) => each.startsWith('tollgate=')) ?? '';
    assert.match(cookie, /; Path=\/; HttpOnly; SameSite=Strict$/);
    assert.ok(await isSignedIn(browser));
    const sessions = await browser.auth('/list-sessions');
    for (const answer of [entered, sessions, await browser.get('/api/console/session')])
      assert.doesNotMatch(answer.text, /"token"/, 'no script can read the value of a sign-in');

    const elsewhere = place.browser();
    await elsewhere.auth('/sign-in/email', { email: 'ada@example.org', password });
    await place.token('ada@example.org', 'sign-in-new-device').then((link) => {
      assert.equal(link, '');
    });
    const stranger = await place.enter('eve@example.org');
    assert.equal((await stranger.auth('/revoke-session', { id: sessions.body[0].id })).status, 404);
    assert.equal((await elsewhere.auth('/revoke-session', { id: sessions.body[0].id })).status, 200);
    assert.equal(await isSignedIn(browser), false);
    assert.ok(await isSignedIn(elsewhere));
  });

  it('does not reveal whether an address belongs to a person', async () => {
    await place.signUp('known@example.org');
    const browser = place.browser();
    const form = { password, name: 'Somebody' };
    const [taken, free] = [
      await browser.auth('/sign-up/email', { ...form, email: 'known@example.org' }),
      await browser.auth('/sign-up/email', { ...form, email: 'free@example.org' }),
    ];
    assert.equal(free.status, 200);
    assert.deepEqual(shape(taken), shape(free));
    await place.token('known@example.org', 'address-exists');
    const wrong = await browser.auth('/sign-in/email', { email: 'known@example.org', password: 'not the password' });
    const unknown = await browser.auth('/sign-in/email', { email: 'nobody@example.org', password: 'not the password' });
    assert.equal(wrong.status, 401);
    assert.equal(wrong.text, unknown.text);
    const notVerified = await browser.auth('/sign-in/email', { email: 'free@example.org', password: 'not the password' });
    assert.equal(notVerified.text, wrong.text);
    for (const path of ['/request-password-reset', '/send-verification-email']) {
      const [one, other] = [
        await browser.auth(path, { email: 'known@example.org' }),
        await browser.auth(path, { email: 'nobody@example.org' }),
      ];
      assert.equal(one.text, other.text, path);
    }
    assert.equal((await place.mails('nobody@example.org', 'reset-password')).length, 0);
  });

  it('makes one person of twenty sign-ups of one address at one moment, and answers all of them the same', async () => {
    const form = { email: 'twenty@example.org', password, name: 'Twenty' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => place.browser().auth('/sign-up/email', form)));
    const [first] = answers;
    for (const answer of answers) {
      assert.deepEqual(shape(answer), shape(first ?? answer));
      assert.equal(answer.status, 200, answer.text);
    }
    await place.token('twenty@example.org', 'verify-address');
    assert.equal((await place.mails('twenty@example.org', 'verify-address')).length, 1);
  });

  it('takes each code of an authenticator once, and each backup code once', async () => {
    const browser = await place.enter('totp@example.org');
    const enabled = await browser.auth('/two-factor/enable', { password });
    assert.equal(enabled.status, 200, enabled.text);
    const { totpURI, backupCodes } = enabled.body;
    const beganMs = Date.now();
    const first = totpCode(totpURI, beganMs);
    const on = await browser.auth('/two-factor/verify-totp', { code: first });
    assert.equal(on.status, 200, on.text);
    await place.token('totp@example.org', 'security-change');
    const enter = async (): Promise<Browser> => {
      const another = place.browser();
      const asked = await another.auth('/sign-in/email', { email: 'totp@example.org', password });
      assert.equal(asked.body.twoFactorRedirect, true);
      assert.equal(await isSignedIn(another), false, 'a password alone is not enough');
      return another;
    };
    const late = await enter();
    assert.equal((await late.auth('/two-factor/verify-totp', { code: first })).body.error.code, 'invalid_code');
    for (const spelling of [`${first} `, ` ${first}`, `0${first}`])
      assert.equal((await late.auth('/two-factor/verify-totp', { code: spelling })).body.error.code, 'invalid_code');
    // The next code is already valid.
    const next = totpCode(totpURI, beganMs + 30_000);
    assert.equal((await late.auth('/two-factor/verify-totp', { code: next })).status, 200);
    assert.ok(await isSignedIn(late));
    assert.equal((await (await enter()).auth('/two-factor/verify-totp', { code: next })).status, 401);
    assert.equal((await place.mails('totp@example.org', 'security-change')).length, 1);
    const spare = await enter();
    assert.equal((await spare.auth('/two-factor/verify-backup-code', { code: backupCodes[0] })).status, 200);
    assert.equal((await (await enter()).auth('/two-factor/verify-backup-code', { code: backupCodes[0] })).status, 401);
  });

  it('changes nothing for a page of another site', async () => {
    const browser = await place.enter('csrf@example.org');
    const foreign: Readonly<Record<string, string>>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of foreign) {
      const answer = await browser.ask('POST', '/api/console/auth/sign-out', { body: {}, headers });
      assert.equal(answer.status, 403, JSON.stringify(headers));
    }
    const asForm = { 'content-type': 'text/plain' };
    assert.equal((await browser.ask('POST', '/api/console/auth/sign-out', { body: {}, headers: asForm })).status, 415);
    assert.ok(await isSignedIn(browser));
    const lied = { 'x-tollgate-source': '192.0.2.1', 'x-forwarded-for': '203.0.113.99' };
    await browser.ask('POST', '/api/console/auth/sign-in/email', {
      body: { email: 'csrf@example.org', password },
      headers: lied,
    });
    const { body } = await browser.auth('/list-sessions');
    assert.deepEqual(
      body.filter(({ ipAddress }: { ipAddress: string }) => ipAddress === '192.0.2.1'),
      [],
    );
  });

  it('gives a new password by a link that works once, and ends every sign-in with it', async () => {
    const browser = await place.enter('reset@example.org');
    await place.browser().auth('/request-password-reset', { email: 'reset@example.org' });
    const token = await place.token('reset@example.org', 'reset-password');
    const newPassword = 'another long password';
    assert.equal((await place.browser().auth('/reset-password', { token, newPassword })).status, 200);
    assert.equal(await isSignedIn(browser), false);
    await place.token('reset@example.org', 'security-change');
    assert.equal((await place.browser().auth('/reset-password', { token, newPassword: password })).status, 400);
    assert.equal((await place.browser().auth('/sign-in/email', { email: 'reset@example.org', password })).status, 401);
    const entered = await place.browser().auth('/sign-in/email', { email: 'reset@example.org', password: newPassword });
    assert.equal(entered.status, 200);
  });

  it('ends passkeys with a reset, and takes one also before the address is proved', async () => {
    const browser = await place.enter('keyed@example.org');
    const authenticator = new Authenticator(browser.origin);
    const { body: options } = await browser.auth('/passkey/generate-register-options');
    await browser.auth('/passkey/verify-registration', { response: authenticator.create(options) });
    const reset = async (email: string): Promise<void> => {
      await place.browser().auth('/request-password-reset', { email });
      const asked = { token: await place.token(email, 'reset-password'), newPassword: 'another long password' };
      assert.equal((await place.browser().auth('/reset-password', asked)).status, 200);
    };
    await reset('keyed@example.org');
    const entering = place.browser();
    const { body: asked } = await entering.auth('/passkey/generate-authenticate-options');
    await entering.auth('/passkey/verify-authentication', { response: authenticator.get(asked) });
    assert.equal(await isSignedIn(entering), false);

    const email = 'unproved@example.org';
    await place.browser().auth('/sign-up/email', { email, password, name: 'Somebody' });
    const verify = await place.token(email, 'verify-address');
    await reset(email);
    assert.equal((await place.browser().auth('/verify-email', { token: verify })).status, 200);
    const entered = await place.browser().auth('/sign-in/email', { email, password: 'another long password' });
    assert.equal(entered.status, 200, entered.text);
    await waitFor(async () => (await place.mails(email, 'security-change')).length > 0, { what: 'a mail about the password' });
  });

  it('asks for the password before changes to the sign-in, once the sign-in is old', async () => {
    const browser = await place.enter('proving@example.org');
    assert.equal((await browser.auth('/prove', { password: 'not the password' })).body.error.code, 'invalid_password');
    for (let twice = 0; twice < 2; twice += 1) assert.equal((await browser.auth('/prove', { password })).status, 200);
  });

  it('slows one person at one address down, and says for how long', async () => {
    const browser = place.browser('203.0.113.50');
    const attempt = () => browser.auth('/sign-in/email', { email: 'slow@example.org', password });
    for (let made = 0; made < 3; made += 1) assert.equal((await attempt()).status, 401);
    const slowed = await attempt();
    assert.equal(slowed.status, 429);
    assert.equal(slowed.body.error.type, 'rate_limit_error');
    assert.match(slowed.headers.get('retry-after') ?? '', /^(?:[1-9]|10)$/);
    for (const path of ['/request-password-reset', '/send-verification-email']) {
      const ask = (email: string) => place.browser('203.0.113.50').auth(path, { email });
      for (let made = 0; made < 3; made += 1) assert.equal((await ask('slow@example.org')).status, 200, path);
      assert.equal((await ask('slow@example.org')).status, 429, path);
      assert.equal((await ask('quick@example.org')).status, 200, path);
    }
  });

  it('lets an office behind one address in, and slows down who tries many people from one', async () => {
    const from = '203.0.113.51';
    const attempt = (number: number) =>
      place.browser(from).auth('/sign-in/email', { email: `colleague${String(number)}@example.org`, password });
    const office = await Promise.all(Array.from({ length: 12 }, (_, number) => attempt(number)));
    assert.deepEqual(new Set(office.map(({ status }) => status)), new Set([401]), 'wrong passwords, and not too many requests');
    const codes = new Set<string>();
    for (let tried = 100; tried < 300 && !codes.has('rate_limit_exceeded'); tried += 10) {
      const answers = await Promise.all(Array.from({ length: 10 }, (_, number) => attempt(tried + number)));
      for (const { body } of answers) codes.add(body.error.code);
    }
    assert.deepEqual(codes, new Set(['invalid_email_or_password', 'rate_limit_exceeded']));
  });

  it('takes three codes of one person at a time from one address, whatever browsers they come from', async () => {
    const owner = await place.enter('codes@example.org');
    const { totpURI } = (await owner.auth('/two-factor/enable', { password })).body;
    assert.equal((await owner.auth('/two-factor/verify-totp', { code: totpCode(totpURI, Date.now()) })).status, 200);
    const statuses: number[] = [];
    for (let browsers = 0; browsers < 2; browsers += 1) {
      const browser = place.browser('203.0.113.52');
      await browser.auth('/sign-in/email', { email: 'codes@example.org', password });
      for (const code of ['000000', '111111']) statuses.push((await browser.auth('/two-factor/verify-totp', { code })).status);
    }
    assert.deepEqual(statuses, [401, 401, 401, 429]);
  });

  it('asks for a solved challenge where a mailbox is guessed at from many addresses, and takes each solution once', async () => {
    await place.signUp('guessed@example.org');
    const guess = (own: object = {}) =>
      place.browser().auth('/sign-in/email', { email: 'guessed@example.org', password, ...own });
    for (let made = 0; made < 10; made += 1) assert.equal((await guess({ password: 'not the password' })).status, 401);
    assert.equal((await guess()).body.error.code, 'challenge_needed');
    const altcha = await solved(place.browser());
    const forged = Buffer.from(altcha, 'base64')
      .toString('utf8')
      .replace(/"keyPrefix":"(.)/, (_, first: string) => `"keyPrefix":"${first === '0' ? '1' : '0'}`);
    assert.equal((await guess({ altcha: Buffer.from(forged).toString('base64') })).status, 403);
    assert.equal((await guess({ altcha })).status, 200, 'nobody is locked out');
    assert.equal((await guess({ altcha })).body.error.code, 'challenge_needed');
  });

  it('takes in whom it knows by id and by address, and forgets a person with all their sign-ins', async () => {
    const { identity } = place.service.signIn;
    const browser = await place.enter('gone@example.org');
    const person = await identity.findPerson({ email: 'Gone@example.org' });
    assert.deepEqual(await identity.findPerson({ id: person?.id ?? '' }), person);
    await identity.forget(person?.id ?? '');
    assert.equal(await isSignedIn(browser), false);
    assert.equal(await identity.findPerson({ email: 'gone@example.org' }), null);
  });
}
