import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { formatExact, parseAmount } from '@tollgate/contract/money';
import type { Page } from 'playwright-core';
import type { Browser } from '../../identity/browser.ts';
import { chromium } from '../../servers/chromium.ts';
import { findPrograms } from '../../servers/find-program.ts';
import { withServer } from '../../servers/needed-server.ts';
import { linkOf, openBrowserWorld, type BrowserWorld } from './browser-world.ts';
import { press } from './keyboard.ts';
import { choose, createKey, signIn, signUp } from './page-steps.ts';

const member = 'member@example.com';
const office = findPrograms(['soffice']);

/** Lines of a sheet; texts are quoted, numbers are not. */
function openInOffice(file: string, folder: string): readonly (readonly string[])[] {
  const asCsv = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,false,false,false,-1';
  const own = `-env:UserInstallation=file://${folder}/office`;
  execFileSync(join(office ?? '', 'soffice'), [own, '--headless', '--convert-to', asCsv, '--outdir', folder, file], {
    stdio: 'ignore',
    timeout: 120_000,
  });
  const lines = readFileSync(join(folder, 'calls-Calls.csv'), 'utf8').trimEnd().split('\n');
  return lines.map((line) => [...line.matchAll(/(?:^|,)("(?:[^"]|"")*"|[^,]*)/g)].map(([, cell = '']) => cell));
}

withServer(chromium, 'a part of an account', () => {
  let world: BrowserWorld;
  let root: Browser;
  let page: Page;
  let theirs: Page;
  let ownKey: string;
  let partKey: string;
  let folder: string;

  before(async () => {
    world = await openBrowserWorld();
    folder = mkdtempSync(join(tmpdir(), 'tollgate-office-'));
    const price = { input: '20', output: '80' };
    await world.server.admin('PUT', '/models/sandbox%2Fchat', { kind: 'chat', price, confirm: true });
    root = await world.administrator();
    ({ page } = await world.visitAs(root));
    ({ page: theirs } = await world.visit());
  });
  after(async () => {
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const go = (path: string, at = page): Promise<unknown> => at.goto(`${world.server.url}${path}`);
  const rows = (at: Page): Promise<readonly string[]> => at.locator('.data tbody tr').allTextContents();

  it('is made in the page, with a separate key', async () => {
    ownKey = await createKey(world, page, { remark: 'shop' });
    await go('/sub-accounts');
    await page.getByRole('link', { name: 'Create sub-account' }).first().click();
    await page.getByLabel('Name').fill('Research');
    await page.getByLabel('Daily cap').fill('5');
    await page.getByText('All keys of Research together can spend at most ¥5 a day and can call all models.').waitFor();
    await press(page, 'Control+Enter');
    await page.getByRole('heading', { level: 1, name: 'Research' }).waitFor();
    partKey = await createKey(world, page, { remark: 'lab', subAccount: 'Research' });
    const question = { model: 'sandbox/chat', messages: [{ role: 'user', content: 'What does a call cost here?' }] };
    for (const [key, times] of [[ownKey, 5] as const, [partKey, 3] as const])
      for (let made = 0; made < times; made += 1) assert.equal((await world.server.post(key, question)).status, 200);
    await world.server.post(ownKey, { ...question, model: 'sandbox/none' });
  });

  it('has a member invited by a real mail, who is asked to accept before anything else', async () => {
    await go('/team?invite=1');
    const form = page.locator('dialog form');
    await form.getByLabel('E-mail address').fill(member);
    await choose(page, form.getByLabel('Scope'), 'Research');
    await form.getByText(`${member} becomes Developer of the sub-account Research.`, { exact: false }).waitFor();
    await press(page, 'Control+Enter');
    await page.getByText(`Invitation sent to ${member}`, { exact: false }).waitFor();
    await theirs.goto(linkOf(await world.mailTo(member, /invite/i)));
    await theirs.getByRole('link', { name: 'Sign up' }).last().click();
    await signUp(world, theirs, member);
    await theirs.getByRole('link', { name: 'Sign in' }).first().click();
    // The page before has the same fields, and stays until this one is loaded.
    await theirs.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await signIn(theirs, member);
    await theirs.getByText('root@example.com invites you to join Root as Developer.').waitFor();
    await theirs.getByRole('button', { name: 'Accept invitation' }).click();
    await theirs.getByText('You have joined Root', { exact: false }).waitFor();
    await theirs.getByRole('button', { name: 'Open the account' }).click();
    await theirs.waitForURL(/overview/);
    const { body } = await root.get('/api/console/session');
    assert.equal(body.accounts.length, 1);
  });

  it('is all that its member sees: keys, calls and usage, but nothing of the rest of the account', async () => {
    await go('/keys', theirs);
    await theirs.getByText('lab').first().waitFor();
    assert.equal(await theirs.getByText('shop').count(), 0);
    await go('/calls', theirs);
    await theirs.locator('.log-head dl').getByText('3', { exact: true }).waitFor();
    const seen = await rows(theirs);
    assert.equal(seen.filter((row) => row.includes('sandbox/chat')).length, 3);
    assert.ok(seen.every((row) => !row.includes('sandbox/none')));
    await go('/usage?by=key_id', theirs);
    await theirs.locator('.usage-table').getByText('lab').first().waitFor();
    assert.equal(await theirs.locator('.usage-table').getByText('shop').count(), 0);
    const { accounts } = (await (await theirs.request.get(`${world.server.url}/api/console/session`)).json()) as {
      readonly accounts: readonly [{ readonly id: string }];
    };
    const of = `/api/console/accounts/${accounts[0].id}`;
    assert.equal((accounts as readonly unknown[]).length, 1, 'no account of their own was opened');
    const { body } = await root.get(`${of}/keys`);
    const foreign = (body.data as readonly { readonly id: string; readonly remark: string }[]).find(
      ({ remark }) => remark === 'shop',
    );
    const asked = await theirs.request.get(`${world.server.url}${of}/keys/${foreign?.id ?? ''}`);
    assert.equal(asked.status(), 404);
  });

  it(
    'is exported with the account: the sheet opens in LibreOffice and adds up to the log, to the nano',
    { skip: office === null },
    async () => {
      await go('/calls');
      await page.locator('.log-head dl').getByText('9', { exact: true }).waitFor();
      await press(page, 'e');
      const form = page.getByRole('dialog', { name: 'Export the call log' });
      await form.getByText('Exports the 9 calls that match the filters').waitFor();
      const coming = page.waitForEvent('download');
      await form.getByRole('button', { name: 'Export', exact: true }).click();
      await (await coming).saveAs(join(folder, 'calls.xlsx'));
      const [head = [], ...lines] = openInOffice(join(folder, 'calls.xlsx'), folder);
      const total = lines.pop() ?? [];
      const at = (name: string): number => head.indexOf(`"${name}"`);
      const [charge, exact] = [at('Charged (CNY)'), at('Charged (exact)')];
      assert.ok(charge > 0 && exact > 0, head.join());
      const unquoted = (cell = ''): string => cell.replaceAll('"', '');
      for (const line of lines) {
        assert.match(line[charge] ?? '', /^[\d.]+$/, 'the charge is a number');
        assert.match(line[exact] ?? '', /^"[\d.]+"$/, 'the exact amount is a text');
      }
      const sum = formatExact(lines.reduce((all, line) => all + parseAmount(unquoted(line[exact])), 0n));
      assert.equal(lines.length, 9);
      assert.equal(total[exact], `"${sum}"`);
      const account = (await root.get('/api/console/session')).body.accounts[0].id as string;
      const { body } = await root.get(`/api/console/accounts/${account}/calls?limit=50`);
      const logged = (body.data as readonly { readonly charge_exact: string }[]).map(({ charge_exact: amount }) => amount);
      assert.equal(formatExact(logged.reduce((all, amount) => all + parseAmount(amount), 0n)), sum);
      assert.notEqual(sum, '0');
    },
  );

  it('is exported by two clicks, in the format of the last time', async () => {
    const exported = async (choose: boolean): Promise<readonly string[]> => {
      await go('/calls?status_class=2xx');
      await page.getByRole('button', { name: 'Export', exact: true }).click();
      const form = page.getByRole('dialog', { name: 'Export the call log' });
      const csv = form.getByRole('button', { name: 'CSV (UTF-8)' });
      if (choose) await csv.click();
      else assert.equal(await csv.getAttribute('aria-pressed'), 'true');
      const coming = page.waitForEvent('download');
      await form.getByRole('button', { name: 'Export', exact: true }).click();
      const file = join(folder, 'calls.csv');
      await (await coming).saveAs(file);
      assert.equal(await form.getByRole('link', { name: 'Download again' }).count(), 1);
      return readFileSync(file, 'utf8').trimEnd().split('\r\n');
    };
    const first = await exported(true);
    assert.match(first[0] ?? '', /Call ID/);
    assert.deepEqual(await exported(false), first);
  });

  it('no page on the way had an error, a failed request or a request to another host', () => {
    assert.deepEqual(world.faults, []);
  });
});
