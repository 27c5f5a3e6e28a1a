import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Browser } from '../../identity/browser.ts';
import { alipayIds, startFakeAlipay, type FakeAlipay } from '../../subjects/payments/services/fake-alipay.ts';
import { pem } from '../../subjects/payments/services/fake-service.ts';
import { chromium } from '../../servers/chromium.ts';
import { withServer } from '../../servers/needed-server.ts';
import { openBrowserWorld, type BrowserWorld } from './browser-world.ts';

withServer(chromium, 'money back in a browser', () => {
  let world: BrowserWorld;
  let root: Browser;
  let alipay: FakeAlipay;
  let page: Page;
  let accountId: string;

  before(async () => {
    alipay = await startFakeAlipay();
    world = await openBrowserWorld({ TOLLGATE_PAYMENT_URLS: `alipay=${alipay.url}` });
    root = await world.administrator();
    accountId = String((await root.get('/api/console/session')).body.accounts[0].id);
    const settings = { app_id: alipayIds.appId, seller_id: alipayIds.sellerId };
    const secrets = { private_key: pem(alipay.merchant.privateKey), alipay_public_key: pem(alipay.keys.publicKey) };
    await world.server.admin('PUT', '/payment-methods/alipay', { enabled: true, settings, secrets });
    ({ page } = await world.visitAs(root));
  });
  after(async () => {
    await world.close();
    await alipay.close();
  });

  async function pay(amount: string): Promise<string> {
    const headers = { 'idempotency-key': `pay-${amount}` };
    const body = { amount, method: 'alipay' };
    const made = await root.ask('POST', `/api/console/accounts/${accountId}/orders`, { body, headers });
    const id = String(made.body.id);
    await fetch(`${world.server.url}/api/callbacks/alipay`, {
      method: 'POST',
      body: alipay.report({ id, amount }),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    return id;
  }

  const at = (path: string): Promise<unknown> => page.goto(`${world.server.url}${path}`);

  it('is requested next to the figures behind it, approved by an operator, and tracked to its end', async () => {
    const orderId = await pay('60.00');
    await at('/billing');
    await page.getByRole('link', { name: 'Request a refund' }).click();
    await page.getByText('Refundable').first().waitFor();
    await page.getByLabel('Amount').fill('60.01');
    await page.getByText('At most ¥60.00.').waitFor();
    await page.getByRole('button', { name: 'All ¥60.00' }).click();
    await page.getByLabel('Reason').fill('Not needed any more');
    await page.getByText('After approval, ¥60.00 is deducted from the balance').waitFor();
    await page.getByRole('button', { name: 'Submit request' }).click();
    await page.getByText('Waiting for approval').waitFor();
    await at(`/operator/returns?${page.url().split('?')[1] ?? ''}`);
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Completed', { exact: true }).first().waitFor();
    assert.deepEqual([...(alipay.orders.get(orderId)?.refunds.values() ?? [])], ['60.00']);
    await at(`/billing/orders/${orderId}`);
    await page.getByText('The payment of this order was refunded.').waitFor();
    await page.getByRole('heading', { name: 'Refunds' }).waitFor();
  });

  it('a refusal by a service shows an operator why, and what can be done; once returned to the balance, the account is notified', async () => {
    const orderId = await pay('25.00');
    alipay.refunds = 'refused';
    await at(`/operator/top-ups?order=${orderId}`);
    await page.getByRole('button', { name: 'Refund this payment' }).click();
    await page.getByLabel('Reason (visible to the customer)').fill('Paid by mistake');
    await page.getByRole('button', { name: 'Refund this payment' }).click();
    await page.getByRole('link', { name: 'View refund' }).click();
    await page.getByText('SELLER_BALANCE_NOT_ENOUGH').waitFor();
    await page.getByLabel('Reason for the credit').fill('The card is gone');
    await page.getByRole('button', { name: 'Credit to balance' }).click();
    await page.getByText('Failed; back in the balance').waitFor();
    await at('/inbox');
    await page.getByText('Refund failed; ¥25.00 is back in the balance').first().waitFor();
  });

  it('where nobody has named an account, the operator enters one and pays by bank transfer', async () => {
    const orderId = await pay('15.00');
    alipay.refunds = 'refused';
    await at(`/operator/top-ups?order=${orderId}`);
    await page.getByRole('button', { name: 'Refund this payment' }).click();
    await page.getByLabel('Reason (visible to the customer)').fill('Paid by mistake');
    await page.getByRole('button', { name: 'Refund this payment' }).click();
    await page.getByRole('link', { name: 'View refund' }).click();
    await page.getByText('SELLER_BALANCE_NOT_ENOUGH').waitFor();
    await page.getByRole('button', { name: 'Pay by bank transfer' }).click();
    await page.getByText('This field is required.').first().waitFor();
    await page.getByLabel('Account holder').fill('Example Ltd');
    await page.getByLabel('Account number').fill('6222 0000 1234 5678');
    await page.getByLabel('Bank and branch').fill('Example Bank');
    await page.getByRole('button', { name: 'Pay by bank transfer' }).click();
    await page.getByText('Example Ltd').first().waitFor();
    await page.getByLabel('Bank reference').fill('OUT-77');
    await page.getByRole('button', { name: 'Mark as transferred' }).click();
    await page.getByRole('button', { name: 'Mark as received' }).click();
    await page.getByText('Completed', { exact: true }).first().waitFor();
    assert.deepEqual(world.faults, []);
  });
});
