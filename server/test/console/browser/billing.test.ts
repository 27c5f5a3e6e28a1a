import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, it } from 'node:test';
import { formatExact, parseAmount } from '@tollgate/contract/money';
import type { Browser } from '../../identity/browser.ts';
import { chromium } from '../../servers/chromium.ts';
import { withServer } from '../../servers/needed-server.ts';
import { waitFor } from '../../wait-for.ts';
import { openBrowserWorld, type BrowserWorld } from './browser-world.ts';
import { makeTraffic, type Traffic } from './make-traffic.ts';

withServer(chromium, 'billing and statements', () => {
  let world: BrowserWorld;
  let root: Browser;
  let traffic: Traffic;
  const month = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 7);

  before(async () => {
    world = await openBrowserWorld();
    root = await world.administrator();
    traffic = await makeTraffic(world, root);
    const of = `/accounts/${traffic.accountId}/credits`;
    await world.server.admin('POST', of, { amount: '100', bucket: 'paid', reason: 'test' });
    await world.server.admin('POST', of, { amount: '0.00004', bucket: 'adjustment', reason: 'test' });
  });
  after(async () => {
    await world.close();
  });

  it('shows trial and paid money separately, and a budget set there is reported by message and mail', async () => {
    const { page } = await world.visitAs(root);
    await page.goto(`${world.server.url}/billing`);
    const figure = (label: string) => page.locator('.figures > div', { hasText: label }).locator('dd').first();
    await figure('Top-up balance').waitFor();
    assert.match(await figure('Top-up balance').innerText(), /100\.\s*00/);
    assert.match(await figure('Trial credit').innerText(), /[89]\.\s*\d\d|10\.\s*00/);
    await page.getByLabel('Budget').fill('0.001');
    await page.getByText('Calls continue after the budget is used up').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Budget saved.').waitFor();
    await page.getByRole('meter').waitFor();
    await page.getByLabel('E-mail the monthly statement on the 2nd').click();
    await page.getByText('Statements are e-mailed to owners').waitFor();
    const set = await root.get(`/api/console/accounts/${traffic.accountId}/billing`);
    assert.deepEqual([set.body.monthly_budget, set.body.statement_mail], ['0.0010', true]);
    await waitFor(
      async () =>
        (await root.get(`/api/console/accounts/${traffic.accountId}/notices`)).body.data.filter(({ kind }: { kind: string }) =>
          kind.startsWith('budget_'),
        ).length === 3,
      { what: 'the three messages', everyMs: 500, withinMs: 120_000 },
    );
    await world.mailTo('root@example.com', /budget|预算/);
    await page.getByRole('row', { name: /provisional/ }).click();
    await page.waitForURL(`**/billing/statements/${month}`);
  });

  it('says why a trial credit is not in the balance, on the overview and beside the balance', async () => {
    const database = new DatabaseSync(join(world.server.folder, 'tollgate.db'));
    try {
      database.exec('pragma busy_timeout = 10000');
      // Otherwise three more people of this network would have to sign up.
      const columns = 'account_id, state, reason, mailbox, network, browser, day, claimed_at';
      const statement = `insert into trial_claims (${columns}) values (?, 'held', 'network', 'm', 'n', 'b', 20261129, 1)
        on conflict (account_id) do update set state = 'held', reason = 'network'`;
      database.prepare(statement).run(traffic.accountId);
    } finally {
      database.close();
    }
    const { page } = await world.visitAs(root);
    for (const path of ['/overview', '/billing']) {
      await page.goto(`${world.server.url}${path}`);
      const notice = page.locator('.notice').filter({ hasText: 'is on hold: your network reached its limit for today.' });
      await notice.getByText('An administrator reviews and grants it.').waitFor();
    }
    await page.locator('.figures > div', { hasText: 'Trial credit' }).getByText('On hold until it is reviewed').waitFor();
  });

  it('a statement adds up to the eye, by model, key and sub-account, and prints on A4', async () => {
    for (const [language, width] of [
      ['zh-CN', 1440],
      ['en-US', 390],
    ] as const) {
      const { page } = await world.visitAs(root, { language, width });
      for (const by of ['model', 'key', 'sub_account']) {
        await page.goto(`${world.server.url}/billing/statements/${month}?by=${by}`);
        await page.locator('.statement tfoot .total').waitFor();
        const shown = (await page.locator('.statement tbody td.sum').allInnerTexts()).filter((text) => text !== '');
        const nano = (text: string): bigint => parseAmount(text.replaceAll(',', '').replace('−', '-'), { negativeAllowed: true });
        for (const text of shown) assert.match(text, /\.\d{4}$/, 'four decimals a line');
        const sum = await page.locator('.statement tfoot .exact td.sum').innerText();
        assert.equal(formatExact(shown.reduce((total, text) => total + nano(text), 0n)), formatExact(nano(sum)), shown.join(' '));
      }
      if (width !== 1440) continue;
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
      assert.match(pdf, /\/MediaBox \[0 0 59[45][.\d]* 84[12][.\d]*\]/, 'A4');
      assert.equal(pdf.match(/\/Type \/Page\b/g)?.length, 1);
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'XLSX' }).click()]);
      assert.equal(file.suggestedFilename(), `tollgate-statement-${month}.xlsx`);
    }
  });

  it('nothing went wrong in any page', () => {
    assert.deepEqual(world.faults, []);
  });
});
