import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { Browser, type PageAnswer } from '../../identity/browser.ts';
import { password } from '../../identity/first-administrator.ts';
import { chromium } from '../../servers/chromium.ts';
import { withServer } from '../../servers/needed-server.ts';
import { axeFindings } from './axe-findings.ts';
import { atRest } from './at-rest.ts';
import { linkOf, openBrowserWorld, type BrowserWorld, type Visit } from './browser-world.ts';
import { press } from './keyboard.ts';
import { makeInvoice } from './make-invoice.ts';

const bank = { payee: 'Example Ltd', account: '6222 0000 1234 5678', bank: 'Example Bank' };
const invoiceNumber = '26312000000012345678';

/** A person's page with the palette open, with its requests and refusals. */
interface Palette {
  readonly page: Page;
  readonly asked: string[];
  readonly refused: string[];
  /** Types the words, and returns the results below the pages, by group. */
  readonly find: (words: string) => Promise<Readonly<Record<string, readonly string[]>>>;
}

/** Titles of the groups, and the names in each. */
const shownGroups = `[...document.querySelectorAll('.palette-list > ul')].map((list) => [
  list.querySelector('.palette-head').textContent.trim(),
  [...list.querySelectorAll('[role=option] > .cut')].map((row) => row.firstChild.textContent),
])`;

/** Types letter by letter without a pause, however busy the machine is. */
const typeAtOnce = (words: string): string => `(() => {
  const field = document.querySelector('.palette input');
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  for (let at = 1; at <= ${JSON.stringify(words)}.length; at += 1) {
    set.call(field, ${JSON.stringify(words)}.slice(0, at));
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
})()`;

