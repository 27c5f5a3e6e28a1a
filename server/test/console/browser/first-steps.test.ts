import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import OpenAI from 'openai';
import type { BrowserContext, Page } from 'playwright-core';
import { password } from '../../identity/first-administrator.ts';
import { chromium } from '../../servers/chromium.ts';
import { withServer } from '../../servers/needed-server.ts';
import { linkOf, openBrowserWorld, type BrowserWorld } from './browser-world.ts';
import { press } from './keyboard.ts';

withServer(chromium, 'the first steps of a developer', () => {
  let world: BrowserWorld;
  let page: Page;
  let context: BrowserContext;
  const email = 'dev@example.com';

  before(async () => {
    world = await openBrowserWorld();
    await world.server.admin('PUT', '/models/sandbox%2Fchat', {
      kind: 'chat',
      price: { input: '20', output: '80' },
      confirm: true,
    });
    ({ page, context } = await world.visit({ language: 'en-US' }));
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: world.server.url });
  });
  after(async () => {
    await world.close();
  });

  const go = (path: string): Promise<unknown> => page.goto(`${world.server.url}${path}`);

  it('the link of the first start makes an administrator, who is signed in by it', async () => {
    const { page: first } = await world.visit();
    await first.goto(/http\S+setup#token=\S+/.exec(world.server.printed)?.[0] ?? '');
    await first.getByLabel('Your name').fill('Root');
    await first.getByLabel('E-mail').fill('root@example.com');
    await first.getByLabel('Password').fill(password);
    await first.getByRole('button', { name: 'Create administrator' }).click();
    await first.waitForURL(/\/operator$/);
    await first.getByRole('heading', { level: 1 }).waitFor();
    await first.context().close();
  });

  it('signs up, verifies by the link of a real mail, signs in on the same page by password and finds 10 CNY', async () => {
    await go('/sign-up');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Your name').fill('Dev');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByText(`We sent a verification link to ${email}.`, { exact: false }).waitFor();
    await page.goto(linkOf(await world.mailTo(email, /verif|confirm/i)));
    // The link signs nobody in: without the password, the page only verifies.
    assert.equal(await page.getByLabel('E-mail').inputValue(), email);
    await page.getByLabel('Password').fill('wrong horse battery');
    await page.getByRole('button', { name: 'Confirm and sign in' }).click();
    await page.getByText('E-mail or password is wrong.').waitFor();
    await page.getByText('Your e-mail is verified.').waitFor();
    await page.getByLabel('Password').fill(password);
    await page.locator('main').getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(/overview/);
    await page.getByText('10.00').first().waitFor();
  });

  it('creates a key by keyboard, copies it once, calls with the stock client, and sees the call arrive', async () => {
    await go('/keys');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await press(page, 'n');
    await page.locator('form#create-key').waitFor();
    await press(page, 'Control+Enter');
    const secret = page.locator('.secret code');
    await secret.waitFor();
    const key = (await secret.textContent()) ?? '';
    assert.match(key, /^sk-[0-9A-Za-z]{38}$/);
    await page.getByRole('button', { name: 'Copy', exact: true }).first().click();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), key);

    const client = new OpenAI({ apiKey: key, baseURL: `${world.server.url}/v1`, maxRetries: 0 });
    const answer = await client.chat.completions.create({
      model: 'sandbox/chat',
      messages: [{ role: 'user', content: 'Hello' }],
    });
    assert.ok(answer.choices[0]?.message.content);
    await page.getByText('First call received:').waitFor();
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    assert.ok(!(await page.content()).includes(key), 'the value is nowhere any more');
  });

  it('opens the call with its receipt, whose lines add up to the charge', async () => {
    await go('/calls');
    await page.getByText('sandbox/chat').first().click();
    await page.waitForURL(/call=/);
    const id = new URL(page.url()).searchParams.get('call') ?? '';
    const session = (await (await page.request.get(`${world.server.url}/api/console/session`)).json()) as {
      readonly accounts: readonly [{ readonly id: string }];
    };
    const call = (await (
      await page.request.get(`${world.server.url}/api/console/accounts/${session.accounts[0].id}/calls/${id}`)
    ).json()) as { readonly charge_exact: string; readonly receipt: { readonly total: string } };
    assert.equal(call.receipt.total, call.charge_exact);
    assert.notEqual(call.charge_exact, '0');
    await page.locator('.receipt').first().waitFor();
  });

  it('is signed out at once where the sign-in is revoked elsewhere', async () => {
    const origin = { origin: world.server.url };
    const list = await page.request.get(`${world.server.url}/api/console/auth/list-sessions`, { headers: origin });
    assert.equal(list.status(), 200);
    const [{ id } = { id: '' }] = (await list.json()) as readonly { readonly id: string }[];
    const out = await page.request.post(`${world.server.url}/api/console/auth/revoke-session`, { headers: origin, data: { id } });
    assert.equal(out.status(), 200);
    await go('/keys');
    await page.waitForURL(/sign-in/);
  });

  it('no page on the way had an error, a failed request or a request to another host', () => {
    // The last steps send requests with an expired session.
    assert.deepEqual(
      world.faults.filter((fault) => !fault.includes('401')),
      [],
    );
  });
});
