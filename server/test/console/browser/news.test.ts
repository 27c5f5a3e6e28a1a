import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Browser } from '../../identity/browser.ts';
import { chat, chatStream } from '../../scripted-upstream/behaviours.ts';
import { Gate } from '../../scripted-upstream/gate.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../../scripted-upstream/scripted-upstream.ts';
import { chromium } from '../../servers/chromium.ts';
import { withServer } from '../../servers/needed-server.ts';
import { waitFor } from '../../wait-for.ts';
import { atRest } from './at-rest.ts';
import { openBrowserWorld, type BrowserWorld } from './browser-world.ts';

/** Formats a time for a date and time field, in the time zone of this machine and its browsers. */
function localTime(ms: number): string {
  return new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

withServer(chromium, 'what operators tell everybody', () => {
  let world: BrowserWorld;
  let root: Browser;
  let upstream: ScriptedUpstream;
  let key: string;
  let desk: Page;
  let visitor: Page;

  before(async () => {
    upstream = await startScriptedUpstream();
    world = await openBrowserWorld();
    root = await world.administrator();
    const make = <Answer>(method: string, path: string, body: object) => world.server.admin<Answer>(method, path, body);
    const routes = [{ region: 'domestic', base_url: upstream.baseUrl, api_key: 'upstream-secret-key' }];
    const models = [{ model: 'test/chat', upstream_model: 'upstream-chat' }];
    await make('POST', '/providers', { name: 'scripted', dialect: 'chat-completions', routes, models });
    await make('PUT', '/models/test%2Fchat', { kind: 'chat', price: { input: '2', output: '8' } });
    const account = await make<{ id: string }>('POST', '/accounts', { name: 'Test', trial_credit: true });
    key = (await make<{ key: string }>('POST', `/accounts/${account.id}/keys`, {})).key;
    desk = (await world.visitAs(root)).page;
    visitor = (await world.visit()).page;
  });
  after(async () => {
    await world.close();
    await upstream.close();
  });

  const call = (more: object = {}): Promise<Response> =>
    world.server.post(key, { model: 'test/chat', messages: [{ role: 'user', content: 'hi' }], ...more });

  /** Visitors can get a response that is some seconds old. */
  async function reads(text: string, page: string, heading: string): Promise<void> {
    await waitFor(
      async () => {
        await visitor.goto(`${world.server.url}${page}`);
        await visitor.getByRole('heading', { name: heading }).waitFor();
        await atRest(visitor);
        return visitor.getByText(text).first().isVisible();
      },
      { what: `"${text}" stands on ${page}`, everyMs: 1000, withinMs: 30_000 },
    );
  }
  const readsOnStatus = (text: string): Promise<void> => reads(text, '/status', 'Incidents');

  it('maintenance refuses new calls with what was announced while a stream finishes and the status page works', async () => {
    const gate = new Gate();
    upstream.next(chatStream(['Hello ', gate, 'there']));
    const running = await call({ stream: true });
    await gate.reached;
    upstream.otherwise(chat());

    await desk.goto(`${world.server.url}/operator/announcements?edit=new`);
    await desk.getByText('Maintenance', { exact: true }).first().click();
    await desk.getByLabel('Chinese title').fill('数据库升级');
    await desk.getByLabel('English title').fill('Database upgrade');
    await desk.getByLabel('Chinese text').fill('升级期间暂停调用。');
    await desk.getByLabel('English text').fill('Calls pause while we upgrade.');
    await desk.getByLabel('Maintenance begins').fill(localTime(Date.now()));
    await desk.getByLabel('Maintenance ends').fill(localTime(Date.now() + 30 * 60_000));
    await desk.getByText('Also e-mail it to the members').click();
    await desk.getByRole('button', { name: 'Schedule' }).click();
    await desk.getByText('Announcement saved').waitFor();

    const refused = await call();
    const { error } = (await refused.json()) as { error: { code: string; message: string } };
    assert.deepEqual([refused.status, error.code], [503, 'maintenance']);
    assert.match(error.message, /Database upgrade: Calls pause while we upgrade\./);
    const retryAfter = Number(refused.headers.get('retry-after'));
    assert.ok(retryAfter > 0 && retryAfter <= 3600);

    await visitor.goto(`${world.server.url}/status`);
    await visitor.locator('.status-now').getByText('Under maintenance').waitFor();
    await reads('Database upgrade', '/announcements', 'Announcements');
    gate.open();
    assert.ok((await running.text()).endsWith('data: [DONE]\n\n'), 'what ran finishes');

    await desk.goto(`${world.server.url}/operator/status`);
    await desk.getByRole('button', { name: 'End early' }).click();
    await desk.getByText('Maintenance has ended').waitFor();
    const taken = await call();
    assert.equal(taken.status, 200);
    await taken.text();
  });

  it('a mail of it is refused by its link, which asks first, and wanted again by the switch', async () => {
    const { mail } = await world.mailTo('root@example.com', /Database upgrade|数据库升级/);
    const [, link = ''] =
      /<(https?:[^>]+\/unsubscribe\?t=[^>]+)>/.exec(mail.headers.find((one) => one.key === 'list-unsubscribe')?.value ?? '') ??
      [];
    const isWanted = async (): Promise<unknown> => (await root.get('/api/console/news-mail')).body.wanted;
    await visitor.goto(link);
    await visitor.getByRole('button', { name: 'Unsubscribe' }).waitFor();
    assert.equal(await isWanted(), true, 'opening the link changes nothing');
    await visitor.getByRole('button', { name: 'Unsubscribe' }).click();
    await visitor.getByText('Done:').waitFor();
    assert.equal(await isWanted(), false);
    await desk.goto(`${world.server.url}/inbox/alerts`);
    await desk.getByText('Also e-mail me announcements').click();
    await desk.getByText('Saved.').waitFor();
    assert.equal(await isWanted(), true);
  });

  it('an incident is published step by step, and all visitors read it on the status page', async () => {
    await desk.goto(`${world.server.url}/operator/status?open=all`);
    await desk.getByLabel('Chinese title').fill('部分调用失败');
    await desk.getByLabel('English title').fill('Some calls fail');
    await desk.getByLabel('Chinese text').fill('在查。');
    await desk.getByLabel('English text').fill('We are looking into it.');
    await desk.getByRole('button', { name: 'Publish' }).click();
    await desk.getByText('Incident published').waitFor();
    await readsOnStatus('We are looking into it.');
    await desk.getByRole('link', { name: 'Some calls fail' }).click();
    await desk.getByText('resolved', { exact: true }).click();
    await desk.getByLabel('Chinese text').fill('已恢复。');
    await desk.getByLabel('English text').fill('It works again.');
    await desk.getByRole('button', { name: 'Publish an update' }).click();
    await desk.getByText('It works again.').waitFor();
    await readsOnStatus('It works again.');
    assert.deepEqual(world.faults, []);
  });
});
