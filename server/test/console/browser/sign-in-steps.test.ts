import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { CDPSession, Page } from 'playwright-core';
import { totpCode } from '../../identity/people-place.ts';
import { ageSignIns } from '../../identity/sign-in-place.ts';
import { chromium } from '../../servers/chromium.ts';
import { withServer } from '../../servers/needed-server.ts';
import { openBrowserWorld, type BrowserWorld, type Visit } from './browser-world.ts';
import { signIn } from './page-steps.ts';

const email = 'root@example.com';
const stepMs = 30_000;
const hourMs = 3_600_000;

/** Runs in the page: signs in with a passkey that is selected in the browser and confirmed by touch. */
const signInByTouch = (credentialId: string): string => `(async () => {
  const auth = '/api/console/auth/passkey';
  const options = await (await fetch(auth + '/generate-authenticate-options')).json();
  const allowCredentials = [{ id: '${Buffer.from(credentialId, 'base64').toString('base64url')}', type: 'public-key' }];
  const named = { ...options, userVerification: 'discouraged', allowCredentials };
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(named);
  const credential = await navigator.credentials.get({ publicKey });
  const body = JSON.stringify({ response: credential.toJSON() });
  const headers = { 'content-type': 'application/json' };
  return await (await fetch(auth + '/verify-authentication', { method: 'POST', headers, body })).json();
})()`;

