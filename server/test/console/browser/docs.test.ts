/** Goal: customers of an installation can find, read and copy its documentation in their language, with its own address. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { chromium } from '../../servers/chromium.ts';
import { withServer } from '../../servers/needed-server.ts';
import { atRest } from './at-rest.ts';
import { axeFindings } from './axe-findings.ts';
import { openBrowserWorld, type BrowserWorld } from './browser-world.ts';
import { Keyboard } from './keyboard.ts';

withServer(chromium, 'the documentation at /docs', () => {
  let world: BrowserWorld;
  before(async () => {
    world = await openBrowserWorld();
  });
  after(async () => {
    await world.close();
  });

  it('the landing page leads to it, and it leads to every page and to the reference', async () => {
    const { page } = await world.visit({ language: 'zh-CN' });
    await page.goto(world.server.url);
    await page.getByRole('navigation', { name: '站点' }).getByRole('link', { name: '文档' }).click();
    await page.getByRole('heading', { level: 1, name: '文档' }).waitFor();
    const list = page.locator('article');
    for (const name of ['快速开始', '对话', '计费规则', '接入聚合网关'])
      await list.getByRole('link', { name, exact: true }).first().waitFor();
    await list.getByRole('link', { name: '接口参考' }).click();
    await page.waitForURL(/\/docs\/api/);
    await page.locator('.swagger-ui .opblock').first().waitFor();
  });

  it('bookmarks of the reference at its former address lead to the same operation', async () => {
    const { page } = await world.visit();
    await page.goto(`${world.server.url}/docs#/models`);
    await page.waitForURL(/\/docs\/api\/?(?:static\/index\.html)?#\/models$/);
    const answer = await fetch(`${world.server.url}/docs/json`);
    assert.equal(answer.status, 200);
    assert.match(answer.url, /\/docs\/api\/json$/);
  });

  it('keys alone find a phrase and open its page; the switch of the language keeps the place', async () => {
    const { page } = await world.visit();
    await page.goto(`${world.server.url}/docs`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await atRest(page);
    const keyboard = new Keyboard(page);
    await keyboard.press('/');
    await keyboard.type('resumes by itself when the period ends');
    const hit = page.locator('.doc-hits a').first();
    await hit.waitFor();
    await atRest(page);
    assert.deepEqual(await axeFindings(page), []);
    await hit.focus();
    await keyboard.press('Enter');
    await page.waitForURL(/\/docs\/charging#balance-trial-credit-caps$/);
    await page.getByRole('heading', { name: 'Balance, trial credit, caps' }).waitFor();
    await page.getByRole('button', { name: '中文' }).first().click();
    await page.getByRole('heading', { name: '余额、试用额度和上限' }).waitFor();
    assert.match(page.url(), /#balance-trial-credit-caps$/);
  });

  it('the search of a short guide finds the pages, and the pages find short guides', async () => {
    const { page } = await world.visit({ width: 390 });
    await page.goto(`${world.server.url}/guides/keys`);
    await page.getByRole('searchbox').fill('partial_images');
    await page.locator('.doc-hits a[href^="/docs/kinds/images"]').first().waitFor();
    await page.getByRole('searchbox').fill('Cherry Studio');
    await page.locator('.doc-hits a[href="/guides/clients#cherry-studio"]').click();
    await page.getByRole('heading', { name: 'Cherry Studio' }).waitFor();
    await page.goto(`${world.server.url}/guides/billing`);
    await page.locator('article a[href="/docs/charging"]').click();
    await page.getByRole('heading', { name: 'The rule' }).waitFor();
  });

  it('examples contain the address of the installation, to be copied', async () => {
    const { page, context } = await world.visit();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${world.server.url}/docs/quick-start`);
    await page.getByRole('button', { name: 'Copy the code' }).nth(1).click();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    assert.ok(copied.startsWith(`curl ${world.server.url}/v1/chat/completions `), copied);
    assert.doesNotMatch((await page.textContent('article')) ?? '', /127\.0\.0\.1:8080/);
  });

  it('the menu names no page twice, and every block of code on every page has a label', async () => {
    for (const language of ['zh-CN', 'en-US'] as const) {
      const { page } = await world.visit({ language });
      await page.goto(`${world.server.url}/docs`);
      const links = page.locator('.guide-list a');
      await links.first().waitFor();
      const names = await links.allTextContents();
      assert.deepEqual(names, [...new Set(names)], language);
      const addresses = await page.evaluate<readonly string[]>(
        '[...document.querySelectorAll(".guide-list a")].map((link) => link.getAttribute("href"))',
      );
      for (const address of addresses.filter((one) => one !== '/docs' && one !== '/docs/api')) {
        await page.goto(`${world.server.url}${address}`);
        await page.locator('article section').nth(1).waitFor();
        assert.equal(await page.locator('.guide-list [aria-current]').count(), 1, address);
        const labels = await page.locator('.code-head').allTextContents();
        assert.ok(
          labels.every((label) => label.trim() !== ''),
          `${address}: ${labels.join(' | ')}`,
        );
      }
    }
  });

  it('search text stays text, whatever it looks like', async () => {
    const { page } = await world.visit();
    const hostile = '<img src=x onerror=document.title=1><script>document.title=1</script>';
    await page.goto(`${world.server.url}/docs?q=${encodeURIComponent(hostile)}`);
    await page.getByText(`“${hostile}”`).waitFor();
    assert.equal(await page.locator('article img, article script').count(), 0);
    await page.goto(`${world.server.url}/docs/${encodeURIComponent(hostile)}`);
    await page.getByText('Page not found.').waitFor();
    await page.goto(`${world.server.url}/docs/errors#%E0%A4%A`);
    await page.getByRole('heading', { level: 1, name: 'Errors' }).waitFor();
    assert.notEqual(await page.title(), '1');
  });

  it('no page of it fills a console with errors', () => {
    assert.deepEqual(world.faults, []);
  });
});