withServer(chromium, 'finding objects with ⌘K', () => {
  let world: BrowserWorld;
  let root: Browser;
  let other: Browser;
  let accountId: string;
  let keyId: string;
  let key: string;
  let orderId: string;
  let invoiceId: string;
  let partId: string;

  /** A person who has signed up and is signed in. */
  async function person(email: string): Promise<Browser & { readonly userId: string }> {
    const browser = new Browser(world.server.url, '127.0.0.1');
    await browser.auth('/sign-up/email', { email, password, name: email.split('@')[0] });
    const [, token = ''] = /token=([^&\s]+)/.exec(linkOf(await world.mailTo(email, /verif|confirm|验证/i))) ?? [];
    assert.equal((await browser.auth('/verify-email', { token })).status, 200);
    const { status, body } = await browser.auth('/sign-in/email', { email, password });
    assert.equal(status, 200);
    return Object.assign(browser, { userId: String(body.user.id) });
  }

  async function mustPost(browser: Browser, path: string, body: object, headers = {}): Promise<PageAnswer['body']> {
    const made = await browser.ask('POST', path, { body, headers });
    assert.ok(made.status < 300, made.text);
    return made.body;
  }

  /** Makes a person a member of the first account, like an accepted invitation. */
  async function memberAs(email: string, role: string, subAccountId: string | null): Promise<Browser> {
    const browser = await person(email);
    const books = new DatabaseSync(join(world.server.folder, 'tollgate.db'));
    try {
      books.exec('pragma busy_timeout = 10000');
      books
        .prepare('insert into members (account_id, user_id, role, sub_account_id, created_at) values (?, ?, ?, ?, 1)')
        .run(accountId, browser.userId, role, subAccountId);
    } finally {
      books.close();
    }
    return browser;
  }

  async function openPalette(browser: Browser, path = '/overview', visit: Visit = {}): Promise<Palette> {
    const { page } = await world.visitAs(browser, visit);
    const [asked, refused]: [string[], string[]] = [[], []];
    page.on('response', (answer) => {
      if (answer.url().includes('/api/')) asked.push(answer.url());
      if (answer.status() >= 400) refused.push(`${String(answer.status())} ${answer.url()}`);
    });
    await page.goto(`${world.server.url}${path}`);
    await page.locator('h1').first().waitFor();
    await atRest(page);
    await press(page, 'Control+k');
    const field = page.locator('.palette input');
    await field.waitFor();
    return {
      page,
      asked,
      refused,
      async find(words) {
        await field.fill(words);
        await page.locator('.palette [role=status]', { hasText: /result|项结果/ }).waitFor({ state: 'attached' });
        await page.waitForFunction('document.querySelector(".palette-searching") === null');
        await atRest(page);
        const groups = await page.evaluate<readonly (readonly [string, readonly string[]])[]>(shownGroups);
        return Object.fromEntries(groups.filter(([title]) => !/^(?:Pages and docs|页面与文档)$/.test(title)));
      },
    };
  }

  before(async () => {
    world = await openBrowserWorld();
    const { server } = world;
    await server.admin('PUT', '/models/sandbox%2Fchat', { kind: 'chat', price: { input: '20', output: '80' }, confirm: true });
    await server.admin('PUT', '/payment-methods/bank', { enabled: true, settings: bank });
    root = await world.administrator();
    accountId = (await root.get('/api/console/session')).body.accounts[0].id as string;
    const of = `/api/console/accounts/${accountId}`;
    partId = (await mustPost(root, `${of}/sub-accounts`, { name: 'Research' })).id;
    const made = await mustPost(root, `${of}/keys`, { remark: 'checkout' });
    [keyId, key] = [String(made.id), String(made.key)];
    await mustPost(root, `${of}/keys`, { remark: 'laboratory', sub_account_id: partId });
    for (let at = 0; at < 7; at += 1) await mustPost(root, `${of}/keys`, { remark: `worker-${String(at)}` });
    orderId = (await mustPost(root, `${of}/orders`, { amount: '43.21', method: 'bank' }, { 'idempotency-key': 'order' })).id;
    invoiceId = await makeInvoice(world, root, accountId);
    await server.admin('POST', `/invoices/${invoiceId}/review`);
    await server.admin('POST', `/invoices/${invoiceId}/approve`);
    const file = await fetch(`${server.url}/api/admin/invoices/${invoiceId}/files/pdf`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${server.adminToken}`, 'content-type': 'application/pdf' },
      body: '%PDF-1.7\n%%EOF',
    });
    assert.equal(file.status, 200);
    await server.admin('POST', `/invoices/${invoiceId}/issue`, { number: invoiceNumber });
    other = await person('elsewhere@example.com');
    const theirs = (await other.get('/api/console/session')).body.accounts[0].id as string;
    await mustPost(other, `/api/console/accounts/${theirs}/keys`, { remark: 'checkout of others' });
    await mustPost(other, `/api/console/accounts/${theirs}/sub-accounts`, { name: 'Research elsewhere' });
  });
  after(async () => {
    await world.close();
  });

  it('finds keys, models, sub-accounts, members, orders and invoices of the account, each with its group', async () => {
    const { find, refused } = await openPalette(root);
    const shown = `${key.slice(0, 7)}…${key.slice(-4)}`;
    for (const words of ['check', 'CHECKOUT', key.slice(-4), shown, key.slice(0, 7)])
      assert.deepEqual((await find(words)).Keys, ['checkout'], words);
    assert.deepEqual(await find('sandbox/ch'), { Models: ['sandbox/chat'] });
    assert.deepEqual(await find('resea'), { 'Sub-accounts': ['Research'] });
    assert.deepEqual((await find('root@example')).Members, ['Root']);
    assert.deepEqual(await find(orderId), { 'Top-up orders': [orderId], 'Orders of all accounts': [orderId] });
    assert.deepEqual(await find(invoiceNumber.slice(0, 12)), {
      Invoices: [invoiceNumber],
      'Invoices of all accounts': [invoiceNumber],
    });
    const workers = Object.entries(await find('worker'));
    assert.equal(workers.length, 1);
    assert.match(workers[0]?.[0] ?? '', /^Keys first 5/);
    assert.equal(workers[0]?.[1].length, 5);
    assert.deepEqual(refused, []);
  });

  it('finds accounts by name or id for an operator, of all accounts', async () => {
    const { find, refused } = await openPalette(root, '/operator');
    const id = (await other.get('/api/console/session')).body.accounts[0].id as string;
    for (const words of ['elsewh', id]) assert.deepEqual(Object.values(await find(words)).flat(), ['elsewhere'], words);
    assert.deepEqual(refused, []);
  });

  it('sends nothing below two characters, once for words typed in one go, and never a whole key', async () => {
    const { page, asked, find } = await openPalette(root);
    await atRest(page);
    const before = asked.length;
    await find('c');
    assert.deepEqual(asked.slice(before), []);
    await page.evaluate(typeAtOnce('checkout'));
    await find('checkout');
    assert.equal(asked.filter((url) => url.includes('/keys?search=')).length, 1);
    assert.deepEqual((await find(key)).Keys, ['checkout']);
    assert.equal(asked.filter((url) => url.includes(key.slice(8, -4))).length, 0);
  });

  it('is used by keyboard alone: arrows go through all groups, Enter opens the object', async () => {
    const { page, find } = await openPalette(root, '/overview', { language: 'zh-CN' });
    await find('o');
    await find('checkout');
    assert.deepEqual(await axeFindings(page), []);
    await press(page, 'Enter');
    await page.waitForURL(`**/keys/${keyId}`);
    await page.getByRole('heading', { level: 1, name: 'checkout' }).waitFor();
    await press(page, 'Control+k');
    await find('work');
    await press(page, 'ArrowUp');
    const last = page.locator('.palette [role=option]').last();
    assert.equal(await last.getAttribute('aria-selected'), 'true');
    assert.equal(await page.locator('.palette input').getAttribute('aria-activedescendant'), await last.getAttribute('id'));
    await find(invoiceNumber);
    await press(page, 'Enter');
    await page.waitForURL(`**/invoices/${invoiceId}`);
    await press(page, 'Control+k');
    await find('root@example.com');
    await press(page, 'Enter');
    await page.waitForURL(/\/team\?member=/);
    await page.locator('tr.on', { hasText: 'root@example.com' }).waitFor();
  });

  it('finds nothing of another account, whatever is typed', async () => {
    const { find, refused } = await openPalette(other);
    assert.deepEqual(await find('checkout'), { Keys: ['checkout of others'] });
    assert.deepEqual(await find('research'), { 'Sub-accounts': ['Research elsewhere'] });
    for (const words of [key.slice(-4), key, keyId, orderId, invoiceId, invoiceNumber, 'root@example.com', accountId, partId])
      assert.deepEqual(await find(words), {}, words);
    assert.deepEqual(refused, []);
  });

  it('shows a person only groups whose lists they may read, and asks for no others', async () => {
    const finance = await openPalette(await memberAs('finance@example.com', 'finance', null));
    assert.deepEqual(await finance.find('checkout'), {});
    assert.deepEqual(await finance.find(orderId), { 'Top-up orders': [orderId] });
    const bound = await openPalette(await memberAs('bound@example.com', 'developer', partId));
    assert.deepEqual(await bound.find('checkout'), {});
    assert.deepEqual(await bound.find('labor'), { Keys: ['laboratory'] });
    assert.deepEqual(await bound.find('resea'), { 'Sub-accounts': ['Research'] });
    for (const words of [orderId, invoiceNumber, 'root@example.com']) assert.deepEqual(await bound.find(words), {}, words);
    for (const { asked, refused } of [finance, bound]) {
      assert.deepEqual(refused, []);
      assert.equal(asked.filter((url) => url.includes('/api/admin/')).length, 0);
    }
  });

  it('no page on the way had an error, a failed request or a request to another host', () => {
    assert.deepEqual(world.faults, []);
  });

  it('says which list could not be loaded, keeps the others, and tries again', async () => {
    const { page, find } = await openPalette(root);
    const known = world.faults.length;
    await page.route('**/keys?**', (route) => route.fulfill({ status: 429, json: { error: { message: 'later' } } }));
    await page.locator('.palette input').fill('root@example');
    await page.getByText('Could not load: Keys.').waitFor();
    assert.deepEqual((await find('root@example')).Members, ['Root']);
    await page.unroute('**/keys?**');
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('Could not load: Keys.').waitFor({ state: 'detached' });
    assert.deepEqual((await find('checkout')).Keys, ['checkout']);
    await page.locator('.palette input').fill('no such thing');
    await page.getByText('No results.', { exact: false }).waitFor();
    assert.deepEqual(
      world.faults.slice(known).filter((fault) => !fault.includes('429')),
      [],
    );
  });
});
