/**
 * Goal: a visitor with an open status page sees a model fail and recover without a reload. Method: the whole service in this process on a
 * virtual clock, a scripted upstream that really fails for three accounts, and Chromium. Its clock is virtual as well, so that the test does
 * not wait for the page's next poll.
 */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { statusModels } from '@tollgate/contract/news/status';
import type { Browser, Page } from 'playwright-core';
import { buildConsoleIfStale } from '../../../src/service/start/console-build.ts';
import { startFixture, type Fixture } from '../../gateway/fixture.ts';
import { Gate } from '../../scripted-upstream/gate.ts';
import { chat, whole } from '../../scripted-upstream/behaviours.ts';
import { chromium, startChromium } from '../../servers/chromium.ts';
import { withServer } from '../../servers/needed-server.ts';
import { waitFor } from '../../wait-for.ts';
import { atRest, countRequests } from './at-rest.ts';

const model = 'test/chat';
const slotMs = 300_000;
/** Longer than the server caches a response. */
const answerFreshMs = 2_100;
/** Polling interval of the page. */
const lookMs = 30_000;
/** Display of a model in each state, its text, and the text for the whole service. */
const said = {
  good: ['go', 'Works', 'All models work'],
  degraded: ['slow', 'Unstable', 'Some models are slow or fail at times'],
  down: ['shut', 'Down', 'Some models are down'],
} as const;

withServer(chromium, 'the status page in a browser', () => {
  let fixture: Fixture;
  let browser: Browser;
  let page: Page;
  let loads = 0;
  const keys: string[] = [];
  const url = (path: string): string => `http://127.0.0.1:${String(fixture.port)}${path}`;

  before(async () => {
    fixture = await startFixture();
    for (const name of ['A', 'B', 'C']) {
      const { id } = (await fixture.admin('POST', '/accounts', { name, trial_credit: true })).body as { id: string };
      keys.push(((await fixture.admin('POST', `/accounts/${id}/keys`, {})).body as { key: string }).key);
    }
    buildConsoleIfStale(process.env, () => undefined);
    await waitFor(async () => (await (await fetch(url('/'))).text()).includes('type="module"'), {
      what: 'the console is built',
      everyMs: 250,
      withinMs: 240_000,
    });
    browser = await startChromium();
    page = await (await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' })).newPage();
    await page.clock.install();
    // Otherwise the ten-second cache of the response would have to expire in real time.
    await (await page.context().newCDPSession(page)).send('Network.setCacheDisabled', { cacheDisabled: true });
    page.on('load', () => (loads += 1));
  });
  after(async () => {
    await browser.close();
    await fixture.closeSettled();
  });

  /** One call per account, with its own key. @returns the response statuses. */
  async function callOfEach(): Promise<readonly number[]> {
    const statuses = await Promise.all(
      keys.map(async (key) => {
        const answer = await fetch(url('/v1/chat/completions'), {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ model, messages: [{ role: 'user', content: 'hi' }] }),
        });
        await answer.text();
        return answer.status;
      }),
    );
    await fixture.waitFor(() => fixture.service.gateway.state.running.size === 0);
    return statuses;
  }

  /** Moves to the next slot, which has no calls yet. */
  async function nextSlot(): Promise<void> {
    await fixture.service.storage.books.flush();
    fixture.clock.advance(slotMs + 60_000);
  }

  const row = () => page.locator('.status-model').filter({ has: page.getByRole('heading', { name: model, exact: true }) });

  async function statusOf(): Promise<string | undefined> {
    const { models } = statusModels.parse(await (await fetch(url('/api/status/models'))).json());
    return models.find((one) => one.model === model)?.status;
  }

  /** Runs the job that judges; the open page polls by itself. */
  async function shows(status: keyof typeof said): Promise<void> {
    const [look, word, summary] = said[status];
    await fixture.service.storage.books.flush();
    fixture.clock.advance(60_000);
    await fixture.waitFor(async () => {
      fixture.clock.advance(answerFreshMs);
      return (await statusOf()) === status;
    });
    await waitFor(
      async () => {
        await page.clock.fastForward(lookMs);
        return row().locator(`.status-head .${look}`).getByText(word, { exact: true }).isVisible();
      },
      { what: `the open page says "${word}"`, everyMs: 250 },
    );
    await page.locator('.status-now').getByText(summary).waitFor();
    await page
      .getByRole('navigation', { name: 'Site' })
      .getByRole('link', { name: `Status ${summary}`, exact: true })
      .waitFor();
  }

  it('turns red by itself when calls of several accounts really fail, and green again when they work', async () => {
    fixture.upstream.otherwise(chat());
    assert.deepEqual(await callOfEach(), [200, 200, 200]);
    await page.goto(url('/status'));
    await shows('good');

    await nextSlot();
    fixture.upstream.otherwise(whole('{"error":{"message":"broken"}}', { status: 500 }));
    assert.deepEqual(await callOfEach(), [503, 503, 503]);
    await shows('down');

    await nextSlot();
    fixture.upstream.otherwise(chat());
    assert.deepEqual(await callOfEach(), [200, 200, 200]);
    await shows('good');
    await row().locator('.bars i.down').last().waitFor({ state: 'attached' });
    assert.equal(loads, 1, 'the page was never loaded anew');
  });

  it('shows the state beside the link of every public page without moving anything, and nothing that it cannot load', async () => {
    const visitor = await (await browser.newContext({ locale: 'en-US' })).newPage();
    countRequests(visitor);
    const gate = new Gate();
    let answers = 0;
    await visitor.route('**/api/status/models', async (route) => {
      await gate.pass();
      await (answers === 0 ? route.continue() : route.fulfill({ status: 500, body: '{}' }));
      answers += 1;
    });
    await visitor.goto(url('/'));
    const links = visitor.getByRole('navigation', { name: 'Site' }).getByRole('link');
    const places = async () => Promise.all((await links.all()).map((link) => link.boundingBox()));
    await links.filter({ hasText: 'Status' }).waitFor();
    const before = await places();
    gate.open();
    await links.filter({ hasText: said.good[2] }).locator('.state.go').waitFor();
    assert.deepEqual(await places(), before);

    await visitor.goto(url('/pricing'));
    await waitFor(() => answers > 1, { what: 'the state is asked for again' });
    await atRest(visitor);
    assert.equal(await visitor.locator('.status-light').count(), 0);
    await visitor.context().close();
  });

  it('stays without red when the calls of one account alone fail, however many they are', async () => {
    await nextSlot();
    const [alone = ''] = keys;
    fixture.upstream.otherwise(chat());
    await callOfEach();
    fixture.upstream.otherwise(whole('{"error":{"message":"broken"}}', { status: 500 }));
    keys.splice(0, keys.length, ...Array.from({ length: 20 }, () => alone));
    await callOfEach();
    await shows('degraded');
    assert.equal(loads, 1);
  });
});
