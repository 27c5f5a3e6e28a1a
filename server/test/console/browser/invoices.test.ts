import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { deflateSync, crc32 } from 'node:zlib';
import type { Browser } from '../../identity/browser.ts';
import { chromium } from '../../servers/chromium.ts';
import { withServer } from '../../servers/needed-server.ts';
import { openBrowserWorld, type BrowserWorld } from './browser-world.ts';
import { press } from './keyboard.ts';
import { usePaidMoney } from './use-paid-money.ts';

const canary = 'taken at 39.9042 N 116.4074 E';
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n');

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

const licence = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  chunk('IHDR', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])),
  chunk('tEXt', Buffer.from(canary)),
  chunk('IDAT', deflateSync(Buffer.from([0, 1, 2, 3]))),
  chunk('IEND', Buffer.alloc(0)),
]);

withServer(chromium, 'invoices', () => {
  let world: BrowserWorld;
  let root: Browser;
  let accountId: string;

  before(async () => {
    world = await openBrowserWorld();
    root = await world.administrator();
    accountId = (await root.get('/api/console/session')).body.accounts[0].id as string;
  });
  after(async () => {
    await world.close();
  });

  it('from titles and verification to an issued invoice and its reversal, each step with its mail', async () => {
    const { page } = await world.visitAs(root);
    const at = (path: string) => page.goto(`${world.server.url}${path}`);

    await at('/invoices');
    await page.locator('.below-minimum').waitFor();
    assert.match(
      await page.locator('.below-minimum').innerText(),
      /Invoiceable: ¥0\.00\. You can request an invoice from ¥100\.00/,
    );
    await usePaidMoney(world, accountId, { paid: 1000, used: 510 });

    await at('/invoices/titles?edit=new');
    await page.getByLabel('Name', { exact: true }).fill('示例科技有限公司');
    await page.getByLabel('Tax number').fill('91330106673959654X');
    await page.getByLabel('Address', { exact: false }).first().fill('杭州市示例路 1 号');
    await page.getByLabel(/^Telephone(?! of)/).fill('0571-00000000');
    await page.getByLabel('Recipient e-mail').fill('finance@example.com');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('check its last character').first().waitFor();
    await page.getByLabel('Tax number').fill('９１３３ 0106 6739 5965 4p');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('91330106673959654P').waitFor();

    await at('/invoices/new');
    await page.getByRole('radio', { name: /Paper special/ }).click();
    await page.getByText('Invoices to a company, ordinary or special, require').waitFor();
    await page.getByRole('link', { name: 'Verify', exact: true }).click();
    await page.getByLabel('Company name').fill('示例科技有限公司');
    await page.getByLabel('Unified social credit code').fill('91330106673959654P');
    await page.getByRole('button', { name: 'Next: upload the licence' }).click();
    await page.getByLabel('Business licence').setInputFiles({ name: 'licence.png', mimeType: 'image/png', buffer: licence });
    await page.getByRole('button', { name: 'Upload and submit' }).click();
    await page.getByText('Submitted, awaiting review').waitFor();
    await world.mailTo('root@example.com', /Business licence submitted|营业执照|企业认证已提交/);

    await at('/operator/verifications');
    await page.getByRole('link', { name: /./ }).locator('visible=true').first().waitFor();
    await page.getByText('示例科技有限公司').first().click();
    const [kept] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download the licence' }).click(),
    ]);
    assert.equal(kept.suggestedFilename(), 'licence-91330106673959654P.png');
    const stored = await (await kept.createReadStream()).toArray();
    assert.ok(!Buffer.concat(stored as Buffer[]).includes(canary), 'what the picture said besides is dropped');
    await press(page, 'a');
    await world.mailTo('root@example.com', /Enterprise verified|企业认证已通过/);

    await at('/invoices/new');
    assert.equal(await page.getByLabel('Amount').inputValue(), '500.00', 'of 510 used the trial credit of 10 was the first');
    await page.getByRole('radio', { name: /Electronic ordinary/ }).click();
    await page.getByLabel('Amount').fill('300');
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.waitForURL('**/invoices/ivc_*');
    const invoice = page.url();
    await page.getByRole('button', { name: 'Withdraw request' }).waitFor();
    await world.mailTo('root@example.com', /Invoice request of ¥300\.00 submitted|发票申请已提交/);

    await at('/operator/invoices');
    await page.getByText('Electronic ordinary invoice').first().click();
    await page.getByRole('button', { name: 'Approve' }).waitFor();
    await press(page, 'a');
    await page.getByLabel('Invoice file').setInputFiles({ name: 'invoice.pdf', mimeType: 'application/pdf', buffer: pdf });
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByText('File uploaded').waitFor();
    await page.getByLabel('Invoice number').fill('26312000000012345678');
    await page.getByRole('button', { name: 'Mark as issued' }).click();
    const { mail } = await world.mailTo('finance@example.com', /26312000000012345678/);
    assert.deepEqual(
      mail.attachments.map(({ filename }) => filename),
      ['invoice-26312000000012345678.pdf'],
    );
    await world.mailTo('root@example.com', /Invoice of ¥300\.00 issued|发票已开具/);

    await page.goto(invoice);
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download PDF' }).click()]);
    assert.equal(file.suggestedFilename(), 'invoice-26312000000012345678.pdf');
    await page.getByRole('button', { name: 'Request a reversal' }).click();
    await page.getByLabel('Explanation').fill('The company has a new name.');
    await page.getByRole('button', { name: 'Request a reversal' }).click();
    await page.getByText('Confirmation slip').first().waitFor();

    await at('/operator/invoices');
    await page.getByText('Electronic ordinary invoice').first().click();
    await page.getByLabel('Confirmation slip number').fill('31200026110000012345');
    await page.getByRole('button', { name: 'Enter the slip' }).click();
    await page.getByLabel('Red-letter invoice number').fill('26312000000087654321');
    await page.getByRole('button', { name: 'Mark as reversed' }).click();
    await world.mailTo('root@example.com', /Invoice of ¥300\.00 reversed|发票已红冲/);
    await at('/invoices');
    await page.getByText('Reversed').waitFor();
    assert.match(await page.locator('.receipt .total').innerText(), /500\.00/, 'and can be invoiced again');
    const refused = world.faults.filter((fault) => !/invoice-titles|titles\?edit=new: Failed to load resource.*400/.test(fault));
    assert.deepEqual(refused, [], 'but for the tax number that was wrong');
  });
});
