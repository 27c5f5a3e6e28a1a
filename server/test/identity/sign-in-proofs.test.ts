import assert from 'node:assert/strict';
import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { mustAdmin } from '../ask-admin.ts';
import { signInWays, type SignInWay } from '../../src/identity/engine/proofs/sign-in-proofs.ts';
import { Authenticator } from './authenticator.ts';
import type { Browser } from './browser.ts';
import { Issuer } from './issuer.ts';
import { overProvider, provider } from './over-provider.ts';
import { isSignedIn, password, PeoplePlace, totpCode } from './people-place.ts';
import { inSignInDatabase } from './sign-in-place.ts';

/** The table of docs/operations.md: which sign-in methods require a code once two-factor authentication is on. Without it, none does. */
const asksForCode: Readonly<Record<SignInWay, boolean>> = {
  password: true,
  outside: true,
  passkey: true,
  passkey_with_person: false,
};

const secret = 'the-secret-of-these-tests-long-enough';
const issuer = new Issuer();
let place: PeoplePlace;
before(async () => {
  await issuer.listen();
  place = await PeoplePlace.open({ ...provider(issuer.url), TOLLGATE_SECRET: secret });
});
after(async () => {
  await place.close();
  issuer.close();
});

/** What an earlier version gave a browser that was trusted for 30 days: a row, and a signed cookie that names it. */
function trustedAsBefore(from: PeoplePlace, email: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, 'tollgate', 'sign-in', 32)).toString('hex');
  const mac = (text: string, form: 'base64' | 'base64url'): string => createHmac('sha256', key).update(text).digest(form);
  const identifier = 'trust-device-of-an-earlier-version';
  const userId = inSignInDatabase(from, (db) => {
    const id = String(db.prepare('select "id" from "user" where "email" = ?').get(email)?.id);
    const [now, later] = [0, 86_400_000].map((ms) => new Date(Date.now() + ms).toISOString());
    const columns = '("id", "identifier", "value", "expiresAt", "createdAt", "updatedAt")';
    const kept = createHash('sha256').update(identifier).digest('base64url');
    db.prepare(`insert into "verification" ${columns} values ('trust', ?, ?, ?, ?, ?)`).run(
      kept,
      id,
      later ?? '',
      now ?? '',
      now ?? '',
    );
    return id;
  });
  const value = `${mac(`${userId}!${identifier}`, 'base64url')}!${identifier}`;
  return encodeURIComponent(`${value}.${mac(value, 'base64')}`);
}

interface Somebody {
  readonly email: string;
  readonly passkeys: Readonly<Record<'passkey' | 'passkey_with_person', Authenticator>>;
}

async function addPasskey(browser: Browser, asksForPerson: boolean): Promise<Authenticator> {
  const authenticator = new Authenticator(browser.origin, asksForPerson);
  const { body: options } = await browser.auth('/passkey/generate-register-options');
  const added = await browser.auth('/passkey/verify-registration', { response: authenticator.create(options) });
  assert.equal(added.status, 200, added.text);
  return authenticator;
}

/** A person with every sign-in method. */
async function somebody(email: string, isOperator: boolean): Promise<{ who: Somebody; browser: Browser }> {
  const browser = await place.enter(email);
  const passkeys = { passkey: await addPasskey(browser, false), passkey_with_person: await addPasskey(browser, true) };
  issuer.who = { sub: email, email, email_verified: true, name: 'Somebody' };
  const linking = await browser.auth('/link-social', {
    provider: 'oidc',
    callbackURL: '/security',
    errorCallbackURL: '/security',
  });
  const away = await fetch(linking.body.url, { redirect: 'manual' });
  const back = new URL(away.headers.get('location') ?? '');
  const linked = await browser.ask('GET', back.pathname + back.search, { headers: { 'sec-fetch-site': 'cross-site' } });
  assert.equal(linked.headers.get('location'), '/security', linked.text);
  if (isOperator)
    await mustAdmin({ url: place.service.url, token: place.service.adminToken }, 'POST', '/operators', {
      body: { email, role: 'administrator' },
    });
  return { who: { email, passkeys }, browser };
}

