import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Browser } from '../../identity/browser.ts';
import { alipayIds, startFakeAlipay, type FakeAlipay } from '../../subjects/payments/services/fake-alipay.ts';
import { pem } from '../../subjects/payments/services/fake-service.ts';
import { chromium } from '../../servers/chromium.ts';
import { withServer } from '../../servers/needed-server.ts';
import { openBrowserWorld, type BrowserWorld } from './browser-world.ts';

const bank = { payee: 'Example Ltd', account: '6222 0000 1234 5678', bank: 'Example Bank' };

withServer(chromium, 'topping up in a browser', () => {
  let world: BrowserWorld;
  let root: Browser;
  let alipay: FakeAlipay;
  let page: Page;

  before(async () => {
    alipay = await startFakeAlipay();
    world = await openBrowserWorld({ TOLLGATE_PAYMENT_URLS: `alipay=${alipay.url}` });
    root = await world.administrator();
    await root.get('/api/console/session');
    const settings = { app_id: alipayIds.appId, seller_id: alipayIds.sellerId, mode: 'page' };
    const secrets = { private_key: pem(alipay.merchant.privateKey), alipay_public_key: pem(alipay.keys.publicKey) };
    await world.server.admin('PUT', '/payment-methods/alipay', { enabled: true, settings, secrets });
    await world.server.admin('PUT', '/payment-methods/bank', { enabled: true, settings: bank });
    ({ page } = await world.visitAs(root));
  });
  after(async () => {
    await world.close();
    await alipay.close();
  });

  async function order(amount: string, method: RegExp): Promise<string> {
    await page.goto(`${world.server.url}/billing/top-up`);
    await page.getByLabel('Amount').fill(amount);
    await page.getByRole('radio', { name: method }).check();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.waitForURL(/\/billing\/orders\/ord_/);
    return page.url().split('/').at(-1) ?? '';
  }

  it('is paid on the page of the payment service, and the order page shows it by itself', async () => {
    await order('12.34', /Alipay/);
    const payLink = await page.getByRole('link', { name: 'Pay now' }).getAttribute('href');
    // Paid in another window: the window with the order updates.
    const { page: other } = await world.visit();
    await other.goto(payLink ?? '');
    await other.locator('#pay').click();
    await other.getByText('付款成功').waitFor();
    await page.getByText('¥12.34 has arrived.').waitFor();
    assert.equal(await page.getByRole('link', { name: 'Pay now' }).count(), 0);
  });

  it('a report that the service sends by itself shows on the page that waits', async () => {
    const id = await order('5', /Alipay/);
    const body = alipay.report({ id, amount: '5.00' });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await fetch(`${world.server.url}/api/callbacks/alipay`, { method: 'POST', body, headers });
    assert.equal(await answer.text(), 'success');
    await page.getByText('¥5.00 has arrived.').waitFor();
  });

  it('a transfer is confirmed by an operator, and the customer sees it', async () => {
    const id = await order('100', /Bank transfer/);
    await page.getByText(bank.payee).waitFor();
    const { page: desk } = await world.visitAs(root);
    await desk.goto(`${world.server.url}/operator/top-ups?order=${id}`);
    await desk.getByLabel('Bank reference').fill('REF-1');
    await desk.getByLabel('Payer').fill(bank.payee);
    await desk.getByRole('button', { name: 'Confirm transfer' }).click();
    await page.getByText('¥100.00 has arrived.').waitFor();
  });

  it('an operator creates codes; one is redeemed once, and appears with the orders', async () => {
    const { page: desk } = await world.visitAs(root);
    await desk.goto(`${world.server.url}/operator/codes?make=1`);
    await desk.getByLabel('Purpose').fill('Fair');
    await desk.getByLabel('Value per code').fill('8');
    await desk.getByLabel('Quantity').fill('2');
    await desk.getByRole('button', { name: 'Create codes' }).last().click();
    const codes = (await desk.locator('.once code').textContent()) ?? '';
    const [code = ''] = codes.split('\n');
    await page.goto(`${world.server.url}/billing/top-up`);
    for (const told of ['¥8.00 redeemed', 'was already redeemed']) {
      await page.getByLabel('Code', { exact: true }).fill(code);
      await page.getByRole('button', { name: 'Redeem', exact: true }).click();
      await page.getByText(told).waitFor();
    }
    const last4 = code.trim().slice(-4);
    for (const path of ['/billing/top-up', '/billing']) {
      await page.goto(`${world.server.url}${path}`);
      await page.getByRole('table', { name: 'Redeemed codes' }).getByText(`…${last4}`).waitFor();
      await page.getByRole('table', { name: 'Orders' }).getByText('Bank transfer').waitFor();
    }
  });
});
