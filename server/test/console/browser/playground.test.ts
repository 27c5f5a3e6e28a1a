/** Goal: a person tries a chat model in every protocol by keyboard, as one conversation, and sees what each call costs and loses. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page, Response } from 'playwright-core';
import { chromium } from '../../servers/chromium.ts';
import { withServer } from '../../servers/needed-server.ts';
import { openBrowserWorld, type BrowserWorld } from './browser-world.ts';
import { Keyboard, press } from './keyboard.ts';

const weather = { type: 'function', function: { name: 'weather', parameters: { type: 'object', properties: {} } } };

interface Tried {
  readonly path: string;
  /** Starts the code of the drawer in Python. */
  readonly python: string;
  readonly limitField: string;
  /** A field that no chat provider receives, and the value of its name in the call. */
  readonly lost: readonly [fields: string, name: string] | null;
  readonly formats: readonly string[];
}

/** In the order of the list. */
const protocols: Readonly<Record<string, Tried>> = {
  'Chat completions': {
    path: '/v1/chat/completions',
    python: 'client.chat.completions.create',
    limitField: 'max_tokens',
    lost: null,
    formats: ['Text', 'JSON', 'By schema'],
  },
  Messages: {
    path: '/v1/messages',
    python: 'client.messages.create',
    limitField: 'max_tokens',
    lost: ['{"tools": [{"type": "web_search_20250305", "name": "web_search"}, {"name": "weather"}]}', 'tools[0]'],
    formats: ['Text', 'By schema'],
  },
  Responses: {
    path: '/v1/responses',
    python: 'client.responses.create',
    limitField: 'max_output_tokens',
    lost: ['{"truncation": "auto"}', 'truncation'],
    formats: ['Text', 'JSON', 'By schema'],
  },
};

withServer(chromium, 'the playground in every chat protocol', () => {
  let world: BrowserWorld;
  let page: Page;
  let keys: Keyboard;
  before(async () => {
    world = await openBrowserWorld();
    await world.server.admin('PUT', '/models/sandbox%2Fchat', {
      kind: 'chat',
      price: { input: '20', output: '80' },
      confirm: true,
    });
    ({ page } = await world.visitAs(await world.administrator(), { language: 'en-US' }));
    await page.goto(`${world.server.url}/keys?create=1`);
    await page.locator('form#create-key').waitFor();
    await press(page, 'Control+Enter');
    await page.locator('.secret code').waitFor();
    await page.goto(`${world.server.url}/playground`);
    keys = new Keyboard(page);
  });
  after(() => world.close());

  /** Sends a message by keyboard. Returns the last answer when it is complete, and its call. */
  async function say(text: string): Promise<{ readonly answer: string; readonly call: Response }> {
    const count = await page.locator('.turn.answer').count();
    const called = page.waitForResponse((response) => response.url().includes('/v1/'));
    await keys.fill(/^Message$/, text);
    await keys.press('Control+Enter');
    const turn = page.locator('.turn.answer').nth(count);
    await turn.and(page.locator('[aria-busy=false]')).waitFor();
    return { answer: (await turn.textContent()) ?? '', call: await called };
  }

  for (const [name, { path, python, limitField, lost, formats }] of Object.entries(protocols)) {
    it(`${name}: streams an answer with its thinking, and shows the charge`, async () => {
      if (name !== 'Chat completions') await keys.chooseNext(/^Protocol$/);
      const { answer, call } = await say('Hello there [think]');
      assert.equal(new URL(call.url()).pathname, path);
      assert.match(call.headers()['content-type'] ?? '', /event-stream/);
      assert.match(answer, new RegExp(`sandbox/chat · ${name}`));
      assert.match(answer, /Reasoning.*you said: Hello there/s);
      await page
        .locator('.turn.answer')
        .last()
        .getByText(/Charged ¥0\.\d+/)
        .waitFor();
    });

    it(`${name}: goes on after a tool call with the result that is typed in`, async () => {
      await page.getByLabel('Tools', { exact: true }).fill(JSON.stringify([weather]));
      await say('[call weather {"city": "上海"}]');
      await page.locator('.tool-call pre', { hasText: '"city": "上海"' }).last().waitFor();
      await keys.fill(/^Result of weather$/, '21 degrees');
      await keys.act(/^Send results$/);
      await page.locator('.turn.answer').last().getByText('The tool answered: 21 degrees').waitFor();
      await page
        .locator('.turn.answer')
        .last()
        .getByText(/Charged/)
        .waitFor();
    });

    it(`${name}: shows a whole answer, one that is cut off, and what the provider did not receive`, async () => {
      await keys.act(/^Stream the answer/, 'Space');
      assert.match((await say('All at once')).answer, /you said: All at once/);
      await keys.act(/^Stream the answer/, 'Space');
      await keys.fill(new RegExp(`^${limitField}`), '3');
      assert.match((await say('One two three four five six')).answer, /cut off at its output limit/);
      await keys.fill(new RegExp(`^${limitField}`), '');
      await keys.press('Delete');
      const { answer, call } = await say('[sandbox_chunk_delay_ms: 100] [sandbox_cut_after_chunks: 4] Hello');
      assert.equal(call.status(), 200);
      // The break of the connection may overtake the event of the error.
      assert.match(answer, /This.*(?:cut off and is incomplete|connection ended before the answer did).*Not charged/s);
      if (lost === null) return;
      const [fields, dropped] = lost;
      await page.getByLabel('Other fields').fill(fields);
      const { call: lossy } = await say('And without that?');
      assert.equal(lossy.headers()['x-tollgate-dropped'], dropped);
      await page.locator('.turn.answer').last().getByText(`Not sent to the upstream: ${dropped}`).waitFor();
      await page.getByLabel('Other fields').fill('');
    });

    it(`${name}: offers the formats of the protocol, shows its code, and is still chosen after a new visit`, async () => {
      assert.deepEqual(await page.getByRole('group', { name: 'Output format' }).getByRole('button').allTextContents(), formats);
      await keys.act(/^View code$/);
      await page.getByRole('tab', { name: 'Python' }).click();
      assert.match((await page.locator('[role=tabpanel][data-shown=true]').textContent()) ?? '', new RegExp(python));
      await keys.press('Escape');
      await page.goto(`${world.server.url}/playground`);
      await page.getByText(name, { exact: true }).waitFor();
    });
  }

  it('reports to the console of the browser only the connections that were cut', () => {
    const others = world.faults.filter((fault) => !fault.endsWith('net::ERR_INCOMPLETE_CHUNKED_ENCODING'));
    assert.deepEqual(others, []);
  });
});
