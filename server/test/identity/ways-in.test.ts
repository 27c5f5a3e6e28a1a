import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { waitFor } from '../wait-for.ts';
import { Authenticator } from './authenticator.ts';
import type { Browser } from './browser.ts';
import { Issuer } from './issuer.ts';
import { overProvider, provider } from './over-provider.ts';
import { isSignedIn, password, PeoplePlace, totpCode } from './people-place.ts';
import { ageSignIns, inSignInDatabase } from './sign-in-place.ts';

const issuer = new Issuer();
const newPassword = 'another long password';
const hourMs = 3_600_000;
let place: PeoplePlace;
before(async () => {
  await issuer.listen();
  place = await PeoplePlace.open(provider(issuer.url));
});
after(async () => {
  await place.close();
  issuer.close();
});

async function addPasskey(browser: Browser): Promise<Authenticator> {
  const authenticator = new Authenticator(browser.origin);
  const { body: options } = await browser.auth('/passkey/generate-register-options');
  const added = await browser.auth('/passkey/verify-registration', { response: authenticator.create(options) });
  assert.equal(added.status, 200, added.text);
  return authenticator;
}

async function entersByPasskey(authenticator: Authenticator): Promise<boolean> {
  const browser = place.browser();
  const { body: options } = await browser.auth('/passkey/generate-authenticate-options');
  await browser.auth('/passkey/verify-authentication', { response: authenticator.get(options) });
  return await isSignedIn(browser);
}

async function entersByPassword(email: string, word = password): Promise<boolean> {
  const browser = place.browser();
  await browser.auth('/sign-in/email', { email, password: word });
  return await isSignedIn(browser);
}

/** Whether the person with this subject at the provider can sign in. */
async function entersOutside(sub: string, email: string, isVerified: boolean): Promise<Browser | null> {
  issuer.who = { sub, email, email_verified: isVerified, name: 'Outside' };
  const browser = place.browser();
  await overProvider(browser);
  return (await isSignedIn(browser)) ? browser : null;
}

async function resetLink(email: string, count = 1): Promise<string> {
  await place.browser().auth('/request-password-reset', { email });
  return await place.token(email, 'reset-password', count);
}

async function verifyLink(email: string, count = 1): Promise<string> {
  await place.browser().auth('/send-verification-email', { email });
  return await place.token(email, 'verify-address', count);
}

/** Sign-in methods that an attacker prepared for another person's address, with a provider that does not verify addresses. */
async function prepared(email: string): Promise<{ attacker: Browser; passkey: Authenticator; sub: string }> {
  const sub = `attacker of ${email}`;
  const attacker = await entersOutside(sub, email, false);
  assert.ok(attacker);
  const passkey = await addPasskey(attacker);
  const { body } = await attacker.auth('/two-factor/enable', {});
  const on = await attacker.auth('/two-factor/verify-totp', { code: totpCode(body.totpURI, Date.now()) });
  assert.equal(on.status, 200, on.text);
  return { attacker, passkey, sub };
}

async function assertOut({ attacker, passkey, sub }: Awaited<ReturnType<typeof prepared>>, email: string): Promise<void> {
  assert.equal(await isSignedIn(attacker), false, 'the sign-in from before');
  assert.equal(await entersByPasskey(passkey), false, 'the passkey from before');
  assert.equal(await entersOutside(sub, email, false), null, 'the identity from before');
}

describe('what was prepared at an address before its owner came', () => {
  it('is over with a reset, and does not ask the owner for a second step of somebody else', async () => {
    const email = 'reset-first@example.org';
    const before = await prepared(email);
    const token = await resetLink(email);
    assert.equal((await place.browser().auth('/reset-password', { token, newPassword })).status, 200);
    await assertOut(before, email);
    await place.browser().auth('/verify-email', { token: await verifyLink(email) });
    assert.ok(await entersByPassword(email, newPassword));
    await assertOut(before, email);
  });

  it('is over with the first verification', async () => {
    const email = 'verify-first@example.org';
    const before = await prepared(email);
    assert.equal((await place.browser().auth('/verify-email', { token: await verifyLink(email) })).status, 200);
    await assertOut(before, email);
    const token = await resetLink(email);
    await place.browser().auth('/reset-password', { token, newPassword });
    assert.ok(await entersByPassword(email, newPassword));
  });

  it('stays if the person who prepared it opens the link in the same browser: then it is their mailbox', async () => {
    const email = 'own@example.org';
    const browser = await entersOutside('own', email, false);
    assert.ok(browser);
    const elsewhere = await entersOutside('own', email, false);
    assert.ok(elsewhere);
    assert.equal((await browser.auth('/verify-email', { token: await verifyLink(email) })).status, 200);
    assert.ok(await isSignedIn(browser));
    assert.equal(await isSignedIn(elsewhere), false, 'other sign-ins from before end');
    assert.ok(await entersOutside('own', email, false));
  });
});

