/** Goal: an operator prices a model in the browser, sees its margin before saving, and no change of another operator is lost. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Browser } from '../../identity/browser.ts';
import { chromium } from '../../servers/chromium.ts';
import { withServer } from '../../servers/needed-server.ts';
import { axeFindings } from './axe-findings.ts';
import { openBrowserWorld, type BrowserWorld } from './browser-world.ts';
import { choose } from './page-steps.ts';

interface Priced {
  readonly name: string;
  readonly price: { readonly input: string; readonly output: string } | null;
  readonly prices: readonly { readonly from: string }[];
}

withServer(chromium, 'models and prices in a browser', () => {
  let world: BrowserWorld;
  let root: Browser;
  let page: Page;

  before(async () => {
    world = await openBrowserWorld();
    root = await world.administrator();
    ({ page } = await world.visitAs(root));
    await world.server.admin('POST', '/providers', {
      name: 'maker',
      dialect: 'chat-completions',
      routes: [{ region: 'domestic', base_url: 'https://maker.example/v1', api_key: 'k' }],
      models: [{ model: 'maker/chat', cost: { input: '2', cached_input: '0.5', output: '8' } }],
    });
  });
  after(() => world.close());

  const at = (path: string): Promise<unknown> => page.goto(`${world.server.url}${path}`);
  const model = async (): Promise<Priced | undefined> =>
    (await world.server.admin<{ readonly data: readonly Priced[] }>('GET', '/models')).data.find(
      ({ name }) => name === 'maker/chat',
    );
  const save = (): Promise<void> => page.getByRole('button', { name: /^Save price/ }).click();

  it('a new model goes on sale with its first price, whose margin is shown before it is saved', async () => {
    await at('/operator/models');
    await page.getByRole('link', { name: /^Add model/ }).click();
    await page.getByLabel('Model name').fill('maker/chat');
    await page.getByRole('button', { name: /^Add model/ }).click();
    const form = page.getByRole('dialog', { name: 'Price of maker/chat' });
    await form.getByLabel(/^Input/).fill('1');
    await form.getByLabel(/^Output/).fill('10');
    await form.getByText('Below the cost at maker.').waitFor();
    await form.getByLabel(/^Input/).fill('2.5');
    await form.getByText('maker: cost ¥0.0044, margin 20.0 %').waitFor();
    await form.getByText('Saved as price list v1, in force at once.').waitFor();
    await save();
    await page.getByText('Price of maker/chat saved').waitFor();
    await page.getByText('on sale', { exact: true }).waitFor();
    assert.deepEqual([(await model())?.price?.input, (await model())?.price?.output], ['2.5', '10']);
    await at('/pricing/maker/chat');
    await page.getByText('Current price').waitFor();
  });

  it('a slip of the decimal point must be confirmed', async () => {
    await at('/operator/models/maker/chat?price=new');
    const form = page.getByRole('dialog');
    await form.getByLabel(/^Input/).fill('25');
    const confirm = form.getByLabel(/I confirm that Input changes from ¥2.5 to ¥25/);
    await confirm.waitFor();
    assert.ok(await page.getByRole('button', { name: /^Save price/ }).isDisabled());
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  it('a rise with notice is scheduled, shown, and withdrawn before it starts', async () => {
    await at('/operator/models/maker/chat?price=new');
    const form = page.getByRole('dialog');
    await form.getByLabel(/^Input/).fill('3');
    await form.getByText('A rise that starts now is not announced.').waitFor();
    await form.getByLabel(/^Starts/).fill('2100-01-01T00:00');
    await form.getByText('are notified seven days before the start').waitFor();
    await save();
    await page.getByRole('heading', { name: 'Scheduled prices' }).waitFor();
    assert.equal((await model())?.prices.length, 2);
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByText('Withdrawn. The price does not change at that time').waitFor();
    await page.getByRole('heading', { name: 'Scheduled prices' }).waitFor({ state: 'detached' });
    const [, planned, withdrawn] = (await model())?.prices ?? [];
    assert.equal(planned?.from, withdrawn?.from);
  });

  it('the later of two operators sees the difference, and saves from the current values', async () => {
    await at('/operator/models/maker/chat?facts=1');
    const form = page.getByRole('dialog');
    await form.getByLabel('Max output').fill('4000');
    await world.server.admin('PUT', '/models/maker/chat', { kind: 'chat', context_length: 64_000 });
    await page.getByRole('button', { name: /^Save properties/ }).click();
    await form.getByText('was changed by someone else while you were editing it', { exact: false }).waitFor();
    await form.getByText('context – → 64000').waitFor();
    await form.getByRole('button', { name: 'Load the current values' }).click();
    assert.equal(await form.getByLabel('Context').inputValue(), '64000');
    await form.getByLabel('Max output').fill('4000');
    await page.getByRole('button', { name: /^Save properties/ }).click();
    await page.getByText('Properties of maker/chat saved').waitFor();
  });

  it('a model can have a fallback of its kind, and the page names it', async () => {
    await world.server.admin('PUT', '/models/maker/spare', { kind: 'chat' });
    await world.server.admin('PUT', '/models/maker/vectors', { kind: 'embedding' });
    await at('/operator/models/maker/chat?facts=1');
    const form = page.getByRole('dialog');
    await choose(page, form.getByLabel('Fallback model'), 'maker/spare');
    await page.getByRole('button', { name: /^Save properties/ }).click();
    await form.waitFor({ state: 'detached' });
    await page.getByRole('definition').getByText('maker/spare').waitFor();
    await at('/operator/models/maker/vectors?facts=1');
    await form.getByLabel('Aliases').waitFor();
    assert.equal(await form.getByLabel('Fallback model').count(), 0, 'vectors of two models cannot be compared');
  });

  it('prices of many models are set from the costs of a provider, after both were shown', async () => {
    await at('/operator/models?reprice=1');
    const form = page.getByRole('dialog', { name: 'Set prices from costs' });
    await choose(page, form.getByLabel('Costs of'), 'maker');
    await form.getByLabel('Add to the cost').fill('50');
    await form.getByRole('row', { name: 'maker/chat 2.50 / 10.00 3.00 / 12.00' }).waitFor();
    await form.getByRole('button', { name: /^Set 1 price/ }).click();
    await page.getByText('Price of 1 model set').waitFor();
    assert.deepEqual([(await model())?.price?.input, (await model())?.price?.output], ['3', '12']);
  });

  it('a public price list is compared as a file, and only the rows that are chosen are set, a tenfold change once confirmed', async () => {
    await at('/operator/models?list=1');
    const form = page.getByRole('dialog', { name: 'Compare with a price list' });
    const upload = (content: string) =>
      form
        .locator('input[type=file]')
        .setInputFiles({ name: 'list.json', mimeType: 'application/json', buffer: Buffer.from(content) });
    await upload('{"maker":{"models":[]}}');
    await form.getByText('`maker.models` must be of the type object').first().waitFor();
    await upload(JSON.stringify({ maker: { models: { 'maker/chat': { cost: { input: 50, output: 100 } } } } }));
    await form.getByText('`input` changes tenfold or more, from 3 to 360').waitFor();
    assert.deepEqual((await model())?.price?.input, '3', 'nothing is set by comparing');
    assert.deepEqual(await axeFindings(page, { part: 'dialog[open]' }), []);
    await form.getByText('maker/chat', { exact: true }).click();
    await form.getByText(/I confirm prices that differ tenfold/).click();
    await form.getByRole('button', { name: /^Set 1 price/ }).click();
    await page.getByText('Price of 1 model set').waitFor();
    assert.deepEqual([(await model())?.price?.input, (await model())?.price?.output], ['360', '720']);
  });

  it('a retired model is refused to customers and says so to the operator; a served one is not deleted', async () => {
    await at('/operator/models/maker/chat?facts=1');
    await page.getByLabel('Retirement date').fill('2020-01-01');
    await page.getByRole('button', { name: /^Save properties/ }).click();
    await page.getByText('its retirement date has passed', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Delete model' }).click();
    await page.getByLabel('Type maker/chat to confirm').fill('maker/chat');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('These providers still serve the model', { exact: false }).waitFor();
  });

  it('no page on the way had an error, a failed request or a request to another host', () => {
    assert.deepEqual(
      world.faults.filter((fault) => !/status of 4\d\d/.test(fault)),
      [],
    );
  });
});
