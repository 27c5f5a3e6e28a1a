import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { Browser } from '../../identity/browser.ts';
import { password } from '../../identity/first-administrator.ts';
import { alipayIds, startFakeAlipay, type FakeAlipay } from '../../subjects/payments/services/fake-alipay.ts';
import { pem } from '../../subjects/payments/services/fake-service.ts';
import { chromium } from '../../servers/chromium.ts';
import { withServer } from '../../servers/needed-server.ts';
import { atRest } from './at-rest.ts';
import { linkOf, openBrowserWorld, type BrowserWorld } from './browser-world.ts';
import { press } from './keyboard.ts';

const email = 'customer@example.org';

withServer(chromium, 'what customers and operators see of each other', () => {
  let world: BrowserWorld;
  let alipay: FakeAlipay;
  let root: Browser;
  let accountId: string;
  /** The windows of the customer and the operator. */
  let page: Page;
  let desk: Page;

  before(async () => {
    alipay = await startFakeAlipay();
    const own = { TOLLGATE_PAYMENT_URLS: `alipay=${alipay.url}`, TOLLGATE_TRUSTED_PROXIES: '127.0.0.0/8' };
    world = await openBrowserWorld(own);
    root = await world.administrator();
    const settings = { app_id: alipayIds.appId, seller_id: alipayIds.sellerId, mode: 'page' };
    const secrets = { private_key: pem(alipay.merchant.privateKey), alipay_public_key: pem(alipay.keys.publicKey) };
    await world.server.admin('PUT', '/payment-methods/alipay', { enabled: true, settings, secrets });
    const customer = new Browser(world.server.url);
    assert.equal((await customer.auth('/sign-up/email', { email, password, name: 'Ada', locale: 'en' })).status, 200);
    const token = new URL(linkOf(await world.mailTo(email, /verif/i))).hash.slice('#token='.length);
    assert.equal((await customer.auth('/verify-email', { token })).status, 200);
    assert.equal((await customer.auth('/sign-in/email', { email, password })).status, 200);
    accountId = String((await customer.get('/api/console/session')).body.accounts[0].id);
    ({ page } = await world.visitAs(customer, { from: '198.51.100.7' }));
    ({ page: desk } = await world.visitAs(root, { from: '198.51.100.8' }));
  });
  after(async () => {
    await world.close();
    await alipay.close();
  });

  const at = (path: string, window = page) => window.goto(`${world.server.url}${path}`);

  it('a webhook is created for selected events and tested; deliveries are listed with their reasons and can be sent again', async () => {
    await at('/inbox/alerts');
    await page.getByRole('link', { name: 'Add a webhook' }).first().click();
    // An internal address, which is refused when an event is sent, whatever its name.
    await page.getByLabel('Endpoint URL').fill('https://localhost/hook');
    await page.getByRole('button', { name: 'Select none' }).click();
    await page.getByText('Select at least one.').waitFor();
    await page.getByLabel('Balance is low').check();
    await page.getByLabel('Key created or reset').check();
    await page.locator('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    assert.match((await page.locator('.secret code').textContent()) ?? '', /^whsec_/);
    await page.getByLabel('I have stored it safely').check();
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await page.getByText('2 event types').waitFor();
    await page.getByRole('link', { name: 'Settings and log' }).click();
    const drawer = page.locator('dialog[open]');
    await drawer.getByText('No deliveries yet.', { exact: false }).waitFor();
    await drawer.getByRole('button', { name: 'Send test' }).click();
    await drawer.getByText('the host must resolve to public addresses only').waitFor();
    await drawer.getByText('Not delivered').waitFor();
    await drawer.getByRole('button', { name: 'Resend' }).click();
    await drawer.getByText('2 tries').waitFor();
    await drawer.getByLabel('Cap used up').check();
    await drawer.getByRole('button', { name: 'Save events' }).click();
    await page.getByText('3 event types').waitFor();
  });

  it('an order that was closed unpaid says so, and shows the payment that comes late', async () => {
    await at('/billing/top-up');
    await page.getByLabel('Amount').fill('4');
    await page.getByRole('radio', { name: /Alipay/ }).check();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.waitForURL(/\/billing\/orders\/ord_/);
    const id = page.url().split('/').at(-1) ?? '';
    // Writes what the job would write hours later, because the clock of a real process cannot be changed.
    const database = new DatabaseSync(join(world.server.folder, 'tollgate.db'));
    database.exec('pragma busy_timeout = 10000');
    database.prepare("update orders set state = 'closed', closed_at = created_at, expires_at = created_at where id = ?").run(id);
    database.close();
    await page.reload();
    await page.getByText('The order is closed. No payment was received.', { exact: false }).waitFor();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = alipay.report({ id, amount: '4.00' });
    const answer = await fetch(`${world.server.url}/api/callbacks/alipay`, { method: 'POST', body, headers });
    assert.equal(await answer.text(), 'success');
    await page.reload();
    await page.getByText('¥4.00 has arrived.').waitFor();
  });

  it('a request goes through all its stages, each visible to the customer and mailed', async () => {
    await at('/dedicated');
    await page
      .getByRole('button', { name: 'Request a channel' })
      .or(page.getByRole('link', { name: 'Request a channel' }))
      .first()
      .click();
    await page.getByLabel('Contact details').fill('Ada, 138 0000 0000');
    await page.getByLabel('Requirements').fill('2000 requests a minute');
    await page.getByRole('button', { name: 'Submit request' }).click();
    await page.getByText('2000 requests a minute').waitFor();
    const stages = ['Technical assessment', 'Contract', 'Deployment', 'Acceptance test', 'Live'];
    for (const stage of stages) {
      await at('/operator/requests', desk);
      await desk
        .getByRole('link', { name: /./ })
        .getByText('Ada', { exact: false })
        .or(desk.locator('.data tbody tr a'))
        .first()
        .click();
      await desk.getByLabel('Note to the customer').fill(`Now at ${stage}`);
      await desk.getByRole('button', { name: `Move to ${stage}` }).click();
      await desk.getByText('Updated. The customer has been notified').first().waitFor();
      await at('/dedicated');
      await page.getByText(`Now at ${stage}`).waitFor();
    }
    for (const stage of stages) await world.mailTo(email, new RegExp(`Now at ${stage}`));
  });

  it('an operator views an account read-only: with a band, refused changes, and an entry in the audit log', async () => {
    await at(`/operator/accounts/${accountId}`, desk);
    await desk.getByRole('button', { name: 'View as customer' }).click();
    const band = desk.locator('.looking');
    await band.waitFor();
    await at('/keys?create=custom', desk);
    await band.waitFor();
    await desk.locator('form#create-key').getByLabel('Remark').fill('never made');
    const [refused] = await Promise.all([
      desk.waitForResponse((answer) => answer.request().method() === 'POST' && answer.url().endsWith('/keys')),
      press(desk, 'Control+Enter'),
    ]);
    assert.equal(refused.status(), 403);
    await desk.locator('form#create-key [role=alert]').first().waitFor();
    await at('/overview', desk);
    // Pending requests of the page would be refused once the operator stops viewing the account.
    await atRest(desk);
    await band.getByRole('button').click();
    await desk.waitForURL(new RegExp(`/operator/accounts/${accountId}`));
    const { data } = await world.server.admin<{ data: readonly { action: string; actor: string }[] }>(
      'GET',
      `/audit-log?object_id=${accountId}`,
    );
    const looked = data.filter(({ action }) => action.startsWith('account.impersonat'));
    assert.deepEqual(
      looked.map(({ action, actor }) => `${action} ${actor}`),
      ['account.impersonation-end root@example.com', 'account.impersonate root@example.com'],
    );
    await at('/keys');
    assert.equal(await page.getByText('never made').count(), 0);
    // The browser console reports the refusals as well.
    assert.deepEqual(
      world.faults.filter((fault) => !fault.includes('403')),
      [],
    );
  });
});
