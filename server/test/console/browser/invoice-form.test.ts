/**
 * Goal: the invoice form shows the server's answer before anything is sent, and where to go. Method: Chromium with the real program; titles
 * stored by an earlier version and every state of the verification, compared with the table of the specification.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Browser } from '../../identity/browser.ts';
import { chromium } from '../../servers/chromium.ts';
import { withServer } from '../../servers/needed-server.ts';
import {
  standings,
  tableTitles,
  verdictOf,
  verifiedAs,
  type Standing,
  type TableTitle,
} from '../../subjects/invoicing/invoice-table.ts';
import { waitFor } from '../../wait-for.ts';
import { openBrowserWorld, type BrowserWorld } from './browser-world.ts';
import { usePaidMoney } from './use-paid-money.ts';

const titleNames = Object.keys(tableTitles) as TableTitle[];
const types = { ordinary: ['Electronic ordinary'], special: ['Paper special', 'Electronic special'] } as const;
const kinds = ['ordinary', 'special'] as const;

const notBegun = /Invoices to a company, ordinary or special, require that you verify the company/;
/** What the form shows if the server would refuse the title because of the verification, and the link next to it. */
const unverified: Readonly<Record<Exclude<Standing, 'approved' | 'renewing'>, readonly [RegExp, string]>> = {
  none: [notBegun, 'Verify'],
  withdrawn: [notBegun, 'Verify'],
  awaiting_licence: [/still needs the business licence/, 'Upload the licence'],
  submitted: [/is being verified/, 'See progress'],
  rejected: [/was rejected/, 'See why'],
};

