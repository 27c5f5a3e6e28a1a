/**
 * Goal: people who know new-api do each of its daily tasks here with no more clicks than there, and the page about it says so. Method: each
 * task of the page is done in a browser whose clicks are counted, and its effect is read through the API.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import type { ModelAnswer } from '@tollgate/contract/catalogue/operator-models';
import type { ProviderAnswer } from '@tollgate/contract/catalogue/providers';
import type { VendorAnswer, VendorList } from '@tollgate/contract/catalogue/vendors';
import type { Locator, Page } from 'playwright-core';
import type { Browser } from '../../identity/browser.ts';
import { chat, chatStream, whole } from '../../scripted-upstream/behaviours.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../../scripted-upstream/scripted-upstream.ts';
import { chromium } from '../../servers/chromium.ts';
import { withServer } from '../../servers/needed-server.ts';
import { waitFor } from '../../wait-for.ts';
import { atRest } from './at-rest.ts';
import { axeFindings } from './axe-findings.ts';
import { openBrowserWorld, type BrowserWorld } from './browser-world.ts';
import { press } from './keyboard.ts';
import { signIn, signUp } from './page-steps.ts';

interface Documented {
  readonly here: number;
  readonly there: number;
}

/** The rows of the table "Clicks per task". */
function documentedTasks(): ReadonlyMap<string, Documented> {
  const text = readFileSync(join(import.meta.dirname, '../../../../docs/coming-from-new-api.md'), 'utf8');
  const [, table = ''] = /## Clicks per task\n\n(.*?)\n\n/s.exec(text) ?? [];
  const rows = table.split('\n').slice(2);
  return new Map(
    rows.map((row) => {
      const [, task = '', , here, , there] = row.split('|').map((cell) => cell.trim());
      return [task, { here: Number(here), there: Number(there) }];
    }),
  );
}

/** Counts clicks on links, buttons and options; typing and moving into a field are free. */
class Clicks {
  count = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async on(target: Locator): Promise<void> {
    await target.click();
    this.count += 1;
  }

  link = (name: string | RegExp): Promise<void> => this.on(this.page.getByRole('link', { name }).first());
  button = (name: string | RegExp): Promise<void> => this.on(this.page.getByRole('button', { name }).first());
  inForm = (name: string | RegExp): Promise<void> => this.on(this.form.getByRole('button', { name }).first());
  option = (name: string): Promise<void> =>
    this.on(this.page.locator('.ant-select-item-option').getByText(name, { exact: true }));

  get form(): Locator {
    return this.page.locator('dialog[open]').first();
  }

  fill = (field: string | RegExp, text: string): Promise<void> => this.form.getByLabel(field).first().fill(text);
  says = (text: string | RegExp): Promise<void> => this.page.getByText(text).first().waitFor();
}

function isFocused(target: Locator): Promise<void> {
  return waitFor(() => target.evaluate((element) => element === element.ownerDocument.activeElement), {
    what: `${String(target)} has the focus`,
    everyMs: 20,
  });
}

interface Customer {
  readonly id: string;
  readonly plan: string;
  readonly status: string;
  readonly balance: { readonly available: string };
}