describe('a reset', () => {
  it('ends passkeys, identities, sign-ins and second steps half done, and leaves the second step on', async () => {
    const email = 'lost@example.org';
    const browser = await place.enter(email);
    const passkey = await addPasskey(browser);
    assert.ok(await entersOutside('lost', email, true));
    const { body } = await browser.auth('/two-factor/enable', { password });
    await browser.auth('/two-factor/verify-totp', { code: totpCode(body.totpURI, Date.now()) });
    const half = place.browser();
    assert.equal((await half.auth('/sign-in/email', { email, password })).body.twoFactorRedirect, true);
    const token = await resetLink(email);
    assert.equal((await place.browser().auth('/reset-password', { token, newPassword })).status, 200);
    assert.equal(await isSignedIn(browser), false);
    assert.equal(await entersByPasskey(passkey), false);
    assert.equal((await half.auth('/two-factor/verify-backup-code', { code: body.backupCodes[0] })).status, 401);
    const asked = await place.browser().auth('/sign-in/email', { email, password: newPassword });
    assert.equal(asked.body.twoFactorRedirect, true, 'a mailbox alone does not get past it');
    const left = inSignInDatabase(place, (db) =>
      db.prepare('select count(*) as n from "account" where "accountId" = ?').get('lost'),
    );
    assert.equal(left?.n, 0);
  });

  it('by one link makes the older ones worthless, and so does a change of the password', async () => {
    const email = 'links@example.org';
    const browser = await place.enter(email);
    const older = await resetLink(email);
    const newer = await resetLink(email, 2);
    assert.notEqual(older, newer);
    assert.equal((await place.browser().auth('/reset-password', { token: newer, newPassword })).status, 200);
    const late = await place.browser().auth('/reset-password', { token: older, newPassword: 'of the attacker 1' });
    assert.deepEqual([late.status, late.body.error.code], [400, 'invalid_token']);
    const before = await resetLink(email, 3);
    await browser.auth('/sign-in/email', { email, password: newPassword });
    const changed = { currentPassword: newPassword, newPassword: password, revokeOtherSessions: false };
    assert.equal((await browser.auth('/change-password', changed)).status, 200);
    assert.equal((await place.browser().auth('/reset-password', { token: before, newPassword })).status, 400);
    assert.ok(await entersByPassword(email));
  });

  it('heeds a link no more that is older than the password, even if the row of the link is still there', async () => {
    const email = 'row@example.org';
    await place.signUp(email);
    const token = await resetLink(email);
    inSignInDatabase(place, (db) => {
      const user = db.prepare('select "id" from "user" where "email" = ?').get(email)?.id ?? '';
      db.prepare('update "account" set "updatedAt" = ? where "userId" = ?').run(new Date(Date.now() + 1000).toISOString(), user);
    });
    assert.equal((await place.browser().auth('/reset-password', { token, newPassword })).body.error.code, 'invalid_token');
  });

  it('with an invalid password ends nothing', async () => {
    const email = 'short@example.org';
    const browser = await place.enter(email);
    const token = await resetLink(email);
    const refused = await place.browser().auth('/reset-password', { token, newPassword: 'short' });
    assert.equal(refused.body.error.code, 'password_too_short');
    assert.ok(await isSignedIn(browser));
  });

  it('in a browser that is signed in over a provider adds a first password and ends none of its ways in', async () => {
    const email = 'outside-only@example.org';
    const browser = await entersOutside('outside-only', email, true);
    assert.ok(browser);
    await browser.auth('/request-password-reset', { email });
    const token = await place.token(email, 'reset-password');
    assert.equal((await browser.auth('/reset-password', { token, newPassword })).status, 200);
    assert.ok(await entersOutside('outside-only', email, true));
    assert.ok(await entersByPassword(email, newPassword));
  });
});

