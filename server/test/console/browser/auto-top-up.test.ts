import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { startFakeStripe, stripeSecrets, type FakeStripe } from '../../subjects/payments/services/fake-stripe.ts';
import { chromium } from '../../servers/chromium.ts';
import { withServer } from '../../servers/needed-server.ts';
import { waitFor } from '../../wait-for.ts';
import { axeFindings } from './axe-findings.ts';
import { openBrowserWorld, type BrowserWorld } from './browser-world.ts';
import { press } from './keyboard.ts';

withServer(chromium, 'automatic top-up in a browser', () => {
  let world: BrowserWorld;
  let stripe: FakeStripe;
  let page: Page;

  before(async () => {
    stripe = await startFakeStripe(() => Date.now());
    world = await openBrowserWorld({ TOLLGATE_PAYMENT_URLS: `stripe=${stripe.url}` });
    const root = await world.administrator();
    await root.get('/api/console/session');
    ({ page } = await world.visitAs(root));
  });
  after(async () => {
    await world.close();
    await stripe.close();
  });

  const sheet = () => page.locator('section', { has: page.getByRole('heading', { name: 'Automatic top-up' }) });
  const open = (): Promise<unknown> => page.goto(`${world.server.url}/billing/top-up`);

  const expectAccessible = async (): Promise<void> => {
    assert.deepEqual(await axeFindings(page), []);
  };

  it('is not shown where no way to pay keeps cards', async () => {
    await open();
    await page.getByRole('heading', { name: 'Redemption code' }).waitFor();
    assert.equal(await sheet().count(), 0);
    const secrets = { secret_key: stripeSecrets.secretKey, webhook_secret: stripeSecrets.webhookSecret };
    await world.server.admin('PUT', '/payment-methods/stripe', { enabled: true, settings: {}, secrets });
  });

  it('a card is saved on the page of the payment service, by keyboard, and shows its last digits alone', async () => {
    await open();
    await sheet().getByText('No card is saved yet.').waitFor();
    await expectAccessible();
    await sheet().getByRole('button', { name: 'Save a card' }).focus();
    await press(page, 'Enter');
    await page.locator('#save').click();
    await page.locator('#back').click();
    await sheet().getByText('···· 4242').waitFor();
    await page.getByText('Card saved').waitFor();
    await waitFor(() => !page.url().includes('card='), { what: 'the address forgets the coming back' });
  });

  it('an invalid setting is reported at its field; a valid one is charged and appears among the orders', async () => {
    await sheet().getByLabel('At most per month').fill('50');
    await sheet().getByRole('button', { name: 'Turn on' }).click();
    await sheet().getByText('Enter at least the amount of one top-up').waitFor();
    await sheet().getByLabel('At most per month').fill('150');
    await sheet().getByRole('button', { name: 'Turn on' }).click();
    await sheet().getByText('On', { exact: true }).waitFor();
    await expectAccessible();
    await waitFor(() => stripe.cards.intents.size > 0, { what: 'the card is charged', everyMs: 200 });
    const [orderId = ''] = stripe.cards.intents.keys();
    await waitFor(async () => (await world.server.admin<{ state: string }>('GET', `/orders/${orderId}`)).state === 'paid', {
      what: 'it is credited',
      everyMs: 100,
    });
    await open();
    await page.getByRole('table', { name: 'Orders' }).getByText('Automatic').waitFor();
    await sheet().getByText('Another top-up would exceed the maximum').waitFor();
    await page.goto(`${world.server.url}/billing/orders/${orderId}`);
    await page.getByText('¥100.00 has arrived.').waitFor();
    await page.goto(`${world.server.url}/operator/top-ups`);
    await page.getByText('· Automatic').first().waitFor();
  });

  it('the card is removed after a question, and nothing is charged any more', async () => {
    await open();
    await sheet().getByRole('button', { name: 'Remove the card' }).click();
    const question = page.getByRole('dialog', { name: 'Remove the card?' });
    await expectAccessible();
    await question.getByRole('button', { name: 'Remove the card' }).click();
    await sheet().getByText('No card is saved yet.').waitFor();
    await sheet().getByText('Off', { exact: true }).waitFor();
    await waitFor(() => stripe.cards.detached.size === 1, { what: 'the service forgets the card', everyMs: 100 });
  });
});
