/**
 * Goal: people see the state that an operator has set for their account, sub-account or key. The call returns a separate code, the console
 * shows the state, and a message (by mail as well for the whole account) says what was done. Method: a table of states, tested through the
 * real APIs; a state that operators can set and that is not in the table fails the last test.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { patchAccountRequest } from '@tollgate/contract/tenants/operator-accounts';
import { patchKeyRequest } from '@tollgate/contract/tenants/operator-keys';
import { patchSubAccountRequest } from '@tollgate/contract/tenants/operator-sub-accounts';
import { switchesChannelOff } from '@tollgate/contract/requests/channel-rules';
import { noticeKindOf } from '@tollgate/contract/notices/notice-kinds';
import { sql } from 'kysely';
import { freezeAccount } from '../../../src/subjects/tenants/accounts/freeze-account.ts';
import { startImpersonation } from '../../../src/subjects/people/impersonation.ts';
import { operator } from '../../../src/control/principal.ts';
import { compilerFor } from '../../../src/storage/compiler.ts';
import { openConsole, type ConsoleBench } from '../../console/console-bench.ts';
import { startFixture, type Fixture } from '../../gateway/fixture.ts';
import { must, passTime, question } from '../../scenarios/scenario.ts';
import { chat } from '../../scripted-upstream/behaviours.ts';
import { waitFor } from '../../wait-for.ts';

interface Thing {
  readonly account: string;
  readonly subAccount: string;
  readonly key: string;
}

interface Made {
  readonly id: string;
}

interface State {
  /** The API object whose fields set it. */
  readonly of: 'account' | 'sub-account' | 'key' | 'other';
  readonly fields: readonly string[];
  readonly set: (at: Thing) => Promise<unknown>;
  /** The result of a call from then on. */
  readonly call: 'served' | readonly [status: number, code: string];
  /** The message, and its text. */
  readonly notice: readonly [kind: string, says: RegExp];
  readonly isMailed: boolean;
  /** What else the console shows, on pages that do not depend on messages being read. */
  readonly shows?: (at: Thing) => Promise<void>;
}

