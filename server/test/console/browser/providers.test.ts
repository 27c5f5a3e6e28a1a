/**
 * Goal: an operator runs upstreams without the command line and always knows which setting is at fault. Method: the program with its console in a
 * browser; scripted upstreams that refuse keys, speak another protocol or are not there.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { after, before, it } from 'node:test';
import type { ProviderAnswer } from '@tollgate/contract/catalogue/providers';
import type { Locator, Page } from 'playwright-core';
import type { Browser } from '../../identity/browser.ts';
import { chat, chatStream, refusal, whole } from '../../scripted-upstream/behaviours.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../../scripted-upstream/scripted-upstream.ts';
import { chromium } from '../../servers/chromium.ts';
import { withServer } from '../../servers/needed-server.ts';
import { axeFindings } from './axe-findings.ts';
import { openBrowserWorld, type BrowserWorld } from './browser-world.ts';
import { choose, createKey } from './page-steps.ts';

const list = whole(JSON.stringify({ data: [{ id: 'talker' }, { id: 'talker-mini' }, { id: 'text-embedding' }] }));
const refusedKey = refusal(401, { error: { message: 'Incorrect API key provided' } });
const noSuchPath = refusal(404, { error: { message: 'Not Found' } });
const usage = { prompt_tokens: 9, completion_tokens: 0, total_tokens: 9 };
const vectors = whole(
  JSON.stringify({ object: 'list', data: [{ object: 'embedding', index: 0, embedding: [0.5, 1] }], model: 'm', usage }),
);
const good = chat('Hello');

/** Keys with "dead" in them are refused; below `/other` there is another protocol. */
function speak(upstream: ScriptedUpstream): void {
  upstream.otherwise((exchange) => {
    const { path, stream, headers } = exchange.request;
    if (headers.authorization?.includes('dead') === true) return refusedKey(exchange);
    if (path.endsWith('/models')) return list(exchange);
    if (path.endsWith('/embeddings')) return vectors(exchange);
    if (path.startsWith('/v1/other')) return noSuchPath(exchange);
    return (stream ? chatStream(['Hel', 'lo']) : good)(exchange);
  });
}

