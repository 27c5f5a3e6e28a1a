/** Goal: an operator takes a model through its whole life in the browser while customers call it with the stock SDK, and no stream breaks. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import OpenAI from 'openai';
import type { Locator, Page } from 'playwright-core';
import { chat, chatStream, whole } from '../../scripted-upstream/behaviours.ts';
import { Gate } from '../../scripted-upstream/gate.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../../scripted-upstream/scripted-upstream.ts';
import { chromium } from '../../servers/chromium.ts';
import { withServer } from '../../servers/needed-server.ts';
import { waitFor } from '../../wait-for.ts';
import { atRest } from './at-rest.ts';
import { openBrowserWorld, type BrowserWorld } from './browser-world.ts';
import { createKey } from './page-steps.ts';

withServer(chromium, 'the life of a model, run in a browser', () => {
  let world: BrowserWorld;
  let upstream: ScriptedUpstream;
  let page: Page;
  let client: OpenAI;

  before(async () => {
    upstream = await startScriptedUpstream();
    const list = whole(JSON.stringify({ data: [{ id: 'spare' }] }));
    const answer = chat('Hello');
    upstream.otherwise((exchange) => (exchange.request.path.includes('/models') ? list : answer)(exchange));
    world = await openBrowserWorld();
    ({ page } = await world.visitAs(await world.administrator()));
  });
  after(async () => {
    await world.close();
    await upstream.close();
  });

  const at = (path: string): Promise<unknown> => page.goto(`${world.server.url}${path}`);
  const drawer = (): Locator => page.locator('dialog[open]').first();
  const press = (name: string | RegExp): Promise<void> => page.getByRole('button', { name }).first().click();
  const submit = (name: RegExp): Promise<void> => drawer().getByRole('button', { name }).click();
  const asked = { model: 'talker', messages: [{ role: 'user' as const, content: 'Hi' }] };
  const call = () => client.chat.completions.create(asked);

  async function streamedText(): Promise<string> {
    let text = '';
    for await (const chunk of await client.chat.completions.create({ ...asked, stream: true }))
      text += chunk.choices[0]?.delta.content ?? '';
    return text;
  }

  it('a provider is added from the catalogue after a call that worked', async () => {
    await at('/operator/providers?add=1');
    await drawer().getByLabel('Vendor').fill('azure');
    await drawer().getByRole('button', { name: /Azure/ }).click();
    await drawer().getByLabel('Address').fill(upstream.baseUrl);
    await drawer().getByLabel('Upstream key').fill('sk-good-of-azure');
    await drawer().getByLabel('Model to test').fill('talker');
    await submit(/^Test and add/);
    await page.getByRole('heading', { name: 'azure' }).waitFor();
  });

  it('its model is published with a price and called by the stock SDK', async () => {
    await drawer().getByLabel('Model name by hand').fill('talker');
    await drawer().getByRole('button', { name: 'Add', exact: true }).click();
    for (const [field, value] of Object.entries({
      'Input price': '2',
      'Output price': '8',
      'Input cost': '1',
      'Output cost': '4',
    }))
      await drawer().getByLabel(field).fill(value);
    await submit(/^Publish 1 model/);
    await drawer().waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /talker On sale/ }).waitFor();
    const { origin, pathname } = new URL(page.url());
    const apiKey = await createKey(world, page, { remark: 'shop' });
    client = new OpenAI({ apiKey, baseURL: `${world.server.url}/v1`, maxRetries: 0 });
    assert.equal((await call()).choices[0]?.message.content, 'Hello');
    await page.goto(`${origin}${pathname}`);
  });

  it('maintenance refuses new calls, and no running stream breaks', async () => {
    const gates = Array.from({ length: 3 }, () => new Gate());
    for (const gate of gates) upstream.next(chatStream(['Hel', gate, 'lo']));
    const running = gates.map(() => streamedText());
    await Promise.all(gates.map(({ reached }) => reached));
    await press('Start maintenance');
    await page.getByText('These models have no other route, so new calls fail: talker').waitFor();
    await page.locator('.figures').getByText('Maintenance').waitFor();
    await assert.rejects(call(), { status: 503 });
    for (const gate of gates) gate.open();
    assert.deepEqual(await Promise.all(running), ['Hello', 'Hello', 'Hello']);
    await press('End maintenance');
    await page.locator('.figures').getByText('Healthy').waitFor();
    assert.equal((await call()).choices[0]?.message.content, 'Hello');
  });

  it('the margin is shown, and a rise is scheduled and announced to customers', async () => {
    await at('/operator/models/talker');
    await page.getByRole('row', { name: /azure.* 50\.0 %/ }).waitFor();
    await at('/operator/models/talker?price=new');
    await drawer()
      .getByLabel(/^Input/)
      .fill('3');
    await drawer()
      .getByLabel(/^Starts/)
      .fill('2100-01-01T00:00');
    await drawer().getByText('are notified seven days before the start').waitFor();
    await submit(/^Save price/);
    await page.getByRole('heading', { name: 'Scheduled prices' }).waitFor();
    await at('/operator/announcements?edit=new');
    await drawer().getByText('Prices', { exact: true }).click();
    await drawer().getByLabel('Chinese title').fill('talker 调价');
    await drawer().getByLabel('English title').fill('New price of talker');
    await drawer().getByLabel('Chinese text').fill('2100 年起生效。');
    await drawer().getByLabel('English text').fill('It starts in 2100.');
    await submit(/^Publish/);
    await page.getByText('Announcement saved').waitFor();
    const { page: customer } = await world.visit();
    await waitFor(
      async () => {
        await customer.goto(`${world.server.url}/announcements`);
        await customer.getByRole('heading', { name: 'Announcements' }).waitFor();
        await atRest(customer);
        return customer.getByText('New price of talker').first().isVisible();
      },
      { what: 'a customer reads the announcement', everyMs: 1000, withinMs: 30_000 },
    );
  });

  it('the model is retired, and the SDK gets a refusal', async () => {
    await at('/operator/models/talker?facts=1');
    await page.getByLabel('Retirement date').fill('2020-01-01');
    await submit(/^Save properties/);
    await page.getByText('its retirement date has passed', { exact: false }).waitFor();
    await assert.rejects(call(), OpenAI.NotFoundError);
  });

  it('no page on the way had an error, a failed request or a request to another host', () => {
    assert.deepEqual(world.faults, []);
  });
});