describe('what an operator does to an account is seen by its people', () => {
  let fixture: Fixture;
  let bench: ConsoleBench;
  before(async () => {
    fixture = await startFixture({
      env: { TOLLGATE_SMTP_URL: 'smtp://127.0.0.1:9', TOLLGATE_MAIL_FROM: 'service@example.com' },
    });
    bench = await openConsole(fixture.service);
    fixture.upstream.otherwise(chat());
    await must(fixture, 'PATCH', '/site-settings', { support_email: 'help@example.cn', support_phone: '400 123' });
  });
  after(async () => {
    await bench.close();
    await fixture.close();
  });

  const patch = (of: string, body: object) => must(fixture, 'PATCH', of, body);
  const account = (body: object) => (at: Thing) => patch(`/accounts/${at.account}`, body);
  const subAccount = (body: object) => (at: Thing) => patch(`/sub-accounts/${at.subAccount}`, body);
  const key = (body: object) => (at: Thing) => patch(`/keys/${at.key}`, body);
  const session = async ({ account: id }: Thing) => {
    const { body } = await bench.ask(`owner of ${id}`, 'GET', '/session');
    return body.accounts[0] as { frozen: { reason: string; at: string } | null; closes_at: string | null };
  };
  const keyStatus = async ({ account: id, key: of }: Thing): Promise<string> =>
    (await bench.ask(`owner of ${id}`, 'GET', `/accounts/${id}/keys/${of}`)).body.status as string;
  const showsKey = (status: string) => async (at: Thing) => {
    assert.equal(await keyStatus(at), status);
  };
  const soon = () => new Date(fixture.clock.nowMs() + 1000).toISOString();
  const changed = (what: RegExp) => ['operator_change', what] as const;

  const states: Readonly<Record<string, State>> = {
    'account frozen': {
      of: 'account',
      fields: ['status', 'status_reason'],
      isMailed: true,
      set: account({ status: 'disabled', status_reason: 'Unpaid bill of October.' }),
      call: [403, 'account_frozen'],
      notice: ['account_frozen', /Reason: Unpaid bill of October\. .*Contact: help@example\.cn · 400 123\./],
      shows: async (at) => {
        assert.equal((await session(at)).frozen?.reason, 'Unpaid bill of October.');
      },
    },
    'account frozen because a payment is disputed': {
      of: 'other',
      fields: [],
      isMailed: true,
      set: ({ account: id }) => freezeAccount(fixture.service.control, operator('payment:stripe'), id),
      call: [403, 'account_frozen'],
      notice: ['account_frozen', /Reason: The payer disputed a payment/],
      shows: async (at) => {
        assert.equal((await session(at)).frozen?.reason, 'payment_disputed');
      },
    },
    'account frozen, then no longer': {
      of: 'account',
      fields: [],
      isMailed: true,
      set: async (at) => {
        await account({ status: 'disabled', status_reason: 'A mistake' })(at);
        await account({ status: 'active' })(at);
      },
      call: 'served',
      notice: ['account_unfrozen', /no longer frozen/],
      shows: async (at) => {
        assert.equal((await session(at)).frozen, null);
      },
    },
    'account closed by an operator': {
      of: 'other',
      fields: [],
      isMailed: true,
      set: ({ account: id }) => must(fixture, 'POST', `/accounts/${id}/closing`, { reason: 'by letter' }),
      call: [403, 'account_closed'],
      notice: ['account_closing', /being closed/],
      shows: async (at) => {
        const { closes_at: closesAt, frozen } = await session(at);
        assert.ok(closesAt !== null && frozen === null);
      },
    },
    'plan changed': {
      of: 'account',
      fields: ['plan'],
      isMailed: true,
      set: account({ plan: 'enterprise' }),
      call: 'served',
      notice: changed(/Changed: plan/),
    },
    'account limited': {
      of: 'account',
      fields: ['limits'],
      isMailed: true,
      set: async (at) => {
        await account({ limits: { requests_per_minute: 1 } })(at);
        await (await call(at)).text();
      },
      call: [429, 'rate_limit_exceeded'],
      notice: changed(/rate and concurrency limits/),
    },
    'limits of the plan again': {
      of: 'account',
      fields: ['limits_of_plan'],
      isMailed: true,
      set: async (at) => {
        await account({ limits: { requests_per_minute: 1 } })(at);
        await account({ limits_of_plan: ['requests_per_minute'] })(at);
      },
      call: 'served',
      notice: changed(/rate and concurrency limits/),
    },
    'account bound to the country': {
      of: 'account',
      fields: ['domestic_only'],
      isMailed: true,
      set: account({ domestic_only: true }),
      // The only route is domestic.
      call: 'served',
      notice: changed(/domestic routes only/),
    },
    'account left to upstreams that it does not have': {
      of: 'account',
      fields: ['isolation'],
      isMailed: true,
      set: account({ isolation: 'own_only' }),
      call: [503, 'upstream_unavailable'],
      notice: changed(/upstreams/),
    },
    'another price': {
      of: 'account',
      fields: ['price_multiplier'],
      isMailed: true,
      set: account({ price_multiplier: '1.5' }),
      call: 'served',
      notice: changed(/price multiplier/),
    },
    'another name and address': {
      of: 'account',
      fields: ['name', 'email'],
      isMailed: true,
      set: account({ name: 'New', email: 'new@example.com' }),
      call: 'served',
      notice: changed(/name, contact address/),
    },
    'exempt from the rules on broken connections': {
      of: 'account',
      fields: ['broken_connections_exempt'],
      isMailed: true,
      set: account({ broken_connections_exempt: '5' }),
      call: 'served',
      notice: changed(/exemption for broken connections/),
    },
    'sub-account capped by the day': {
      of: 'sub-account',
      fields: ['daily_cap'],
      isMailed: false,
      set: subAccount({ daily_cap: '0' }),
      call: [429, 'daily_cap_reached'],
      notice: changed(/daily cap/),
      shows: showsKey('paused'),
    },
    'sub-account capped by the month, with another name': {
      of: 'sub-account',
      fields: ['monthly_cap', 'name'],
      isMailed: false,
      set: subAccount({ monthly_cap: '0', name: 'Other' }),
      call: [429, 'monthly_cap_reached'],
      notice: changed(/monthly cap/),
      shows: showsKey('paused'),
    },
    'sub-account bound to a model': {
      of: 'sub-account',
      fields: ['model_allow_list'],
      isMailed: false,
      set: subAccount({ model_allow_list: ['none'] }),
      call: [403, 'model_not_allowed'],
      notice: changed(/model allow-list/),
    },
    'sub-account deleted': {
      of: 'other',
      fields: [],
      isMailed: false,
      set: (at) => must(fixture, 'DELETE', `/sub-accounts/${at.subAccount}`),
      call: [401, 'invalid_api_key'],
      notice: changed(/Sub-account Team was deleted/),
      shows: showsKey('disabled'),
    },
    'key disabled': {
      of: 'key',
      fields: ['status'],
      isMailed: false,
      set: key({ status: 'disabled' }),
      call: [401, 'invalid_api_key'],
      notice: changed(/Key production was disabled/),
      shows: showsKey('disabled'),
    },
    'key deleted': {
      of: 'other',
      fields: [],
      isMailed: false,
      set: (at) => must(fixture, 'DELETE', `/keys/${at.key}`),
      call: [401, 'invalid_api_key'],
      notice: changed(/Key production was deleted/),
      shows: showsKey('deleted'),
    },
    'key expired': {
      of: 'key',
      fields: ['expires_at'],
      isMailed: false,
      set: async (at) => {
        await key({ expires_at: soon() })(at);
        await passTime(fixture, 2000);
      },
      call: [401, 'invalid_api_key'],
      notice: changed(/expiry/),
      shows: showsKey('expired'),
    },
    'key capped by the day': {
      of: 'key',
      fields: ['daily_cap'],
      isMailed: false,
      set: key({ daily_cap: '0' }),
      call: [429, 'daily_cap_reached'],
      notice: changed(/daily cap/),
      shows: showsKey('paused'),
    },
    'key capped by the month': {
      of: 'key',
      fields: ['monthly_cap'],
      isMailed: false,
      set: key({ monthly_cap: '0' }),
      call: [429, 'monthly_cap_reached'],
      notice: changed(/monthly cap/),
      shows: showsKey('paused'),
    },
    'key bound to addresses': {
      of: 'key',
      fields: ['ip_allow_list'],
      isMailed: false,
      set: key({ ip_allow_list: ['203.0.113.7'] }),
      call: [403, 'ip_not_allowed'],
      notice: changed(/IP allow-list/),
    },
    'key bound to a model': {
      of: 'key',
      fields: ['model_allow_list'],
      isMailed: false,
      set: key({ model_allow_list: ['none'] }),
      call: [403, 'model_not_allowed'],
      notice: changed(/model allow-list/),
    },
    'key bound to the country': {
      of: 'key',
      fields: ['domestic_only'],
      isMailed: false,
      set: key({ domestic_only: true }),
      // The only route is domestic.
      call: 'served',
      notice: changed(/domestic routes only/),
    },
    'key with a choice of routes': {
      of: 'key',
      fields: ['routing', 'preferred_route'],
      isMailed: false,
      set: async (at) => {
        const { data } = await must(fixture, 'GET', '/providers');
        const [{ routes }] = data as [{ routes: [{ id: string }] }];
        await key({ routing: 'fastest', preferred_route: routes[0].id })(at);
      },
      call: 'served',
      notice: changed(/choice of routes, preferred route/),
    },
    'key limited': {
      of: 'key',
      fields: ['limits'],
      isMailed: false,
      set: async (at) => {
        await key({ limits: { requests_per_minute: 1 } })(at);
        await (await call(at)).text();
      },
      call: [429, 'rate_limit_exceeded'],
      notice: changed(/rate and concurrency limits/),
    },
    'key strict, with another remark': {
      of: 'key',
      fields: ['strict', 'remark'],
      isMailed: false,
      set: key({ strict: true, remark: 'other' }),
      call: 'served',
      notice: changed(/Changed: remark, strict mode/),
    },
  };

  async function newThing(): Promise<Thing> {
    const { id }: Made = await must(fixture, 'POST', '/accounts', {
      name: 'Example',
      email: 'books@example.com',
      plan: 'standard',
    });
    await must(fixture, 'POST', `/accounts/${id}/credits`, { amount: '100', reason: 'test', bucket: 'paid' });
    const sub: Made = await must(fixture, 'POST', `/accounts/${id}/sub-accounts`, { name: 'Team' });
    const made: Made & { readonly key: string } = await must(fixture, 'POST', `/accounts/${id}/keys`, {
      sub_account_id: sub.id,
      remark: 'production',
    });
    values.set(made.id, made.key);
    await bench.join(id, `owner of ${id}`, 'owner');
    return { account: id, subAccount: sub.id, key: made.id };
  }
  const values = new Map<string, string>();

  function call({ key: id }: Thing) {
    return fetch(`${fixture.service.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${values.get(id) ?? ''}`, 'content-type': 'application/json' },
      body: JSON.stringify(question),
    });
  }

  async function notices({ account: id }: Thing): Promise<readonly { id: string; kind: string; text: string; link: string }[]> {
    return (await bench.ask(`owner of ${id}`, 'GET', `/accounts/${id}/notices`)).body.data;
  }

  for (const [name, { set, call: expected, notice, isMailed, shows }] of Object.entries(states))
    test(`${name}: by the call, the console and a message`, async () => {
      const at = await newThing();
      assert.equal((await call(at)).status, 200, 'before');
      await set(at);
      const answer = await call(at);
      if (expected === 'served') assert.equal(answer.status, 200, await answer.text());
      else {
        const { error } = (await answer.json()) as { error: { code: string; message: string } };
        assert.deepEqual([answer.status, error.code], expected);
        if (answer.status !== 401) assert.ok(!switchesChannelOff(error.message), error.message);
      }
      await shows?.(at);
      const all = await notices(at);
      const last = all.find(({ kind }) => kind === notice[0]);
      assert.ok(last !== undefined && noticeKindOf(last.kind) !== null, JSON.stringify(all));
      assert.match(last.text, notice[1]);
      assert.match(last.link, /^\//);
      const mails = async () => {
        const { body } = await fixture.admin('GET', '/mails?recipient=books@example.com');
        return (body.data as { source: string; template: string }[]).filter(({ source }) => source === `notice:${last.id}`);
      };
      const job = async () => {
        await passTime(fixture, 5000);
        return (await mails()).length > 0;
      };
      if (isMailed && name !== 'another name and address') await waitFor(job, { what: 'the mail is made' });
      else if (!isMailed) {
        await passTime(fixture, 5000);
        assert.deepEqual(await mails(), []);
      }
    });

  test('an operator who views the account is in its audit log', async () => {
    const at = await newThing();
    await startImpersonation(fixture.service.control, operator('help@example.net'), { userId: 'u1', accountId: at.account });
    const { body } = await bench.ask(`owner of ${at.account}`, 'GET', `/accounts/${at.account}/audit`);
    assert.ok((body.data as { action: string }[]).some(({ action }) => action === 'account.impersonate'));
    assert.equal((await call(at)).status, 200);
  });

  test('a freeze without a reason is refused, another reason notifies again, and the same call is refused 9,500 times in a few rows', async () => {
    const at = await newThing();
    const refused = await fixture.admin('PATCH', `/accounts/${at.account}`, { status: 'disabled' });
    assert.deepEqual([refused.status, refused.body.error.param], [400, 'status_reason']);
    await account({ status: 'disabled', status_reason: 'one' })(at);
    await account({ status: 'disabled' })(at);
    await account({ status: 'disabled', status_reason: 'two' })(at);
    assert.deepEqual(
      (await notices(at)).map(({ kind }) => kind),
      ['account_frozen', 'account_frozen'],
    );
    const first = await call(at);
    assert.deepEqual([first.status, first.headers.get('x-should-retry')], [403, 'false']);
    await first.text();
    for (let batch = 0; batch < 95; batch += 1)
      await Promise.all(Array.from({ length: 100 }, async () => (await call(at)).text()));
    await passTime(fixture, 61_000);
    await fixture.service.storage.books.flush();
    const { body } = await fixture.admin('GET', `/calls?account_id=${at.account}&error_code=account_frozen&limit=1`);
    assert.match((body.data as { error: string }[])[0]?.error ?? '', /account frozen/);
    const { engine } = fixture.service.storage;
    const query = sql`select count(*) as rows from calls where account_id = ${at.account}`;
    const [counted] = await engine.read('reports', query.compile(compilerFor(engine.sql)));
    assert.ok(Number(counted?.rows) <= 602, `${String(counted?.rows)} rows`);
  });

  test('every field that an operator can change is in the table', () => {
    const fields = { account: patchAccountRequest, 'sub-account': patchSubAccountRequest, key: patchKeyRequest } as const;
    for (const [of, { shape }] of Object.entries(fields)) {
      const known = Object.values(states).flatMap((state) => (state.of === of ? state.fields : []));
      assert.deepEqual(
        Object.keys(shape).filter((field) => !known.includes(field) && field !== 'confirm_open'),
        [],
        of,
      );
    }
  });
});
