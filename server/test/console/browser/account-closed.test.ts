/**
 * Goal: an owner exports the account's data, closes the account, sees that on every page, and cancels the closure. Method: the program with
 * its console, a browser and a mail server.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { password } from '../../identity/first-administrator.ts';
import { chromium } from '../../servers/chromium.ts';
import { withServer } from '../../servers/needed-server.ts';
import { readZip } from '../../subjects/account-life/read-zip.ts';
import { openBrowserWorld, type BrowserWorld } from './browser-world.ts';
import { createKey, signIn, signUp } from './page-steps.ts';

const owner = 'leaving@example.com';

withServer(chromium, 'account closed', () => {
  let world: BrowserWorld;
  let page: Page;
  let operators: Page;
  let key: string;
  let accountId: string;

  before(async () => {
    world = await openBrowserWorld();
    ({ page: operators } = await world.visitAs(await world.administrator()));
    ({ page } = await world.visit());
    await page.goto(`${world.server.url}/sign-up`);
    await signUp(world, page, owner);
    await page.goto(`${world.server.url}/sign-in`);
    await signIn(page, owner);
    await page.waitForURL('**/overview');
    key = await createKey(world, page, { remark: 'shop' });
    const session = await page.evaluate<{ accounts: { id: string }[] }>(
      'fetch("/api/console/session").then((answer) => answer.json())',
    );
    accountId = session.accounts[0]?.id ?? '';
  });
  after(() => world.close());

  const go = (path: string, at = page): Promise<unknown> => at.goto(`${world.server.url}${path}`);
  const status = async (): Promise<number> =>
    (await fetch(`${world.server.url}/v1/models`, { headers: { authorization: `Bearer ${key}` } })).status;

  async function close(): Promise<void> {
    await go('/account');
    await page.getByRole('button', { name: 'Close the account…' }).click();
    const asked = page.getByRole('dialog', { name: 'Close this account?' });
    await asked.getByLabel(/^Type the account name/).fill('leaving');
    await asked.getByLabel('Your password').fill(password);
    await asked.getByRole('button', { name: 'Disable keys and close' }).click();
    await page.getByText('Closing; keys disabled').waitFor();
  }

  it('all data of the account is asked for on its page, mailed when it is ready, and opens as a ZIP', async () => {
    await go('/account');
    await page.getByRole('button', { name: 'Export data' }).click();
    const link = page.getByRole('link', { name: 'Download' });
    await link.waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    assert.match(download.suggestedFilename(), /^tollgate-data-.*\.zip$/);
    const files = readZip(readFileSync(await download.path()));
    assert.ok(files.get('members.json')?.toString('utf8').includes(owner));
    await world.mailTo(owner, /Account data exported/);
  });

  it('closing turns keys off, is shown on every page and mailed after signing in again, and is undone once', async () => {
    await close();
    assert.equal(await status(), 403);
    await world.mailTo(owner, /being closed/);
    const { page: later } = await world.visit();
    await go('/sign-in', later);
    await signIn(later, owner);
    await later.getByText('The account is being closed and its keys are disabled.', { exact: false }).first().waitFor();
    await later.getByRole('link', { name: 'View or cancel' }).click();
    await later.getByRole('button', { name: 'Cancel closing' }).click();
    await later.getByRole('button', { name: 'Close the account…' }).waitFor();
    assert.equal(await status(), 200);
  });

  it('an operator sees how far it is, and takes it back with a reason', async () => {
    await close();
    await go(`/operator/accounts/${accountId}`, operators);
    await operators.getByText('Closing; can be canceled').waitFor();
    await operators.getByLabel('Reason (for the audit log)').fill('asked for by letter');
    await operators.getByRole('button', { name: 'Cancel closing' }).click();
    await operators.getByText('The account is open.', { exact: false }).waitFor();
    assert.equal(await status(), 200);
    assert.deepEqual(world.faults, []);
  });
});