withServer(chromium, 'the form of an invoice', () => {
  let world: BrowserWorld;
  let root: Browser;
  let accountId: string;
  let page: Page;
  const ids = new Map<TableTitle, string>();

  before(async () => {
    world = await openBrowserWorld();
    root = await world.administrator();
    accountId = (await root.get('/api/console/session')).body.accounts[0].id as string;
    await world.server.admin('PATCH', '/site-settings', { electronic_special_invoices: 'on' });
    await usePaidMoney(world, accountId, { paid: 1000, used: 510 });
    const delivery = { email: 'finance@example.com', consignee: 'Li', phone: '138 0000 0000', address: '1 Example Road' };
    for (const name of titleNames) {
      const { taxNumber, bankAccount, ...title } = tableTitles[name];
      const whole = title.kind === 'individual' ? {} : { address: '1 Example Road', telephone: '0571-88880000' };
      const body = { ...title, ...whole, tax_number: taxNumber, bank_account: bankAccount, delivery };
      const made = await root.post(`/api/console/accounts/${accountId}/invoice-titles`, body);
      assert.equal(made.status, 201, made.text);
      ids.set(name, made.body.id as string);
      const { address, telephone, bank } = tableTitles[name];
      const details = JSON.stringify({ ...delivery, printed: { address, telephone, bank, bankAccount } });
      inDatabase('update invoice_titles set details = ? where id = ?', details, made.body.id as string);
    }
    const { data } = (await root.get(`/api/console/accounts/${accountId}/invoice-titles`)).body as { data: { id: string }[] };
    order = data.map(({ id }) => id);
    ({ page } = await world.visitAs(root));
  });
  after(async () => {
    await world.close();
  });

  /** Writes titles of earlier versions, and states that take days, directly to the database. */
  function inDatabase(statement: string, ...values: string[]): void {
    const database = new DatabaseSync(join(world.server.folder, 'tollgate.db'));
    try {
      database.exec('pragma busy_timeout = 10000');
      database.prepare(statement).run(...values);
    } finally {
      database.close();
    }
  }

  let verifications = 0;
  function stand(standing: Standing): void {
    if (standing === 'none') return;
    const state = standing === 'renewing' ? 'submitted' : standing;
    const columns = 'id, account_id, state, name, tax_number, requested_by, created_at';
    verifications += 1;
    // Only one verification can be in progress.
    inDatabase("delete from verifications where state <> 'approved'");
    inDatabase(
      `insert into verifications (${columns}) values (?, ?, ?, ?, ?, 'x', ${String(verifications)})`,
      ...[`ver_${String(verifications)}`, accountId, state, verifiedAs.name, verifiedAs.taxNumber],
    );
  }

  const titleField = () => page.getByLabel('Title', { exact: true });
  const offered = () => page.locator('.ant-select-item-option');
  /** Titles in the order of the list; some have the same name. */
  let order: readonly string[] = [];

  async function openTitles(): Promise<void> {
    await titleField().click();
    await waitFor(async () => (await offered().count()) === titleNames.length, { what: 'all titles are offered', everyMs: 20 });
  }

  async function chooseTitle(name: TableTitle): Promise<void> {
    await openTitles();
    await offered()
      .nth(order.indexOf(ids.get(name) ?? ''))
      .click();
  }

  async function chosenTitle(): Promise<string | undefined> {
    await openTitles();
    const chosen = await offered().all();
    const isChosen = await Promise.all(
      chosen.map(async (one) => /-option-selected\b/.test((await one.getAttribute('class')) ?? '')),
    );
    await titleField().press('Escape');
    return order[isChosen.indexOf(true)];
  }

  const notice = () => page.locator('form .notice');

  async function expectForm(kind: 'ordinary' | 'special', name: TableTitle, standing: Standing): Promise<void> {
    const wanted = verdictOf(kind, name, standing);
    const isOpen = await page.getByRole('button', { name: 'Submit' }).isEnabled();
    const what = `${kind}, ${name}, ${standing}`;
    assert.equal(isOpen, wanted === null, what);
    const isPromised = (await page.getByText('You cannot submit this yet.').count()) === 0;
    assert.equal(isPromised, wanted === null, `${what}: the form promises an invoice that it does not accept`);
    if (wanted === null) {
      assert.equal(await notice().count(), 0, what);
      return;
    }
    const said = await notice().innerText();
    if (wanted[0] === 'type') {
      assert.match(said, /for companies only[^]*Add a title/, what);
      return;
    }
    if (standing !== 'approved' && standing !== 'renewing') {
      const [words, link] = unverified[standing];
      assert.match(said, words, what);
      assert.equal(await page.getByRole('link', { name: link }).getAttribute('href'), '/invoices/verification', what);
      return;
    }
    const lacks = { noAddress: 'Address', noTelephone: 'Telephone', neither: 'Address, Telephone' }[name as string];
    if (lacks === undefined) {
      assert.match(said, /must have the name and tax number[^]*Add a title/, what);
      return;
    }
    assert.ok(said.includes(`This title lacks: ${lacks}.`) && said.includes('Complete the title'), `${what}: ${said}`);
  }

  it('says of every type, title and state of the verification what the specification says', async () => {
    for (const standing of standings) {
      stand(standing);
      await page.goto(`${world.server.url}/invoices/new`);
      for (const kind of kinds)
        for (const type of types[kind]) {
          await page.getByRole('radio', { name: new RegExp(`^${type}`) }).click();
          for (const name of titleNames) {
            await chooseTitle(name);
            await expectForm(kind, name, standing);
          }
        }
    }
  });

  it('offers the title first that fits, and has one that lacks something completed in place', async () => {
    await page.goto(`${world.server.url}/invoices/new`);
    await page.getByRole('radio', { name: /^Paper special/ }).click();
    assert.equal(await chosenTitle(), ids.get('company'));
    await page.getByRole('radio', { name: /^Electronic ordinary/ }).click();
    assert.equal(await chosenTitle(), ids.get('person'));
    await chooseTitle('neither');
    await page.getByRole('button', { name: 'Complete the title' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('button', { name: 'Save' }).click();
    assert.equal(await drawer.getByText('This field is required.').count(), 2, 'nothing is sent, and both fields say why');
    await drawer.getByLabel(/^Address/).fill('1 Example Road');
    await drawer.getByLabel(/^Telephone(?! of)/).fill('0571-88880000');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await notice().waitFor({ state: 'detached' });
    assert.equal(await page.getByLabel('Recipient e-mail').inputValue(), 'finance@example.com', 'as the title says');
    await page.getByLabel('Recipient e-mail').fill('');
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('This field is required.').waitFor();
    await page.getByLabel('Recipient e-mail').fill('finance@example.com');
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.waitForURL('**/invoices/ivc_*');
  });

  it('lists titles from before the rule with what they lack', async () => {
    await page.goto(`${world.server.url}/invoices/titles`);
    await page.getByText('Missing: Address. Complete it before the next invoice').waitFor();
    await page.getByText('Missing: Telephone. Complete it before the next invoice').waitFor();
    assert.equal(await page.getByText(/Complete it before the next invoice/).count(), 2);
    assert.deepEqual(world.faults, []);
  });
});
