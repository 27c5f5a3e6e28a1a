import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, it } from 'node:test';
import { consolePages } from '@tollgate/contract/site/pages';
import type { Page } from 'playwright-core';
import type { Browser } from '../../identity/browser.ts';
import { chromium } from '../../servers/chromium.ts';
import { withServer } from '../../servers/needed-server.ts';
import { makeBooks } from '../../size/make-books.ts';
import { waitFor } from '../../wait-for.ts';
import { atRest } from './at-rest.ts';
import { openBrowserWorld, type BrowserWorld } from './browser-world.ts';
import { restyledWhile } from './restyled-while.ts';

const calls = 110_000;
const subAccounts = 12;
const scrolledRows = 10_000;
const rowPixels = 33;
const mostRows = 200;
/** The few rows that change with a frame have a hundred elements, while the table has two thousand. */
const mostRestyled = 400;

interface Scrolled {
  readonly frames: number;
  readonly late: number;
  readonly mostRows: number;
}

/** Scrolls, a few screens at a time, until this number of rows is loaded. */
const readOn = (pixels: number): string => `new Promise((resolve) => {
  const step = () => {
    if (scrollY > ${String(pixels)}) return resolve(undefined);
    scrollTo(0, document.documentElement.scrollHeight);
    setTimeout(step, 20);
  };
  step();
})`;

/** Scrolls fast and checks each frame: one that takes 50 % longer counts as late. */
const scroll = `new Promise((resolve) => {
  let [last, frames, late, mostRows] = [performance.now(), 0, 0, 0];
  const step = (now) => {
    frames += 1;
    if (now - last > 25) late += 1;
    last = now;
    mostRows = Math.max(mostRows, document.querySelectorAll('.data tbody tr').length);
    scrollBy(0, -120);
    if (frames < 180) requestAnimationFrame(step);
    else resolve({ frames, late, mostRows });
  };
  requestAnimationFrame(step);
})`;

