import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Browser } from '../../identity/browser.ts';
import { chromium } from '../../servers/chromium.ts';
import { withServer } from '../../servers/needed-server.ts';
import { waitFor } from '../../wait-for.ts';
import { atRest } from './at-rest.ts';
import { axeFindings } from './axe-findings.ts';
import { openBrowserWorld, type BrowserWorld } from './browser-world.ts';
import { Keyboard } from './keyboard.ts';

const caps = 25;

withServer(chromium, 'the inbox', () => {
  let world: BrowserWorld;
  let root: Browser;
  let page: Page;
  let accountId: string;

  before(async () => {
    world = await openBrowserWorld();
    root = await world.administrator();
    accountId = (await root.get('/api/console/session')).body.accounts[0].id as string;
    const { body: key } = await root.post(`/api/console/accounts/${accountId}/keys`, { remark: 'shop' });
    await root.post(`/api/console/accounts/${accountId}/notices/read`);
    const books = new DatabaseSync(join(world.server.folder, 'tollgate.db'));
    try {
      books.exec('pragma busy_timeout = 10000');
      const insert =
        books.prepare(`insert into notices (account_id, key_id, window, kind, arming, text, params, mail_due, created_at)
        values (?, ?, ?, ?, 0, 'a cap', ?, 0, ?)`);
      for (let at = 0; at < caps; at += 1) {
        const level = [80, 90, 100][at % 3];
        const params = JSON.stringify({ level: String(level), window: 'day', spent: '4.5', cap: '5' });
        insert.run(accountId, key.id, `w${String(at)}`, `cap_${String(level)}`, params, Date.now() - (caps - at) * 86_400_000);
      }
    } finally {
      books.close();
    }
    ({ page } = await world.visitAs(root));
  });
  after(async () => {
    await world.close();
  });

  const unread = async (): Promise<number> =>
    (await root.get(`/api/console/accounts/${accountId}/notices/unread`)).body.unread as number;
  const hasUnread = (count: number): Promise<void> =>
    waitFor(async () => (await unread()) === count, { what: `${String(count)} messages are unread`, everyMs: 50 });
  const lines = () => page.locator('.notices > li:not(.notices .notices > li)');

  it('shows messages about the caps of one key as one line with its count, and all of them on request, by keyboard', async () => {
    const keys = new Keyboard(page);
    await page.goto(`${world.server.url}/inbox`);
    const run = lines().filter({ hasText: `Newest of ${String(caps)} similar messages` });
    await run.getByText(`${String(caps)} unread`).waitFor();
    await atRest(page);
    assert.equal(await lines().filter({ hasText: 'cap of shop' }).count(), 1);
    assert.equal(await run.locator('li').count(), 0);
    for (const level of ['Paused', 'Warning', 'Note']) await run.getByText(level, { exact: true }).waitFor();
    await keys.act(new RegExp(`^Show all ${String(caps)}`));
    await keys.isOn(/^Collapse/);
    assert.equal(await run.locator('li').count(), caps);
    assert.deepEqual(await axeFindings(page), []);
    await keys.act(/^Mark as read$/);
    await hasUnread(caps - 1);
    await run.getByText(`${String(caps - 1)} unread`).waitFor();
    assert.equal(await run.locator('li').count(), caps, 'the group stays open');
    await keys.act(/^Collapse/);
    assert.equal(await run.locator('li').count(), 0);
  });

  it('is read on a phone, and a group is marked as read at once', async () => {
    const { page: phone } = await world.visitAs(root, { width: 390, language: 'zh-CN', theme: 'dark' });
    await phone.goto(`${world.server.url}/inbox?show=unread`);
    await atRest(phone);
    await phone.getByRole('button', { name: `展开 ${String(caps - 1)} 条` }).click();
    await atRest(phone);
    assert.equal(await phone.evaluate('document.documentElement.scrollWidth'), 390);
    assert.deepEqual(await axeFindings(phone), []);
    await phone.getByRole('button', { name: `${String(caps - 1)} 条标为已读` }).click();
    await phone.getByText('没有未读消息。').waitFor();
    await hasUnread(0);
    await page.goto(`${world.server.url}/inbox`);
    await page.getByText(`Newest of ${String(caps)} similar messages`, { exact: true }).waitFor();
  });

  it('no page on the way had an error, a failed request or a request to another host', () => {
    assert.deepEqual(world.faults, []);
  });
});
