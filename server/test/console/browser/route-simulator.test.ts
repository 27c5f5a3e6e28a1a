/** Goal: an operator asks the page which route a call would take and why, and finds it from where the question arises. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Browser } from '../../identity/browser.ts';
import { chromium } from '../../servers/chromium.ts';
import { withServer } from '../../servers/needed-server.ts';
import { axeFindings } from './axe-findings.ts';
import { openBrowserWorld, type BrowserWorld } from './browser-world.ts';
import { press } from './keyboard.ts';
import { choose } from './page-steps.ts';

withServer(chromium, 'the route simulator in a browser', () => {
  let world: BrowserWorld;
  let root: Browser;
  let page: Page;
  let account: string;
  const ids: Record<string, string> = {};

  const provide = async (name: string, region: string, settings: object = {}): Promise<void> => {
    const { id } = await world.server.admin<{ readonly id: string }>('POST', '/providers', {
      name,
      dialect: 'chat-completions',
      routes: [{ region, base_url: `https://${name}.example/v1`, api_key: `secret-key-of-${name}` }],
      models: [{ model: 'maker/chat' }],
      ...settings,
    });
    ids[name] = id;
  };

  before(async () => {
    world = await openBrowserWorld();
    root = await world.administrator();
    ({ page } = await world.visitAs(root));
    await provide('near', 'domestic', { priority: 50 });
    await provide('far', 'overseas');
    await provide('resting', 'domestic', { maintenance: true });
    const price = { input: '2', output: '8' };
    await world.server.admin('PUT', '/models/maker/chat', { kind: 'chat', price });
    await world.server.admin('PUT', '/models/maker/unserved', { kind: 'chat', price });
    account = (await world.server.admin<{ readonly id: string }>('POST', '/accounts', { name: 'Harbour' })).id;
    await world.server.admin('POST', `/accounts/${account}/keys`, { remark: 'home only', domestic_only: true });
  });
  after(() => world.close());

  const at = (path: string): Promise<unknown> => page.goto(`${world.server.url}${path}`);
  const steps = async (): Promise<readonly string[]> => {
    await page.locator('.simulated li').first().waitFor();
    return page.locator('.simulated li').allInnerTexts();
  };
  const shown = async (): Promise<readonly string[]> => (await steps()).map((text) => text.replaceAll(/\s+/g, ' ').trim());

  it('is linked from the model, and shows what is chosen, next and skipped, each with its reason', async () => {
    await at('/operator/models/maker/chat');
    await page.getByRole('link', { name: 'Simulate routes' }).click();
    assert.deepEqual(await shown(), [
      'Chosen near domestic key …near By priority and weight',
      'Next far overseas key …-far By priority and weight',
      'Skipped resting domestic In maintenance',
    ]);
    await page.getByText(/^Chat completions · expected: \d/).waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await page.getByRole('link', { name: 'near' }).click();
    await page.getByRole('heading', { name: 'near' }).waitFor();
  });

  it('is linked from the provider and found by Ctrl K', async () => {
    await at(`/operator/providers/${String(ids.far)}`);
    await page.getByRole('link', { name: 'Simulate routes' }).click();
    assert.equal((await shown()).length, 3);
    await at('/operator');
    await page.locator('h1').first().waitFor();
    await press(page, 'Control+k');
    await page.locator('.palette input').fill('route simulator');
    await page.locator('.palette [role=option]').first().waitFor();
    await press(page, 'Enter');
    await page.getByText('Choose a model to see which route a call would take.').waitFor();
  });

  it('takes account, key and size, found by a search on the server, and keeps them in the address', async () => {
    await at('/operator/route-simulator?model=maker/chat');
    await steps();
    await page.getByLabel('Account').fill('Harb');
    await page.locator('.ant-select-item-option').getByText('Harbour', { exact: true }).click();
    await page.getByLabel('Key', { exact: false }).first().click();
    await page
      .locator('.ant-select-item-option')
      .getByText(/home only/)
      .click();
    await page.getByLabel('Input tokens').fill('abc');
    await page.getByText('Enter a whole number from 0 to 100,000,000.').waitFor();
    assert.ok(await page.getByRole('button', { name: 'Simulate', exact: true }).isDisabled());
    await page.getByLabel('Input tokens').fill('5000');
    await press(page, 'Enter');
    await page.getByText('expected: 5,000 tokens in', { exact: false }).waitFor();
    assert.deepEqual(
      (await shown()).map((text) => text.split(' ').slice(0, 2).join(' ')),
      ['Chosen near', 'Skipped resting'],
      'the key stays in the country',
    );
    assert.equal(new URL(page.url()).searchParams.get('account'), account);
    await page.reload();
    assert.equal((await shown()).length, 2);
    assert.equal(await page.locator('.ant-select').getByText('Harbour').count(), 1);
  });

  it('says in words why a call would be refused', async () => {
    await choose(page, page.getByLabel('Model'), 'maker/unserved');
    await page.getByRole('button', { name: 'Simulate', exact: true }).click();
    await page.getByText(/This call would be refused: /).waitFor();
    await page.getByText('No route serves this model.').waitFor();
  });

  it('an operator gives a key a preferred route, whatever its priority, and the simulation shows it', async () => {
    await at(`/operator/accounts/${account}`);
    await page.getByRole('button', { name: 'Routes of key home only' }).click();
    const drawer = page.locator('dialog[open]');
    await choose(page, drawer.getByLabel('Preferred route'), 'far · overseas · https://far.example/v1');
    await choose(page, drawer.getByLabel('Choice of routes'), 'Lowest cost first');
    await drawer.getByLabel('Domestic routes only').uncheck();
    assert.deepEqual(await axeFindings(page, { part: 'dialog[open]' }), []);
    await drawer.getByRole('button', { name: /^Save/ }).click();
    await drawer.waitFor({ state: 'detached' });
    const { data } = await world.server.admin<{ readonly data: readonly { readonly id: string; readonly routing: string }[] }>(
      'GET',
      `/accounts/${account}/keys?search=home`,
    );
    const [key] = data;
    assert.ok(key !== undefined);
    assert.equal(key.routing, 'cheapest');
    await at(`/operator/route-simulator?model=maker/chat&account=${account}&key=${key.id}`);
    assert.match((await shown())[0] ?? '', /^Chosen far .* Preferred route$/);
  });

  it('works in Chinese, in dark, at 390 px', async () => {
    const { page: phone } = await world.visitAs(root, { language: 'zh-CN', width: 390, theme: 'dark' });
    await phone.goto(`${world.server.url}/operator/accounts/${account}`);
    await phone.getByRole('button', { name: '密钥 home only 的线路设置' }).click();
    await phone.getByRole('dialog').getByLabel('首选线路').waitFor();
    assert.deepEqual(await axeFindings(phone, { part: 'dialog[open]' }), []);
    await phone.goto(`${world.server.url}/operator/route-simulator?model=maker/chat`);
    await phone.getByText('选中', { exact: true }).waitFor();
    await phone.getByText('维护中', { exact: true }).waitFor();
    assert.ok((await phone.evaluate<number>('document.documentElement.scrollWidth')) <= 390);
    assert.deepEqual(await axeFindings(phone), []);
  });

  it('no page on the way had an error, a failed request or a request to another host', () => {
    assert.deepEqual(world.faults, []);
  });
});
