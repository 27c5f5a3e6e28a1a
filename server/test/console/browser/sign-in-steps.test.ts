import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { totpCode } from '../../identity/people-place.ts';
import { chromium } from '../../servers/chromium.ts';
import { withServer } from '../../servers/needed-server.ts';
import { openBrowserWorld, type BrowserWorld, type Visit } from './browser-world.ts';
import { signIn } from './page-steps.ts';

const email = 'root@example.com';
const stepMs = 30_000;

withServer(chromium, 'signing in with more than a password', () => {
  let world: BrowserWorld;
  /** Passkeys belong to a name, not to an address of numbers. */
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

  /** A browser of their own that nobody is signed in with, at the page of sign-in. */
  async function device(look: Visit = {}): Promise<Page> {
    // Few may try to sign in from one address.
    devices += 1;
    const { page: opened } = await world.visit({ ...look, at: address, from: `203.0.113.${String(devices)}` });
    await opened.goto(`${address}/sign-in`);
    return opened;
  }
  const codeAt = (steps: number): string => totpCode(uri, Date.now() + steps * stepMs);
  async function afterPassword(): Promise<Page> {
    const another = await device();
    await signIn(another, email);
    await another.getByRole('heading', { name: 'Second factor' }).waitFor();
    return another;
  }
  async function enterCode(at: Page, code: string): Promise<void> {
    await at.getByLabel('Code').fill(code);
    await at.getByRole('button', { name: 'Confirm' }).click();
  }
  const goTo = (at: Page, path: string): Promise<unknown> => at.goto(`${address}${path}`);

  it('a passkey made in the page signs in without a password', async () => {
    await signIn(page, email);
    await page.waitForURL(/overview/);
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    const hand = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true };
    await session.send('WebAuthn.addVirtualAuthenticator', { options: { protocol: 'ctap2', transport: 'internal', ...hand } });
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
    await page.getByLabel('Enter your password to go on').fill('correct horse battery');
    await page.getByRole('button', { name: 'Continue' }).click();
    const secret = (await page.locator('.security-form code').textContent()) ?? '';
    uri = `otpauth://totp/Tollgate?secret=${secret}`;
    const first = codeAt(0);
    await page.getByLabel('6 digits', { exact: true }).fill(first);
    await page.getByRole('button', { name: 'Confirm and turn on' }).click();
    await page.locator('.backup-codes li').first().waitFor();
    codes = await page.locator('.backup-codes li').allTextContents();
    assert.equal(codes.length, 10);
    await page.getByRole('button', { name: 'I have kept them' }).click();
    const another = await afterPassword();
    await enterCode(another, first);
    await another.getByText('The code is wrong or was used.', { exact: false }).waitFor();
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
    await late.getByText('The backup code is wrong or was used.').waitFor();
  });

  it('a sign-in ended from another device is over at its next step, and asks to sign in again', async () => {
    const another = await afterPassword();
    await enterCode(another, codes[1] ?? '');
    await another.waitForURL(/overview/);
    await goTo(page, '/security');
    await page.getByRole('button', { name: 'Sign all other devices out' }).click();
    await page.locator('.toasts').getByText('Signed out').waitFor();
    // Messages about sign-ins come live: its page may know before anybody takes a step there.
    const isOver = another.waitForURL(/sign-in/);
    await Promise.race([isOver, another.getByRole('link', { name: 'Keys', exact: true }).click()]);
    await isOver;
    await page.locator('.security-list').getByText('this device', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Sign all other devices out' }).waitFor({ state: 'detached' });
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
    // Wrong codes are refused, and what has ended is told so.
    assert.deepEqual(
      world.faults.filter((fault) => !fault.includes('401')),
      [],
    );
  });
});