describe('what changes how somebody signs in', () => {
  let browser: Browser;
  let email: string;
  let made = 0;
  beforeEach(async () => {
    made += 1;
    email = `changes-${String(made)}@example.org`;
    browser = await place.enter(email);
  });

  async function mailsOf(change: number): Promise<void> {
    await waitFor(async () => (await place.mails(email, 'security-change')).length >= change, { what: `mail ${String(change)}` });
  }

  it('is reported by mail, each, when it is added and when it is removed', async () => {
    await addPasskey(browser);
    await mailsOf(1);
    const [passkey] = (await browser.auth('/passkey/list-user-passkeys')).body;
    assert.equal((await browser.auth('/passkey/delete-passkey', { id: passkey.id })).status, 200);
    await mailsOf(2);
    assert.ok(await entersOutside(email, email, true));
    await mailsOf(3);
    const { body: accounts } = await browser.auth('/list-accounts');
    const outside = accounts.find(({ providerId }: { providerId: string }) => providerId === 'oidc');
    assert.equal((await browser.auth('/unlink-account', { accountId: outside.id })).status, 200);
    await mailsOf(4);
    const { body } = await browser.auth('/two-factor/enable', { password });
    await browser.auth('/two-factor/verify-totp', { code: totpCode(body.totpURI, Date.now()) });
    await mailsOf(5);
    assert.equal((await browser.auth('/two-factor/disable', { password })).status, 200);
    await mailsOf(6);
    const elsewhere = place.browser();
    await elsewhere.auth('/sign-in/email', { email, password });
    const { session_id: id } = (await elsewhere.get('/api/console/session')).body;
    assert.equal((await browser.auth('/revoke-session', { id })).status, 200);
    await mailsOf(7);
    assert.equal(await isSignedIn(elsewhere), false);
  });

  const acts: readonly (readonly [path: string, body?: object])[] = [
    ['/passkey/generate-register-options'],
    ['/passkey/delete-passkey', { id: 'x' }],
    ['/link-social', { provider: 'oidc', callbackURL: '/security', errorCallbackURL: '/security' }],
    ['/unlink-account', { accountId: 'x' }],
    ['/revoke-other-sessions', {}],
  ];

  it('needs the password once the sign-in is ten minutes old, which then holds for ten minutes', async () => {
    ageSignIns(place, hourMs);
    for (const [path, body] of acts) {
      const refused = await browser.auth(path, body);
      assert.deepEqual([refused.status, refused.body.error.code], [403, 'proof_needed'], path);
    }
    const sessions = (await browser.auth('/list-sessions')).body;
    assert.equal(sessions.length, 1, 'looking needs no proof');
    assert.equal((await browser.auth('/revoke-session', { id: sessions[0].id })).body.error.code, 'proof_needed');
    assert.equal((await browser.auth('/prove', { password: 'not the password' })).body.error.code, 'invalid_password');
    assert.equal((await place.browser().auth('/prove', { password })).status, 401);
    assert.equal((await browser.auth('/prove', { password })).status, 200);
    for (const [path, body] of acts) assert.notEqual((await browser.auth(path, body)).body?.error?.code, 'proof_needed', path);
    const stranger = await place.enter(`stranger-${email}`);
    ageSignIns(place, hourMs);
    assert.equal((await stranger.auth('/unlink-account', { accountId: 'x' })).body.error.code, 'proof_needed');
  });

  it('needs a recent sign-in if the person has no password', async () => {
    const only = await entersOutside(`only-${email}`, `only-${email}`, true);
    assert.ok(only);
    ageSignIns(place, hourMs);
    const guarded = [...acts, ['/two-factor/enable', {}], ['/two-factor/enable', { password: 'x' }]] as const;
    for (const [path, body] of guarded) assert.equal((await only.auth(path, body)).body.error.code, 'sign_in_again', path);
    assert.equal((await only.auth('/prove', { password: '' })).body.error.code, 'sign_in_again');
    const again = await entersOutside(`only-${email}`, `only-${email}`, true);
    assert.equal((await again?.auth('/two-factor/enable', {}))?.status, 200);
  });

  it('leaves at least one way to sign in, and removes no password', async () => {
    const only = await entersOutside(`last-${email}`, `last-${email}`, true);
    const [identity] = (await only?.auth('/list-accounts'))?.body ?? [];
    const refused = await only?.auth('/unlink-account', { accountId: identity.id });
    assert.equal(refused?.body.error.code, 'failed_to_unlink_last_account');
    assert.ok(await entersOutside(email, email, true));
    const { body: accounts } = await browser.auth('/list-accounts');
    const own = accounts.find(({ providerId }: { providerId: string }) => providerId === 'credential');
    assert.equal((await browser.auth('/unlink-account', { accountId: own.id })).status, 400);
    assert.ok(await entersByPassword(email));
  });

  it('belongs to one person: an identity or a passkey of another person is not found', async () => {
    const other = await place.enter(`other-${email}`);
    await addPasskey(other);
    const [passkey] = (await other.auth('/passkey/list-user-passkeys')).body;
    const [account] = (await other.auth('/list-accounts')).body;
    assert.notEqual((await browser.auth('/passkey/delete-passkey', { id: passkey.id })).status, 200);
    assert.equal((await browser.auth('/unlink-account', { accountId: account.id })).status, 400);
    assert.equal((await other.auth('/passkey/list-user-passkeys')).body.length, 1);
  });
});