withServer(chromium, `a data folder with ${String(calls)} calls, 200 keys and ${String(subAccounts)} sub-accounts`, () => {
  let world: BrowserWorld;
  let root: Browser;
  let page: Page;
  let accountId: string;
  let keyId: string;
  let subAccountId: string;
  let books: DatabaseSync;

  before(async () => {
    let folder = '';
    world = await openBrowserWorld({}, async (empty) => {
      folder = empty;
      const tenants = await makeBooks({ folder, calls, accounts: 1, days: 30, untilMs: Date.now() });
      const [account, key] = [tenants.accountIds[0], tenants.keys.find(({ account: rank }) => rank === 0)];
      assert.ok(account !== undefined && key !== undefined);
      [accountId, keyId] = [account, key.id];
    });
    await world.server.admin('PUT', '/models/sandbox%2Fchat', {
      kind: 'chat',
      price: { input: '20', output: '80' },
      confirm: true,
    });
    root = await world.administrator();
    books = new DatabaseSync(join(folder, 'tollgate.db'));
    books.exec('pragma busy_timeout = 5000');
    const { id } = (await root.get('/api/console/session')).body.user as { readonly id: string };
    const member = books.prepare(
      'insert into members (account_id, user_id, role, sub_account_id, created_at) values (?, ?, ?, null, 1)',
    );
    member.run(accountId, id, 'owner');
    const of = `/api/console/accounts/${accountId}/sub-accounts`;
    for (let made = 4; made < subAccounts; made += 1)
      await root.post(of, { name: `Team ${String(made + 1)}`, monthly_cap: '500' });
    subAccountId = (await root.get(of)).body.data.at(-1).id as string;
    ({ page } = await world.visitAs(root));
  });
  after(async () => {
    books.close();
    await world.close();
  });

  const go = (path: string): Promise<unknown> => page.goto(`${world.server.url}${path}`);
  const one = (sql: string, ...values: (string | number)[]): number =>
    Number(Object.values(books.prepare(sql).get(...values) ?? {})[0]);
  /** Counts the calls in the heading of the log. A busy machine totals only a part and says so; the request is then repeated. */
  const counted = async (path: string): Promise<number> => {
    const figure = page.locator('.log-head dl dd').first();
    const isWhole = async (): Promise<boolean> => {
      await go(path);
      await figure.waitFor();
      return (await page.locator('.log-head > .whole').count()) === 0;
    };
    await waitFor(isWhole, { what: `${path} is summed up whole`, everyMs: 500 });
    return Number((await figure.textContent())?.replaceAll(',', ''));
  };

  it('shows every page, without an error and whole', async () => {
    const known = world.faults.length;
    for (const path of consolePages) {
      if (/^\/(sign-in|sign-up|reset|verify|setup|invite)/.test(path)) continue;
      const ids = { $keyId: keyId, $subAccountId: subAccountId, $accountId: accountId, $topic: 'quick-start' };
      const address = Object.entries(ids).reduce<string>((text, [name, id]) => text.replace(name, id), path);
      // Data that these books do not contain.
      if (/\$[a-z]/i.test(address)) continue;
      await go(address.replace('$', 'sandbox/chat'));
      await page
        .locator('h1')
        .first()
        .waitFor()
        .catch(() => assert.fail(`${path} shows nothing`));
      await atRest(page);
      assert.equal(await page.locator('.not-found, .error-state').count(), 0, path);
    }
    assert.deepEqual(world.faults.slice(known), []);
  });

  it('lists all keys and sub-accounts', async () => {
    await go('/keys');
    const keys = one('select count(*) from keys where account_id = ?', accountId);
    assert.ok(keys >= 50);
    await page.getByText(`All ${String(keys)} keys`).waitFor();
    await go('/sub-accounts');
    await page.getByText(`Team ${String(subAccounts)}`).waitFor();
    assert.equal(await page.locator('.data tbody tr').count(), subAccounts);
  });

  it('counts in log, histogram and filters what is in the books', async () => {
    const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
    const [from, to] = [Date.parse(`${day}T06:00:00Z`), Date.parse(`${day}T09:00:00Z`)];
    const range = `from=${day}T06:00:00Z&to=${day}T09:00:00Z`;
    const inRange = 'select count(*) from calls where account_id = ? and request_time >= ? and request_time < ?';
    assert.equal(await counted(`/calls?${range}`), one(inRange, accountId, from, to));
    assert.equal(
      await counted(`/calls?${range}&model=books%2Fmodel-01&status_class=4xx`),
      one(`${inRange} and model = ? and status >= 400 and status < 500`, accountId, from, to, 'books/model-01'),
    );
    await page.getByText('books/model-01').first().waitFor();
    await page.locator('.histo-columns button').first().waitFor();
    assert.equal(
      await counted(`/calls?${range}&key_id=${keyId}&view=errors`),
      one(`${inRange} and key_id = ?`, accountId, from, to, keyId),
    );
  });

  it('draws every column of the histogram in the width of the page, for each range', async () => {
    for (const range of ['24h', '7d', '30d', '90d']) {
      await go(`/calls?range=${range}`);
      await page.locator('.histo-columns button').first().waitFor();
      const { columns, sideways } = await page.evaluate<{ readonly columns: readonly number[]; readonly sideways: number }>(`({
        columns: [...document.querySelectorAll('.histo-columns i.c2xx')].map((bar) => bar.getBoundingClientRect().width),
        sideways: document.documentElement.scrollWidth - innerWidth,
      })`);
      assert.ok(
        columns.length > 20 && Math.min(...columns) > 2,
        `${range}: ${String(columns.length)} of ${String(Math.min(...columns))} px`,
      );
      assert.equal(sideways, 0, range);
    }
  });

  it('adds up the usage to the books', async () => {
    await go('/usage?range=last_month&by=key_id');
    await page.locator('.usage-table').waitFor();
    await go('/usage?range=7d&by=model');
    const { body } = await root.get(`/api/console/accounts/${accountId}/usage?group_by=day&limit=200`);
    assert.ok(body.data.length > 0);
    const foot = page.locator('.usage-table tfoot td').nth(1);
    await foot.waitFor();
    const days = (await page.getByRole('heading', { name: / to / }).first().textContent())?.match(/\d{4}-\d\d-\d\d/g) ?? [];
    const [first = '', last = ''] = days.map((text) => text.replaceAll('-', ''));
    const all = one(
      'select sum(calls) from usage_hours where account_id = ? and day >= ? and day <= ?',
      accountId,
      Number(first),
      Number(last),
    );
    assert.equal(Number((await foot.textContent())?.replaceAll(',', '')), all);
  });

  it(`scrolls ${String(scrolledRows)} rows of the log with at most ${String(mostRows)} of them in the document`, async (context) => {
    await go('/calls?range=30d');
    await page.locator('.data tbody tr').nth(50).waitFor();
    await atRest(page);
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    // CPU time of the main thread, which excludes time used by other processes.
    const workMs = async (): Promise<number> =>
      ((await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'ThreadTime')?.value ?? 0) * 1_000;
    await page.evaluate(readOn(scrolledRows * rowPixels));
    const beforeMs = await workMs();
    const { frames, late, ...seen } = await page.evaluate<Scrolled>(scroll);
    const [share, each] = [((late / frames) * 100).toFixed(1), (((await workMs()) - beforeMs) / frames).toFixed(1)];
    context.diagnostic(
      `${String(frames)} frames, ${share} % late, ${each} ms of work each; at most ${String(seen.mostRows)} rows`,
    );
    assert.ok(seen.mostRows <= mostRows && seen.mostRows > 10, `${String(seen.mostRows)} rows are in the document`);
    let again = 0;
    const restyled = await restyledWhile(page, async () => {
      again = (await page.evaluate<Scrolled>(scroll)).frames;
    });
    const eachFrame = Math.round(restyled / again);
    context.diagnostic(`${String(eachFrame)} elements restyled by a frame`);
    assert.ok(eachFrame > 0 && eachFrame <= mostRestyled, `a frame of scrolling restyles ${String(eachFrame)} elements`);
  });
});
