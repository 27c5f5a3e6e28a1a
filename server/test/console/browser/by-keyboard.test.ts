import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Browser } from '../../identity/browser.ts';
import { password } from '../../identity/first-administrator.ts';
import { chromium } from '../../servers/chromium.ts';
import { withServer } from '../../servers/needed-server.ts';
import { waitFor } from '../../wait-for.ts';
import { linkOf, openBrowserWorld, type BrowserWorld } from './browser-world.ts';
import { Keyboard } from './keyboard.ts';

const email = 'keys@example.com';
withServer(chromium, 'ways through the console, by keyboard alone', () => {
  let world: BrowserWorld;
  let page: Page;
  let root: Browser;
  let keys: Keyboard;

  before(async () => {
    world = await openBrowserWorld();
    const price = { input: '0', output: '0', per_call: '0.01' };
    await world.server.admin('PUT', '/models/sandbox%2Fchat', { kind: 'chat', price, confirm: true });
    root = await world.administrator();
    ({ page } = await world.visit());
    keys = new Keyboard(page);
  });
  after(async () => {
    await world.close();
  });

  const go = (path: string): Promise<unknown> => page.goto(`${world.server.url}${path}`);
  const press = (...pressed: readonly string[]): Promise<void> => keys.press(...pressed);
  const type = (text: string): Promise<void> => keys.type(text);
  const tabTo = (name: RegExp): Promise<void> => keys.tabTo(name);
  const fill = (name: RegExp, text: string): Promise<void> => keys.fill(name, text);
  const isFocused = (name: RegExp): Promise<void> => keys.isOn(name);
  const note = (words: string | RegExp): Promise<void> => page.locator('.toasts').getByText(words).last().waitFor();

  it('signing up, verifying and signing in', async () => {
    await go('/sign-up');
    await page.getByLabel('Password').waitFor();
    await fill(/^E-mail/, email);
    await fill(/^Your name/, 'Keys');
    await fill(/^Password/, password);
    await press('Enter');
    await page.getByText(`We sent a verification link to ${email}.`, { exact: false }).waitFor();
    await page.goto(linkOf(await world.mailTo(email, /verif|confirm/i)));
    await page.getByRole('button', { name: 'Confirm and sign in' }).waitFor();
    await fill(/^Password/, password);
    await press('Enter');
    await page.waitForURL(/overview/);
  });

  it('creating a key with its caps and lists; the focus returns to the button that opened the form', async () => {
    await go('/keys');
    await page
      .getByRole('link', { name: /^Create key/ })
      .first()
      .waitFor();
    await tabTo(/^Create key/);
    await press('Enter');
    await page.locator('form#create-key').getByLabel('Remark').waitFor();
    await tabTo(/^Test/);
    await press('ArrowLeft');
    await isFocused(/^Custom/);
    await fill(/^Remark/, 'shop');
    await fill(/^Daily cap/, '0.02');
    await tabTo(/^Allowed models/);
    await type('sandbox/chat');
    await press('Enter', 'Tab');
    await fill(/^IP allow-list/, '127.0.0.1');
    await press('Enter', 'Control+Enter');
    await page.locator('.secret code').waitFor();
    const key = (await page.locator('.secret code').textContent()) ?? '';
    await tabTo(/^I have stored it safely/);
    await press('Space');
    await tabTo(/^Done/);
    await press('Enter');
    await isFocused(/^Create key/);
    const question = { model: 'sandbox/chat', messages: [{ role: 'user', content: 'Hello' }] };
    for (let made = 0; made < 2; made += 1) assert.equal((await world.server.post(key, question)).status, 200);
    assert.equal((await world.server.post(key, question)).status, 429);
  });

  it('raising a cap; a window that is left gives the focus back', async () => {
    await page.getByRole('button', { name: 'Raise cap' }).waitFor();
    await tabTo(/^Raise cap/);
    await press('Enter');
    await isFocused(/^Daily cap/);
    await press('Escape');
    await isFocused(/^Raise cap/);
    await press('Enter');
    await fill(/^Daily cap/, '2');
    await press('Enter');
    await note('The cap of shop is now ¥2.');
  });

  it('changing the settings of a key', async () => {
    await tabTo(/^shop/);
    await press('Enter');
    await page.getByRole('heading', { level: 1, name: 'shop' }).waitFor();
    await page.getByLabel('Monthly cap').waitFor();
    await fill(/^Monthly cap/, '50');
    await press('Control+Enter');
    await note('shop saved');
  });

  it('making a sub-account', async () => {
    await go('/sub-accounts');
    await page
      .getByRole('link', { name: /^Create sub-account/ })
      .first()
      .waitFor();
    await tabTo(/^Create sub-account/);
    await press('Enter');
    await page.getByLabel('Name').waitFor();
    await fill(/^Name/, 'Research');
    await fill(/^Monthly cap/, '5');
    await press('Control+Enter');
    await page.getByRole('heading', { level: 1, name: 'Research' }).waitFor();
  });

  it('inviting a person to it', async () => {
    await go('/team');
    await page.getByRole('link', { name: /^Invite/ }).waitFor();
    await press('n');
    await page.getByLabel('E-mail address').waitFor();
    await fill(/^E-mail address/, 'new@example.com');
    await tabTo(/^Developer/);
    await tabTo(/^Scope/);
    await press('ArrowDown', 'ArrowDown', 'Enter');
    await page.getByText('new@example.com becomes Developer of the sub-account Research.', { exact: false }).waitFor();
    await press('Control+Enter');
    await note('Invitation sent to new@example.com');
  });

  it('a form that is being sent is not sent again by the same keys', async () => {
    await go('/team');
    await page.getByRole('link', { name: /^Invite/ }).waitFor();
    await press('n');
    await page.getByLabel('E-mail address').waitFor();
    await fill(/^E-mail address/, 'once@example.com');
    let sent = 0;
    const answered = Promise.withResolvers<undefined>();
    await page.route('**/invitations', async (route) => {
      if (route.request().method() === 'POST') sent += 1;
      await answered.promise;
      await route.continue();
    });
    await press('Control+Enter');
    await page.locator('button[type=submit][aria-busy=true]').waitFor();
    await press('Control+Enter', 'Enter', 'Control+Enter');
    answered.resolve(undefined);
    await note('Invitation sent to once@example.com');
    await page.unroute('**/invitations');
    assert.equal(sent, 1);
  });

  it('trying a model', async () => {
    await go('/playground');
    await page.getByLabel('Message', { exact: true }).waitFor();
    await fill(/^Message$/, 'What does a call cost here?');
    await press('Control+Enter');
    await page.getByText('¥0.0100').first().waitFor();
  });

  it('filtering the log, opening a call and coming back to its row', async () => {
    await go('/calls');
    await page.locator('.data tbody tr').first().waitFor();
    await press('f');
    await isFocused(/^Time/);
    await press('Tab');
    await isFocused(/^Last hour/);
    await press('Escape');
    await isFocused(/^Time/);
    await press('Enter');
    await tabTo(/^Last 7 days/);
    await press('Enter');
    await page.waitForURL(/range=7d/);
    await isFocused(/Last 7 days/);
    await tabTo(/^Model/);
    await press('ArrowDown', 'ArrowDown', 'Enter');
    await page.waitForURL(/model=sandbox/);
    await page.locator('.data tbody tr').first().waitFor();
    await press('Escape');
    await page.evaluate('document.activeElement.blur()');
    await press('j');
    const row = (await keys.focus()).name;
    await press('Enter');
    await page.locator('aside.drawer .receipt').waitFor();
    await press('Escape');
    await page.locator('aside.drawer').waitFor({ state: 'detached' });
    await waitFor(async () => (await keys.focus()).name === row, { what: 'the focus is on the row again', everyMs: 20 });
  });

  it('giving an account credit, as an operator', async () => {
    const { page: operators } = await world.visitAs(root);
    page = operators;
    keys = new Keyboard(page);
    await go('/operator/accounts');
    await page.getByRole('link', { name: 'Keys' }).last().waitFor();
    await page.locator('.data tbody tr').first().waitFor();
    await tabTo(/^Keys$/);
    await press('Enter');
    await page.waitForURL(/accounts\/acc_/);
    await page.getByRole('button', { name: 'Credit', exact: true }).waitFor();
    await tabTo(/^Credit$/);
    await press('Enter');
    await page.locator('dialog form').waitFor();
    await fill(/^Amount/, '12.5');
    await fill(/^Reason/, 'bank transfer');
    await press('Enter');
    await page.locator('dialog form').waitFor({ state: 'detached' });
    await note(/12\.50/);
    await isFocused(/^Credit$/);
  });

  it('no page on the way had an error, a failed request or a request to another host', () => {
    assert.deepEqual(world.faults, []);
  });
});