withServer(chromium, 'signing in with more than a password', () => {
  let world: BrowserWorld;
  /** Passkeys need a host name, not an IP address. */
  let address: string;
  let page: Page;
  let uri = '';
  let devices = 0;
  let codes: readonly string[] = [];

  before(async () => {
    world = await openBrowserWorld({ TOLLGATE_TRUSTED_PROXIES: '127.0.0.1' });
    address = world.server.url.replace('127.0.0.1', 'localhost');
    await world.administrator();
    page = await device();
  });
  after(async () => {
    await world.close();
  });

  /** A separate browser without a session, on the sign-in page. */
  async function device(look: Visit = {}): Promise<Page> {
    // Uses another address each time, because sign-in attempts per address are limited.
    devices += 1;
    const { page: opened } = await world.visit({ ...look, at: address, from: `203.0.113.${String(devices)}` });
    await opened.goto(`${address}/sign-in`);
    return opened;
  }
  const codeAt = (steps: number): string => totpCode(uri, Date.now() + steps * stepMs);
  async function afterPassword(): Promise<Page> {
    const another = await device();
    await signIn(another, email);
    await another.getByRole('heading', { name: 'Two-step sign-in' }).waitFor();
    return another;
  }
  async function enterCode(at: Page, code: string): Promise<void> {
    await at.getByLabel('Code').fill(code);
    await at.getByRole('button', { name: 'Confirm' }).click();
  }
  /** Adds an authenticator to a browser: a phone that checks a fingerprint, or a security key that only needs a touch. */
  async function addAuthenticator(session: CDPSession, provesPerson: boolean): Promise<string> {
    await session.send('WebAuthn.enable');
    const hand = { hasResidentKey: true, automaticPresenceSimulation: true };
    const person = { hasUserVerification: provesPerson, isUserVerified: provesPerson };
    const options = { protocol: 'ctap2', transport: 'internal', ...hand, ...person } as const;
    return (await session.send('WebAuthn.addVirtualAuthenticator', { options })).authenticatorId;
  }
  const goTo = (at: Page, path: string): Promise<unknown> => at.goto(`${address}${path}`);

  it('a passkey made in the page signs in without a password', async () => {
    await signIn(page, email);
    await page.waitForURL(/overview/);
    await addAuthenticator(await page.context().newCDPSession(page), true);
    await goTo(page, '/security');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.locator('.toasts').getByText('Passkey added').waitFor();
    await page.getByText('No passkeys yet.').waitFor({ state: 'detached' });
    assert.match((await world.mailTo(email, /passkey|通行密钥/i)).mail.text ?? '', /./);
    await page.locator('.switcher').click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL(/overview/);
  });

  it('six digits of an authenticator are set up in the page and asked for at the next sign-in, each good for once', async () => {
    await goTo(page, '/security');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByLabel('Enter your password to continue').fill('correct horse battery');
    await page.getByRole('button', { name: 'Continue' }).click();
    const secret = (await page.locator('.security-form code').textContent()) ?? '';
    uri = `otpauth://totp/Tollgate?secret=${secret}`;
    const first = codeAt(0);
    await page.getByLabel('6 digits', { exact: true }).fill(first);
    await page.getByRole('button', { name: 'Confirm and turn on' }).click();
    await page.locator('.backup-codes li').first().waitFor();
    codes = await page.locator('.backup-codes li').allTextContents();
    assert.equal(codes.length, 10);
    await page.getByRole('button', { name: 'I have saved them' }).click();
    const another = await afterPassword();
    await enterCode(another, first);
    await another.getByText('The code is wrong or already used.', { exact: false }).waitFor();
    await enterCode(another, codeAt(1));
    await another.waitForURL(/overview/);
  });

  it('a backup code signs in once where the authenticator is away', async () => {
    const [code = ''] = codes;
    const another = await afterPassword();
    await enterCode(another, code);
    await another.waitForURL(/overview/);
    const late = await afterPassword();
    await enterCode(late, code);
    await late.getByText('The backup code is wrong or already used.').waitFor();
  });

  it('a passkey that proves no person asks for a code besides', async () => {
    const touching = await afterPassword();
    await enterCode(touching, codes[2] ?? '');
    await touching.waitForURL(/overview/);
    const session = await touching.context().newCDPSession(touching);
    const phone = await addAuthenticator(session, true);
    await goTo(touching, '/security');
    await touching.getByRole('button', { name: 'Add a passkey' }).click();
    await touching.locator('.toasts').getByText('Passkey added').waitFor();
    // Without a selected credential, Chromium always verifies the person; a person with the key can select it and skip that.
    const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId: phone });
    await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: phone });
    const authenticatorId = await addAuthenticator(session, false);
    for (const credential of credentials) await session.send('WebAuthn.addCredential', { authenticatorId, credential });
    await touching.context().clearCookies();
    await goTo(touching, '/sign-in');
    assert.deepEqual(await touching.evaluate(signInByTouch(credentials[0]?.credentialId ?? '')), {
      twoFactorRedirect: true,
      twoFactorMethods: ['totp'],
    });
    await goTo(touching, '/sign-in?step=code&next=%2Foverview');
    await touching.getByRole('heading', { name: 'Two-step sign-in' }).waitFor();
    await enterCode(touching, codes[3] ?? '');
    await touching.waitForURL(/overview/);
  });

  it('changes to the sign-in ask for the password once the sign-in is old, and not again for a while', async () => {
    ageSignIns(world.server, hourMs);
    await goTo(page, '/security');
    const passkeys = page.locator('.sheet', { has: page.getByRole('heading', { name: 'Passkeys' }) }).locator('li');
    const asked = page.getByRole('dialog');
    await passkeys.first().getByRole('button', { name: 'Remove' }).click();
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await asked.waitFor({ state: 'detached' });
    assert.equal(await passkeys.count(), 2, 'who changes their mind has changed nothing');
    await passkeys.last().getByRole('button', { name: 'Remove' }).click();
    await asked.getByLabel('Enter your password to continue').fill('wrong horse battery');
    await asked.getByRole('button', { name: 'Continue' }).click();
    await asked.getByText('The password is wrong.').waitFor();
    await asked.getByLabel('Enter your password to continue').fill('correct horse battery');
    await asked.getByRole('button', { name: 'Continue' }).click();
    await page.locator('.toasts').getByText('Removed', { exact: true }).waitFor();
    await passkeys.nth(1).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Sign out all other devices' }).click();
    await page.locator('.toasts').getByText('Signed out').waitFor();
  });

  it('the page of sign-in says why nobody was let in over a provider, in both languages', async () => {
    const another = await device();
    await goTo(another, '/sign-in?error=state_lost');
    await another.getByRole('alert').getByText('This sign-in was interrupted', { exact: false }).waitFor();
    const chinese = await device({ language: 'zh-CN' });
    await goTo(chinese, '/sign-in?error=provider_silent');
    await chinese.getByRole('alert').getByText('身份提供方暂时没有响应', { exact: false }).waitFor();
    await goTo(another, '/sign-in?step=code&next=%2Fkeys');
    await another.getByRole('heading', { name: 'Two-step sign-in' }).waitFor();
  });

  it('a sign-in ended from another device is over at its next step, and asks to sign in again', async () => {
    const another = await afterPassword();
    await enterCode(another, codes[4] ?? '');
    await another.waitForURL(/overview/);
    await goTo(page, '/security');
    await page.getByRole('button', { name: 'Sign out all other devices' }).click();
    await page.locator('.toasts').getByText('Signed out').waitFor();
    // Messages about sign-ins arrive live, so the other page may react before anyone acts there.
    const isOver = another.waitForURL(/sign-in/);
    await Promise.race([isOver, another.getByRole('link', { name: 'Keys', exact: true }).click()]);
    await isOver;
    await page.locator('.security-list').getByText('this device', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Sign out all other devices' }).waitFor({ state: 'detached' });
  });

  it('language and theme are switched in the page and stay as chosen after a reload, on a phone, too', async () => {
    const chosen = (): Promise<unknown> =>
      page.evaluate('[document.documentElement.lang, document.documentElement.dataset.theme]');
    assert.deepEqual(await chosen(), ['en', 'light']);
    await page.locator('.top .lang').click();
    await page.locator('.top .theme').click();
    await page.getByRole('heading', { level: 1, name: '安全' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: '安全' }).waitFor();
    assert.deepEqual(await chosen(), ['zh-CN', 'dark']);
    await page.setViewportSize({ width: 390, height: 844 });
    await goTo(page, '/more');
    await page
      .locator('main .lang, main button', { hasText: /^EN$|English/ })
      .first()
      .click();
    await page.locator('main').getByRole('link', { name: 'Security' }).waitFor();
    await page.reload();
    await page.locator('main').getByRole('link', { name: 'Security' }).waitFor();
    assert.deepEqual(await chosen(), ['en', 'dark']);
  });

  it('no page on the way had an error, a failed request or a request to another host', () => {
    // Wrong codes and passwords are refused, ended links say so, and protected actions ask for the password first. The message stream ends
    // with its session.
    assert.deepEqual(
      world.faults.filter((fault) => !/40[013]|ERR_INCOMPLETE_CHUNKED_ENCODING/.test(fault)),
      [],
    );
  });
});