/** Signs in by a method; returns whether a code is still required. */
async function enter(browser: Browser, way: SignInWay, { email, passkeys }: Somebody): Promise<boolean> {
  if (way === 'outside') {
    issuer.who = { sub: email, email, email_verified: true, name: 'Somebody' };
    const landed = await overProvider(browser);
    if (landed.pathname === '/overview') return false;
    assert.equal(landed.pathname + landed.search, '/sign-in?step=code&next=%2Foverview');
    return true;
  }
  if (way === 'password') return (await browser.auth('/sign-in/email', { email, password })).body.twoFactorRedirect === true;
  const { body: options } = await browser.auth('/passkey/generate-authenticate-options');
  const entered = await browser.auth('/passkey/verify-authentication', { response: passkeys[way].get(options) });
  assert.equal(entered.status, 200, entered.text);
  return entered.body.twoFactorRedirect === true;
}

describe('which proofs a sign-in needs', () => {
  for (const role of ['member', 'operator'] as const) {
    it(`of ${role}s, in each combination`, async () => {
      const { who, browser } = await somebody(`${role}@example.org`, role === 'operator');
      for (const way of signInWays) {
        const entering = place.browser();
        assert.equal(await enter(entering, way, who), false, `${way}, one step`);
        assert.ok(await isSignedIn(entering), `${way}, one step`);
      }
      const { body: enabled } = await browser.auth('/two-factor/enable', { password });
      const beganMs = Date.now();
      assert.equal((await browser.auth('/two-factor/verify-totp', { code: totpCode(enabled.totpURI, beganMs) })).status, 200);
      for (const [index, way] of signInWays.entries()) {
        const entering = place.browser();
        assert.equal(await enter(entering, way, who), asksForCode[way], `${way}, two steps`);
        assert.equal(await isSignedIn(entering), !asksForCode[way], `${way}, two steps: nobody is in before the code`);
        if (!asksForCode[way]) continue;
        const wrong = await entering.auth('/two-factor/verify-backup-code', { code: 'wrong-wrong' });
        assert.equal(wrong.status, 401);
        assert.equal(await isSignedIn(entering), false);
        const right = await entering.auth('/two-factor/verify-backup-code', { code: enabled.backupCodes[index] });
        assert.equal(right.status, 200, right.text);
        assert.ok(await isSignedIn(entering));
      }
    });
  }

  it('sets no sign-in cookie before the code', async () => {
    const { who, browser } = await somebody('owing@example.org', false);
    const { body: enabled } = await browser.auth('/two-factor/enable', { password });
    await browser.auth('/two-factor/verify-totp', { code: totpCode(enabled.totpURI, Date.now()) });
    for (const way of signInWays.filter((each) => asksForCode[each])) {
      const entering = place.browser();
      await enter(entering, way, who);
      assert.equal(entering.cookies.has('tollgate'), false, way);
    }
  });

  it('trusts no browser past the second step, whatever it was given by an earlier version', async () => {
    const { who, browser } = await somebody('trusted@example.org', false);
    const { body: enabled } = await browser.auth('/two-factor/enable', { password });
    await browser.auth('/two-factor/verify-totp', { code: totpCode(enabled.totpURI, Date.now()) });
    const entering = place.browser();
    await enter(entering, 'password', who);
    const asked = { code: enabled.backupCodes[0], trustDevice: true };
    assert.equal((await entering.auth('/two-factor/verify-backup-code', asked)).status, 400);
    assert.equal(await isSignedIn(entering), false);

    const trusted = place.browser();
    trusted.cookies.set('tollgate.trust_device', trustedAsBefore(place, who.email));
    assert.equal(await enter(trusted, 'password', who), true);
    assert.equal(await isSignedIn(trusted), false);
  });

  it('signs nobody in by a link of a mail', async () => {
    await place.signUp('linked@example.org');
    const browser = place.browser();
    await browser.auth('/request-password-reset', { email: 'linked@example.org' });
    const token = await place.token('linked@example.org', 'reset-password');
    assert.equal((await browser.auth('/reset-password', { token, newPassword: password })).status, 200);
    assert.equal(await isSignedIn(browser), false);
  });

  it('links no identity to an operator who has not asked for it', async () => {
    const email = 'chief@example.org';
    await place.signUp(email);
    const admin = { url: place.service.url, token: place.service.adminToken };
    await mustAdmin(admin, 'POST', '/operators', { body: { email, role: 'administrator' } });
    issuer.who = { sub: 'chief', email, email_verified: true, name: 'Chief' };
    const browser = place.browser();
    const landed = await overProvider(browser);
    assert.equal(landed.pathname + landed.search, '/sign-in?error=account_not_linked');
    assert.equal(await isSignedIn(browser), false);
  });
});