async function deadAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { readonly port: number };
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${String(port)}/v1`;
}

withServer(chromium, 'upstreams, run by an operator in the page', () => {
  let world: BrowserWorld;
  let root: Browser;
  let page: Page;
  let upstream: ScriptedUpstream;

  before(async () => {
    upstream = await startScriptedUpstream();
    speak(upstream);
    world = await openBrowserWorld();
    root = await world.administrator();
    ({ page } = await world.visitAs(root));
  });
  after(async () => {
    await world.close();
    await upstream.close();
  });

  const drawer = (): Locator => page.locator('dialog[open]').first();
  const press = (name: string | RegExp): Promise<void> => page.getByRole('button', { name }).first().click();
  const isSaid = (text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor();
  const testIt = (): Promise<void> =>
    drawer()
      .getByRole('button', { name: /^Test and add/ })
      .click();
  const noteAt = (field: string, text: string | RegExp): Promise<void> =>
    drawer()
      .locator('.row', { has: page.getByLabel(field) })
      .getByText(text)
      .waitFor();

  async function called(): Promise<ProviderAnswer> {
    const { data } = await world.server.admin<{ readonly data: readonly ProviderAnswer[] }>('GET', '/providers');
    const found = data.find(({ name }) => name === 'local');
    assert.ok(found);
    return found;
  }

  it('offers one next step while there is only the sandbox', async () => {
    await page.goto(`${world.server.url}/operator/providers`);
    await isSaid('There is only the built-in sandbox');
    await page.locator('.empty').getByRole('link', { name: 'Add upstream' }).click();
    await drawer().getByLabel('Vendor').waitFor();
    assert.deepEqual(await axeFindings(page, { part: 'dialog[open]' }), []);
  });

  it('names the field at fault before anything is saved: dead address, wrong key, other protocol', async () => {
    await drawer().getByRole('button', { name: 'Custom address' }).click();
    await testIt();
    await noteAt('Address', 'This field is required.');
    await drawer()
      .getByLabel('Address')
      .fill(await deadAddress());
    await drawer().getByLabel('Name').fill('local');
    await drawer().getByLabel('Upstream key').fill('sk-dead-0123456789');
    await testIt();
    await noteAt('Address', 'Cannot connect to this address.');
    await drawer().getByLabel('Address').fill(upstream.baseUrl);
    await testIt();
    await noteAt('Upstream key', 'The upstream rejects this key');
    await drawer().getByLabel('Upstream key').fill('sk-good-0123456789');
    await drawer().getByLabel('Address').fill(`${upstream.baseUrl}/other`);
    await testIt();
    await noteAt('Protocol', 'not in this protocol');
    assert.deepEqual(await axeFindings(page, { part: 'dialog[open]' }), []);
    const { data } = await world.server.admin<{ readonly data: readonly unknown[] }>('GET', '/providers');
    assert.equal(data.length, 1, 'only the sandbox is stored');
  });

  it('adds a provider by hand after a call that worked, and never shows its key again', async () => {
    await drawer().getByLabel('Address').fill(upstream.baseUrl);
    await testIt();
    await page.getByRole('heading', { name: 'local' }).waitFor();
    await drawer().getByText('talker', { exact: true }).waitFor();
    await page.getByText('…6789').first().waitFor();
    assert.ok(!(await page.content()).includes('sk-good'));
  });

  it('publishes models of its list with a price, and calls reach it', async () => {
    await drawer().getByText('talker', { exact: true }).click();
    await drawer().getByLabel('Input price').fill('2');
    await drawer().getByLabel('Output price').fill('8');
    await drawer().getByLabel('Input cost').fill('3');
    await drawer().getByLabel('Output cost').fill('4');
    await drawer().getByText('The price is below the cost.').waitFor();
    await drawer().getByLabel('Input cost').fill('1');
    await drawer().getByText('talker-mini', { exact: true }).click();
    await drawer().getByText('1 can be called at once, 1 without a price stays hidden.').waitFor();
    assert.deepEqual(await axeFindings(page, { part: 'dialog[open]' }), []);
    await drawer()
      .getByRole('button', { name: /^Publish 2 models/ })
      .click();
    await drawer().waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /talker 1.00 \/ 4.00|talker On sale/ }).waitFor();
    await page.getByRole('row', { name: /talker-mini No price, hidden/ }).waitFor();
    const key = await createKey(world, page, { remark: 'shop' });
    const answer = await world.server.post(key, { model: 'talker', messages: [{ role: 'user', content: 'Hi' }] });
    assert.equal(answer.status, 200, await answer.text());
    const hidden = await world.server.post(key, { model: 'talker-mini', messages: [{ role: 'user', content: 'Hi' }] });
    assert.notEqual(hidden.status, 200);
  });

  it('gives a model of another kind the usual protocol of that kind, so that it can be called', async () => {
    const { id } = await called();
    await page.goto(`${world.server.url}/operator/providers/${id}?publish=1`);
    await drawer().getByText('text-embedding', { exact: true }).click();
    await drawer().getByLabel('Input price').fill('1');
    await drawer()
      .getByRole('button', { name: /^Publish 1 model/ })
      .click();
    await drawer().waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /text-embedding On sale/ }).waitFor();
    assert.deepEqual((await called()).dialects, { embedding: 'embeddings' });
    await press('Settings');
    await drawer().getByLabel('Embedding protocol').waitFor();
    assert.deepEqual(await axeFindings(page, { part: 'dialog[open]' }), []);
    await drawer().getByRole('button', { name: 'Cancel' }).click();
  });

  it('asks for the protocol of music, which each upstream has its own for, before the model is published', async () => {
    const { id } = await called();
    await page.goto(`${world.server.url}/operator/providers/${id}?publish=1`);
    await drawer().getByLabel('Model name by hand').fill('song-maker');
    await drawer().getByRole('button', { name: 'Add', exact: true }).click();
    await drawer().getByLabel('Price per call').fill('1');
    const submit = drawer().getByRole('button', { name: /^Publish 1 model/ });
    assert.ok(await submit.isDisabled(), 'without a protocol it cannot be called');
    await choose(page, drawer().getByLabel('Music protocol'), 'music-suno');
    assert.deepEqual(await axeFindings(page, { part: 'dialog[open]' }), []);
    await submit.click();
    await drawer().waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /song-maker On sale/ }).waitFor();
    assert.deepEqual((await called()).dialects, { embedding: 'embeddings', music: 'music-suno' });
  });

  it('pools 30 keys pasted at once, finds the 10 dead ones and switches them off together', async () => {
    const { id } = await called();
    await page.goto(`${world.server.url}/operator/providers/${id}`);
    await press('Add keys');
    const pasted = Array.from({ length: 29 }, (_, at) => `sk-${at < 10 ? 'dead' : 'good'}-of-the-pool-${String(100 + at)}`);
    await drawer()
      .getByLabel('Keys')
      .fill([...pasted, pasted[0] ?? ''].join('\n'));
    await drawer().getByLabel('Requests per minute').fill('600');
    await drawer().getByText('29 keys take calls from the next request.').waitFor();
    await drawer()
      .getByRole('button', { name: /^Add keys/ })
      .click();
    await drawer().waitFor({ state: 'detached' });
    await isSaid('30 / 30');
    await press(/^Test$/);
    await isSaid('20 of 30 keys work');
    await page.getByText('The upstream rejects this key').first().waitFor();
    await page.getByText('prompt_tokens').first().waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await press('Disable 10 rejected keys');
    await isSaid('20 / 30');
    const { routes } = await called();
    const keys = routes[0]?.keys ?? [];
    assert.equal(keys.filter(({ enabled }) => enabled).length, 20);
    assert.equal(keys.filter(({ limits }) => limits.requests_per_minute === 600).length, 29);
  });

  it('edits a quirk in words, puts the provider into maintenance and back, and disables it', async () => {
    await page.getByLabel('Accepts max_tokens only').check();
    await isSaid('Updated: Accepts max_tokens only');
    assert.equal((await called()).quirks.max_tokens_only, true);
    await press('Start maintenance');
    await page.locator('.figures').getByText('Maintenance').waitFor();
    assert.equal((await called()).maintenance, true);
    await press('End maintenance');
    await page.locator('.figures').getByText('Healthy').waitFor();
    await press('Disable');
    await page.locator('.figures').getByText('Off').waitFor();
    await press('Enable');
    await page.locator('.figures').getByText('Healthy').waitFor();
  });

  it('shows the later of two operators what the earlier one changed, and saves from the current values', async () => {
    const { id } = await called();
    const elsewhere = (body: object): Promise<unknown> => world.server.admin('PATCH', `/providers/${id}`, body);
    await press('Settings');
    await drawer().getByLabel('Weight').fill('5');
    await elsewhere({ priority: 42 });
    await drawer().getByRole('button', { name: /^Save/ }).click();
    await drawer().getByText('was changed by someone else while you were editing it', { exact: false }).waitFor();
    await drawer().getByText('priority 100 → 42').waitFor();
    assert.deepEqual(await axeFindings(page, { part: 'dialog[open]' }), []);
    await drawer().getByRole('button', { name: 'Load the current values' }).click();
    assert.equal(await drawer().getByLabel('Weight').inputValue(), '1');
    await drawer().getByLabel('Weight').fill('5');
    await drawer().getByRole('button', { name: /^Save/ }).click();
    await drawer().waitFor({ state: 'detached' });
    assert.deepEqual([(await called()).priority, (await called()).weight], [42, 5]);
  });

  it('adds one from the catalogue at an address of the customer, searched by name', async () => {
    await page.goto(`${world.server.url}/operator/providers?add=1`);
    await drawer().getByLabel('Vendor').fill('azure');
    await drawer().getByRole('button', { name: /Azure/ }).click();
    assert.equal(await page.evaluate('document.activeElement?.type'), 'password', 'the focus goes on to the key');
    await drawer().getByLabel('Address').fill(upstream.baseUrl);
    await drawer().getByLabel('Upstream key').fill('sk-good-of-azure');
    await drawer().getByLabel('Model to test').fill('talker');
    await testIt();
    await page.getByRole('heading', { name: 'azure' }).waitFor();
    const { headers } = upstream.requests.at(-1) ?? { headers: {} };
    assert.ok(JSON.stringify(headers).includes('sk-good-of-azure'), 'the key is sent as the vendor wants it');
  });

  it('finds a provider by address or model, and removes it for good after its name is typed', async () => {
    const { id } = await called();
    await page.goto(`${world.server.url}/operator/providers?q=talker`);
    await page.getByRole('link', { name: /^local/ }).waitFor();
    assert.equal(await page.locator('.data tbody tr').count(), 1);
    await page.goto(`${world.server.url}/operator/providers/${id}`);
    await press('Remove');
    const asked = page.getByRole('dialog', { name: 'Remove local' });
    await asked.getByLabel(/Type local/).fill('local');
    await asked.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('heading', { name: 'Upstreams' }).waitFor();
    await page.getByRole('link', { name: /^azure/ }).waitFor();
    assert.equal(await page.getByRole('link', { name: /^local/ }).count(), 0);
  });

  it('no page on the way had an error, a failed request or a request to another host', () => {
    assert.deepEqual(
      world.faults.filter((fault) => !/status of 4\d\d/.test(fault)),
      [],
    );
  });
});