withServer(chromium, 'the daily tasks of new-api', () => {
  const documented = documentedTasks();
  const done = new Set<string>();
  let world: BrowserWorld;
  let upstream: ScriptedUpstream;
  let page: Page;
  let vendor: VendorAnswer;
  let customerId: string;
  let root: Browser;

  const admin = <Answer>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<Answer> =>
    world.server.admin<Answer>(method, path, body);
  const customer = (): Promise<Customer> => admin('GET', `/accounts/${customerId}`);
  const provider = async (name: string): Promise<ProviderAnswer> => {
    const { data } = await admin<{ readonly data: readonly ProviderAnswer[] }>('GET', '/providers');
    const found = data.find((one) => one.name === name);
    assert.ok(found, name);
    return found;
  };
  const priceOf = async (name: string): Promise<{ readonly input: string } | null> => {
    const { data } = await admin<{ readonly data: readonly ModelAnswer[] }>('GET', '/models?limit=200');
    return data.find((model) => model.name === name)?.price ?? null;
  };

  before(async () => {
    upstream = await startScriptedUpstream();
    world = await openBrowserWorld();
    const { data } = await admin<VendorList>('GET', '/vendors');
    const [found] = data.filter(({ name, needs_address: needs }) => name === 'deepseek' && !needs);
    assert.ok(found);
    vendor = found;
    const listed = [...vendor.models.slice(0, 2).map((model) => model.upstream_model), 'talker', 'talker-mini'];
    const list = whole(JSON.stringify({ data: listed.map((id) => ({ id })) }));
    const answer = chat('Hello');
    upstream.otherwise((exchange) => {
      const { path, stream } = exchange.request;
      return (path.endsWith('/models') ? list : stream ? chatStream(['Hel', 'lo']) : answer)(exchange);
    });
    const routes = [{ region: 'domestic', base_url: upstream.baseUrl, keys: [{ api_key: 'sk-of-the-upstream' }] }];
    const models = [{ model: 'house/talker', upstream_model: 'talker', cost: { input: '1', output: '2' } }];
    await admin('POST', '/providers', { name: 'house', dialect: 'chat-completions', routes, models });
    await admin('PUT', '/models/house%2Ftalker', { kind: 'chat', price: { input: '2', output: '4' }, confirm: true });
    customerId = (await admin<Customer>('POST', '/accounts', { name: 'Customer' })).id;
    root = await world.administrator();
    ({ page } = await world.visitAs(root));
    // The vendor of the catalogue is reached at the scripted upstream.
    await page.route('**/api/**/vendors', async (route) => {
      const response = await route.fetch();
      const answered = (await response.json()) as VendorList;
      const moved = answered.data.map((one) => (one.name === vendor.name ? { ...one, sites: one.sites.map(moveSite) } : one));
      await route.fulfill({ response, json: { ...answered, data: moved } });
    });
  });
  after(async () => {
    await world.close();
    await upstream.close();
  });

  const moveSite = (site: VendorAnswer['sites'][number]): VendorAnswer['sites'][number] => ({
    ...site,
    provider: {
      ...site.provider,
      routes: site.provider.routes.map((route) => ({ ...route, base_url: upstream.baseUrl, addresses: {} })),
    },
  });

  /** Does a task of the page from the overview, and compares its clicks. */
  function task(name: string, run: (clicks: Clicks) => Promise<void>, check: () => Promise<void>, start = '/operator'): void {
    done.add(name);
    it(`takes the documented clicks, and no more than there: ${name}`, async () => {
      await page.goto(`${world.server.url}${start}`);
      await atRest(page);
      const clicks = new Clicks(page);
      await run(clicks);
      await check();
      const { here = Number.NaN, there = Number.NaN } = documented.get(name) ?? {};
      assert.equal(clicks.count, here, 'the page says otherwise');
      assert.ok(clicks.count <= there, `${String(clicks.count)} clicks here, ${String(there)} there`);
    });
  }

  const nothing = (): Promise<void> => Promise.resolve();

  task(
    'Add a channel and its models',
    async (clicks) => {
      await clicks.link(/^Upstreams/);
      await clicks.link(/^Add upstream/);
      await clicks.inForm(new RegExp(`^${vendor.title}`));
      await clicks.fill('Upstream key', 'sk-of-the-vendor');
      await clicks.inForm(/^Test and add/);
      await clicks.page.getByRole('heading', { name: 'deepseek', exact: true }).waitFor();
      assert.deepEqual(await axeFindings(page, { part: 'dialog[open]' }), []);
      await clicks.inForm(/^Publish 2 models/);
      await clicks.says('2 models published');
    },
    async () => {
      const { models } = await provider('deepseek');
      assert.deepEqual(
        models.map((model) => model.upstream_model).toSorted(),
        vendor.models
          .slice(0, 2)
          .map((model) => model.upstream_model)
          .toSorted(),
      );
      for (const { model } of models) assert.notEqual(await priceOf(model), null, model);
    },
  );

  task(
    'Add a model to a channel',
    async (clicks) => {
      await clicks.link(/^Upstreams/);
      await clicks.link(/^Load models house/);
      await clicks.on(clicks.form.getByText('talker-mini', { exact: true }));
      await clicks.fill('Input price', '2');
      await clicks.fill('Output price', '8');
      await clicks.inForm(/^Publish 1 model/);
      await clicks.says('1 model published');
    },
    async () => {
      assert.ok((await provider('house')).models.some(({ model }) => model === 'talker-mini'));
    },
  );

  task(
    'Test a channel',
    async (clicks) => {
      await clicks.link(/^Upstreams/);
      await clicks.button(/^Test house/);
      await clicks.says('1 of 1 keys work');
      assert.deepEqual(await axeFindings(page), []);
    },
    nothing,
  );

  task(
    'Disable or enable a channel',
    async (clicks) => {
      await clicks.link(/^Upstreams/);
      await clicks.button(/^Disable house/);
      await clicks.says(/^house disabled/);
    },
    async () => {
      assert.equal((await provider('house')).enabled, false);
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText(/^house enabled/).waitFor();
      assert.equal((await provider('house')).enabled, true);
    },
  );

  task(
    'Change the price (ratio)',
    async (clicks) => {
      await clicks.link(/^Models and prices/);
      await clicks.link(/^Change price house\/talker/);
      await clicks.fill(/^Input/, '3');
      await clicks.says('Saved as price list v2');
      await clicks.inForm(/^Save price/);
      await clicks.says('Price of house/talker saved');
    },
    async () => {
      assert.equal(Number((await priceOf('house/talker'))?.input), 3);
    },
  );

  task(
    'Give a user quota',
    async (clicks) => {
      await clicks.link(/^Accounts/);
      await clicks.link('Customer');
      await clicks.button(/^Credit$/);
      await clicks.fill('Amount', '12.5');
      await clicks.fill('Reason', 'bank transfer');
      await clicks.inForm(/^Credit/);
      await clicks.says('¥12.50 credited');
    },
    async () => {
      assert.equal(Number((await customer()).balance.available) >= 12.5, true);
    },
  );

  task(
    'Move a user to another group',
    async (clicks) => {
      await clicks.link(/^Accounts/);
      await clicks.button(/^Change Customer/);
      await clicks.on(clicks.form.getByLabel('Plan'));
      await clicks.option('Enterprise');
      await clicks.inForm(/^Save/);
      await clicks.says('Saved. Changes apply from the next request');
    },
    async () => {
      assert.equal((await customer()).plan, 'enterprise');
    },
  );

  task(
    'Disable a user',
    async (clicks) => {
      await clicks.link(/^Accounts/);
      await clicks.button(/^Freeze Customer/);
      await clicks.fill('Reason for the freeze', 'unpaid bill');
      await clicks.inForm(/^Freeze/);
      await clicks.says('The account is frozen.');
    },
    async () => {
      assert.equal((await customer()).status, 'disabled');
    },
  );

  task(
    'Enable a user again',
    async (clicks) => {
      await clicks.link(/^Accounts/);
      await clicks.button(/^Unfreeze Customer/);
      await clicks.says('The account is active again');
    },
    async () => {
      assert.equal((await customer()).status, 'active');
    },
  );

  task(
    'Create redemption codes',
    async (clicks) => {
      await clicks.link(/^Codes/);
      await clicks.link(/^Create codes/);
      await clicks.fill('Purpose', 'Fair');
      await clicks.fill('Value per code', '8');
      await clicks.fill('Quantity', '2');
      await clicks.inForm(/^Create codes/);
      await clicks.on(clicks.form.getByRole('link', { name: /^Download/ }));
    },
    nothing,
  );

  task(
    'Create a token and copy it',
    async (clicks) => {
      await clicks.link(/^Keys/);
      await clicks.link(/^Create key/);
      await clicks.form.getByLabel('Remark').fill('shop');
      await clicks.inForm(/^Create$/);
      await clicks.inForm(/^Copy$/);
      await clicks.form.getByRole('button', { name: 'Copied' }).waitFor();
    },
    nothing,
    '/overview',
  );

  task(
    'Read the log',
    async (clicks) => {
      await clicks.link(/^All calls/);
      await clicks.page.getByRole('heading', { name: 'All calls' }).waitFor();
    },
    nothing,
  );

  task(
    'Filter the log by a model or a user',
    async (clicks) => {
      await clicks.link(/^All calls/);
      for (const [typed, address] of [
        ['house/talker', /model=house%2Ftalker/],
        ['Customer', new RegExp(`account_id=${customerId}`)],
      ] as const) {
        const field = page.getByRole('searchbox', { name: 'Id, model or account' });
        await field.fill(typed);
        await press(page, 'Enter');
        await page.waitForURL(address);
      }
      await page.getByRole('searchbox', { name: 'Id, model or account' }).fill('nobody');
      await press(page, 'Enter');
      await clicks.says('No model or account is named “nobody”.');
    },
    nothing,
  );

  it('the page compares these tasks and no others', () => {
    assert.deepEqual([...documented.keys()].toSorted(), [...done].toSorted());
  });

  it('people without the right see no actions in the lists', async () => {
    const email = 'help@example.org';
    const visitor = await world.visit();
    await visitor.page.goto(`${world.server.url}/sign-up`);
    await signUp(world, visitor.page, email);
    await visitor.page.goto(`${world.server.url}/sign-in`);
    await signIn(visitor.page, email);
    await visitor.page.getByRole('link', { name: /^Keys/ }).first().waitFor();
    await admin('POST', '/operators', { email, role: 'support' });
    for (const [list, row] of [
      ['providers', 'house'],
      ['accounts', 'Customer'],
      ['models', 'house/talker'],
    ] as const) {
      await visitor.page.goto(`${world.server.url}/operator/${list}`);
      await visitor.page.getByRole('link', { name: new RegExp(`^${row}`) }).waitFor();
      assert.equal(await visitor.page.locator('.row-acts').count(), 0, list);
      await page.goto(`${world.server.url}/operator/${list}`);
      await page.locator('.row-acts').first().waitFor();
    }
  });

  it('the actions of a row follow its link by Tab, get the focus back, and are large enough for a finger', async () => {
    await page.goto(`${world.server.url}/operator/providers`);
    await page.getByRole('link', { name: /^house/ }).focus();
    const test = page.getByRole('button', { name: 'Test house' });
    await press(page, 'Tab');
    await isFocused(test);
    await press(page, 'Enter');
    await isFocused(page.getByRole('heading', { name: 'Test of house' }));
    await press(page, 'Escape');
    await isFocused(test);
    const { page: phone } = await world.visitAs(root, { width: 390 });
    for (const list of ['providers', 'accounts', 'models']) {
      await phone.goto(`${world.server.url}/operator/${list}`);
      const act = phone.locator('.row-acts .btn').first();
      assert.ok(((await act.boundingBox())?.height ?? 0) >= 44, list);
    }
  });

  it('no page on the way had an error, a failed request or a request to another host', () => {
    assert.deepEqual(world.faults, []);
  });
});
