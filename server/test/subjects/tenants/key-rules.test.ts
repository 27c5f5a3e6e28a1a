/**
 * Goal: a key admits the intended callers, within its caps, until it ends; the account is notified of a new one. Method: the rules
 * themselves on a real database; the test sets the spending.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { accountBounds, type BoundedNoun } from '@tollgate/contract/tenants/account-bounds';
import { nanoPerCny } from '@tollgate/contract/money';
import { bindingLimit } from '../../../src/subjects/tenants/keys/binding-limit.ts';
import { capsAfter, capWarnings, requireSubAccountCapsKnown } from '../../../src/subjects/tenants/caps.ts';
import type { ControlContext } from '../../../src/control/control-context.ts';
import { settingsOf } from '../../../src/subjects/tenants/keys/key-settings.ts';
import { keyState } from '../../../src/subjects/tenants/keys/key-state.ts';
import { createKey, deleteKey, patchKey, resetKey } from '../../../src/subjects/tenants/keys/keys.ts';
import { operator, type Principal } from '../../../src/control/principal.ts';
import { suggestedCaps } from '../../../src/subjects/tenants/keys/suggested-caps.ts';
import type { AccountNotice } from '../../../src/domain/books/account-notice.ts';
import type { Key } from '../../../src/domain/tenants/tenant.ts';
import { refusedAs } from '../../refused-as.ts';
import { startPeopleBench, type PeopleBench } from '../../console/people-bench.ts';

const cny = (amount: number): bigint => (BigInt(Math.round(amount * 100)) * nanoPerCny) / 100n;
const admin = operator('admin@example.com');
const refused =
  (code: string, own: { param?: string } = {}) =>
  (error: { readonly code: string; readonly param?: string }) =>
    error.code === code && (own.param ?? error.param) === error.param;

describe('caps', () => {
  const none = { dailyCap: null, monthlyCap: null, capArming: 3 };

  test('are laid over those so far, and alerts fire again once one is raised', () => {
    const rows: readonly (readonly [
      before: [number | null, number | null],
      request: object,
      after: [number | null, number | null],
      isRaised: boolean,
    ])[] = [
      [[1, 10], {}, [1, 10], false],
      [[null, null], { daily_cap: '1' }, [1, null], false],
      [[1, 10], { daily_cap: '1' }, [1, 10], false],
      [[1, 10], { daily_cap: '0.5', monthly_cap: '9' }, [0.5, 9], false],
      [[1, 10], { daily_cap: '2' }, [2, 10], true],
      [[1, 10], { monthly_cap: '11' }, [1, 11], true],
      [[1, 10], { daily_cap: null }, [null, 10], true],
      [[1, null], { monthly_cap: null }, [1, null], false],
    ];
    const amount = (value: number | null) => (value === null ? null : cny(value));
    for (const [[day, month], request, [dayAfter, monthAfter], isRaised] of rows)
      assert.deepEqual(
        capsAfter({ dailyCap: amount(day), monthlyCap: amount(month), capArming: 3 }, request),
        { dailyCap: amount(dayAfter), monthlyCap: amount(monthAfter), capArming: isRaised ? 4 : 3 },
        JSON.stringify(request),
      );
    assert.throws(() => capsAfter(none, { daily_cap: '-1' }), refused('invalid_parameter', { param: 'daily_cap' }));
  });

  test('for a day above that of the month are reported as ineffective', () => {
    const warned = (day: bigint | null, month: bigint | null) =>
      capWarnings({ ...none, dailyCap: day, monthlyCap: month }).length;
    assert.deepEqual([warned(2n, 1n), warned(1n, 1n), warned(1n, 2n), warned(1n, null), warned(null, 1n)], [1, 0, 0, 0, 0]);
  });

  test('of sub-accounts wait until no node runs a version that would not keep to them', async () => {
    const known = (older: readonly string[], request: object) =>
      requireSubAccountCapsKnown({ stores: { catalog: { nodesWithout: () => Promise.resolve(older) } } } as never, request);
    for (const request of [{ daily_cap: '1' }, { monthly_cap: '1' }]) {
      await known([], request);
      await assert.rejects(known(['node-1'], request), refusedAs('caps_need_upgrade', { nodes: ['node-1'] }));
    }
    for (const request of [{}, { daily_cap: null, monthly_cap: null }]) await known(['node-1'], request);
  });

  test('name the limit of a key with the least amount left', () => {
    const cap = (limit: 'key_day' | 'key_month', left: bigint) => ({ limit, cap: 10n, spent: 10n - left, resetsAtMs: 7 });
    assert.equal(bindingLimit({ caps: [] }, null), null);
    assert.deepEqual(bindingLimit({ caps: [] }, 5n), { limit: 'balance', left: 5n, resetsAtMs: null });
    assert.deepEqual(bindingLimit({ caps: [cap('key_day', 3n), cap('key_month', 2n)] }, 5n)?.limit, 'key_month');
    assert.deepEqual(
      bindingLimit({ caps: [cap('key_day', 3n), cap('key_month', 3n)] }, 3n)?.limit,
      'balance',
      'of equal ones the first',
    );
    assert.deepEqual(bindingLimit({ caps: [cap('key_day', 3n)] }, null), { limit: 'key_day', left: 3n, resetsAtMs: 7 });
  });
});

describe('a key', () => {
  let bench: PeopleBench;
  let accountId = '';
  let other = '';
  before(async () => {
    bench = await startPeopleBench();
    const own = async (id: string): Promise<string> => (await bench.person(id)('GET', '/session')).body.accounts[0].id;
    [accountId, other] = [await own('owner'), await own('stranger')];
  });
  after(() => bench.close());

  const owner = (own: object = {}): Principal => ({
    name: 'owner@example.com',
    sourceIp: null,
    scope: { kind: 'account', accountId, subAccountId: null, role: 'owner', ...own },
  });
  type Stores = ControlContext['stores'];
  const ctx = (
    own: { readonly [Name in keyof Stores]?: Partial<Stores[Name]> } = {},
    more: Partial<ControlContext> = {},
  ): ControlContext => ({
    ...bench.control,
    stores: Object.fromEntries(
      Object.entries(bench.control.stores).map(([name, store]) => [name, { ...store, ...own[name as keyof Stores] }]),
    ) as unknown as Stores,
    ...more,
  });
  const make = async (request: object = {}, who = admin, context = ctx()) =>
    createKey(context, who, accountId, { remark: 'key', ...request });
  const subAccount = async (own: string = accountId): Promise<string> => {
    const { body } = await bench.ask('POST', `/api/admin/accounts/${own}/sub-accounts`, {
      name: `Part ${String(Math.random())}`,
    });
    return String(body.id);
  };
  /** Notifications to other nodes. */
  function heard() {
    const accounts: string[] = [];
    const accountsChanged = (ids: readonly string[]) => {
      accounts.push(...ids);
      return Promise.resolve();
    };
    return { accounts, others: { accountsChanged } as unknown as ControlContext['others'] };
  }
  const plain = { remark: '', dailyCap: null, monthlyCap: null, capArming: 0, ipAllowList: [], modelAllowList: null } as const;
  const settings = {
    ...plain,
    expiresAtMs: null,
    strict: false,
    domesticOnly: false,
    routing: null,
    preferredRoute: null,
    limits: {},
  };

  test('changes in the fields that a request lists, and in no other', () => {
    const before = {
      remark: 'a',
      dailyCap: 1n,
      monthlyCap: 2n,
      capArming: 0,
      ipAllowList: ['10.0.0.1/32'],
      modelAllowList: ['m'],
      expiresAtMs: 5,
      strict: true,
      domesticOnly: true,
      routing: 'cheapest' as const,
      preferredRoute: 'prt_1',
      limits: { requestsPerMinute: 1, tokensPerMinute: 2, concurrency: 3 },
    };
    assert.deepEqual(settingsOf(ctx(), { accountId, before }, {}), { settings: before, warnings: [] });
    const nowMs = bench.clock.nowMs();
    const at = (ms: number) => new Date(ms).toISOString();
    const after = settingsOf(
      ctx(),
      { accountId, before },
      {
        remark: 'b',
        strict: false,
        domestic_only: false,
        routing: 'fastest',
        preferred_route: null,
        expires_at: at(nowMs + 1),
        model_allow_list: ['x', 'x'],
        ip_allow_list: ['10.0.0.2'],
        limits: { tokens_per_minute: null, concurrency: 4 },
      },
    );
    assert.deepEqual(after.settings, {
      ...before,
      remark: 'b',
      strict: false,
      domesticOnly: false,
      routing: 'fastest',
      preferredRoute: null,
      expiresAtMs: nowMs + 1,
      modelAllowList: ['x'],
      ipAllowList: after.settings.ipAllowList,
      limits: { requestsPerMinute: 1, concurrency: 4 },
    });
    assert.match(after.settings.ipAllowList.join(), /^10\.0\.0\.2/);
    assert.equal(after.warnings.length, 2, 'there is no such model, however often it is named');
    assert.deepEqual(settingsOf(ctx(), { accountId, before }, { limits: null }).settings.limits, {});
    for (const [field, value] of Object.entries({ requests_per_minute: 9, tokens_per_minute: 9, concurrency: 9 }))
      assert.equal(
        Object.values(settingsOf(ctx(), { accountId, before: settings }, { limits: { [field]: value } }).settings.limits)[0],
        9,
        field,
      );
    assert.equal(settingsOf(ctx(), { accountId, before }, { expires_at: null }).settings.expiresAtMs, null);
    assert.equal(settingsOf(ctx(), { accountId, before }, { model_allow_list: null }).settings.modelAllowList, null);
    assert.equal(settingsOf(ctx(), { accountId, before }, { model_allow_list: [] }).settings.modelAllowList, null);
    for (const ms of [nowMs, nowMs - 1])
      assert.throws(
        () => settingsOf(ctx(), { accountId, before }, { expires_at: at(ms) }),
        refused('invalid_parameter', { param: 'expires_at' }),
      );
  });

  test('is not opened to every address by accident', () => {
    const before = { ...settings, ipAllowList: ['10.0.0.1/32'] };
    const empty = (more: object, of = before) =>
      settingsOf(ctx(), { accountId, before: of }, { ip_allow_list: [], ...more }).settings.ipAllowList;
    for (const more of [{}, { confirm_open: false }])
      assert.throws(() => empty(more), refused('invalid_parameter', { param: 'ip_allow_list' }));
    assert.deepEqual([empty({ confirm_open: true }), empty({}, { ...settings, ipAllowList: [] })], [[], []]);
  });

  test('is created by members of the account, in an existing sub-account', async () => {
    const [part, foreign] = [await subAccount(), await subAccount(other)];
    assert.equal((await make({ sub_account_id: part })).record.key.subAccountId, part);
    await assert.rejects(make({ sub_account_id: foreign }), refused('not_found'));
    await assert.rejects(make({}, owner({ accountId: other })), refused('not_found'));
    await assert.rejects(make({}, owner({ subAccountId: part })), refused('not_found'), 'a part makes none of the whole');
    await make({ sub_account_id: part }, owner({ subAccountId: part }));
    await bench.ask('DELETE', `/api/admin/sub-accounts/${part}`);
    await assert.rejects(make({ sub_account_id: part }), refusedAs('sub_account_takes_no_keys'));
    const older = ctx({ catalog: { nodesWithout: () => Promise.resolve(['node-1']) } });
    await assert.rejects(
      make({ domestic_only: true }, admin, older),
      refusedAs('domestic_only_needs_upgrade', { nodes: ['node-1'] }),
    );
    const { key } = (await make()).record;
    await assert.rejects(
      patchKey(older, admin, key.id, { domestic_only: true }),
      refusedAs('domestic_only_needs_upgrade', { nodes: ['node-1'] }),
    );
  });

  test('prefers a route that serves its account; its members may name those of its own upstreams alone', async () => {
    const provider = (id: string, owned?: string) => ({ routes: [{ id }], ...(owned === undefined ? {} : { accountId: owned }) });
    const providers = [provider('shared'), provider('another'), provider('own', accountId), provider('foreign', other)];
    const with3 = ctx({}, { catalog: { current: { providers } } as unknown as ControlContext['catalog'] });
    const prefers = async (who: Principal, route: string | null) =>
      (await make({ preferred_route: route }, who, with3)).record.key.preferredRoute;
    for (const route of ['shared', 'own', null]) assert.equal(await prefers(admin, route), route);
    for (const route of ['own', null]) assert.equal(await prefers(owner(), route), route);
    await assert.rejects(prefers(admin, 'foreign'), refused('invalid_parameter'));
    const { key } = (await make({ preferred_route: 'shared' }, admin, with3)).record;
    const named = { param: 'preferred_route' };
    for (const route of ['another', 'foreign', 'none']) {
      await assert.rejects(prefers(owner(), route), refused('invalid_parameter', named));
      await assert.rejects(patchKey(with3, owner(), key.id, { preferred_route: route }), refused('invalid_parameter'));
    }
    const kept = { remark: 'b', preferred_route: 'shared' };
    assert.equal((await patchKey(with3, owner(), key.id, kept)).record.key.preferredRoute, 'shared');
    assert.equal((await resetKey(with3, owner(), key.id)).record.key.preferredRoute, 'shared');
  });

  test('is made, changed and replaced while there is room for it', async () => {
    const full = (noun: BoundedNoun, held = accountBounds[noun].max - (noun === 'allowLists' ? 2 : 0)) =>
      ctx({ heldNouns: { count: (of) => Promise.resolve(of === noun ? held : 0) } });
    const lists = { model_allow_list: ['model'] };
    await assert.rejects(make({}, owner(), full('keys')), refused('conflict'));
    await assert.rejects(make({}, owner(), full('keysMade')), refused('rate_limit_exceeded'));
    await assert.rejects(make(lists, owner(), full('allowLists')), refused('conflict'));
    await make({}, owner(), full('allowLists'));
    const { key } = (await make(lists, owner())).record;
    await assert.rejects(
      patchKey(full('allowLists'), owner(), key.id, { model_allow_list: ['model', 'more'] }),
      refused('conflict'),
    );
    await patchKey(full('allowLists'), owner(), key.id, { model_allow_list: ['m'] });
    const { max } = accountBounds.keysMade;
    await resetKey(full('keysMade', 2 * max - 1), owner(), key.id);
    const { key: next } = (await make({}, owner())).record;
    await assert.rejects(resetKey(full('keysMade', 2 * max), owner(), next.id), refused('rate_limit_exceeded'));
  });

  test('created or reset by a member is reported to the account, and one by operators is not', async () => {
    const notices: (AccountNotice | null)[] = [];
    const { keys } = bench.control.stores;
    const watched = ctx({
      keys: {
        create: (made) => {
          notices.push(made.notice);
          return keys.create(made);
        },
        replace: (before, made) => {
          notices.push(made.notice);
          return keys.replace(before, made);
        },
      },
    });
    const mine = await make({}, owner(), watched);
    const unnamed = await make({ remark: '' }, owner(), watched);
    await resetKey(watched, owner(), mine.record.key.id);
    await resetKey(watched, admin, (await make({}, admin, watched)).record.key.id);
    const { prefix, last4 } = unnamed.record.key;
    assert.deepEqual(
      notices.map((notice) => {
        if (notice === null) return null;
        const { change, key, person } = notice.params as Record<string, string>;
        return [change, key, person];
      }),
      [
        ['created', 'key', 'owner@example.com'],
        ['created', `${prefix}…${last4}`, 'owner@example.com'],
        ['reset', 'key', 'owner@example.com'],
        null,
        null,
      ],
    );
  });

  test('is in force as it was changed, on every node', async () => {
    const { key } = (await make({ ip_allow_list: ['10.0.0.1'], model_allow_list: ['m'] })).record;
    for (const change of [
      (context: ControlContext) => patchKey(context, admin, key.id, { remark: 'b' }),
      (context: ControlContext) => resetKey(context, admin, key.id),
    ]) {
      const { accounts, others } = heard();
      await change(ctx({}, { others }));
      assert.deepEqual(accounts, [accountId]);
    }
    const { key: dying } = (await make({ ip_allow_list: ['10.0.0.1'], model_allow_list: ['m'] })).record;
    const { accounts, others } = heard();
    assert.equal((await deleteKey(ctx({}, { others }), admin, dying.id)).key.status, 'deleted');
    assert.deepEqual(accounts, [accountId]);
    const kept = await bench.control.stores.keys.find(dying.id);
    assert.deepEqual(
      [kept?.key.status, kept?.key.ipAllowList, kept?.key.modelAllowList],
      ['deleted', [], null],
      'its lists take no room',
    );
    await deleteKey(ctx({}, { others }), admin, dying.id);
    assert.equal(accounts.length, 1, 'again it changes nothing');
  });

  test('that has ended stays so', async () => {
    const [old, gone] = [(await make()).record.key, (await make()).record.key];
    const { record, value, warnings } = await resetKey(ctx(), admin, old.id);
    assert.match(value, /^sk-/);
    assert.deepEqual([warnings, record.key.remark, record.key.status], [[], 'key', 'available']);
    await deleteKey(ctx(), admin, gone.id);
    for (const [id, reason] of [
      [old.id, 'key_reset'],
      [gone.id, 'key_deleted'],
    ] as const) {
      await assert.rejects(patchKey(ctx(), admin, id, { status: 'available' }), refusedAs(reason));
      await assert.rejects(resetKey(ctx(), admin, id), refusedAs(reason));
    }
  });

  test('of a deleted sub-account stays disabled', async () => {
    const part = await subAccount();
    const { key } = (await make({ sub_account_id: part })).record;
    assert.equal((await patchKey(ctx(), admin, key.id, { status: 'disabled' })).record.key.status, 'disabled');
    assert.equal((await patchKey(ctx(), admin, key.id, { status: 'available' })).record.key.status, 'available');
    await bench.ask('DELETE', `/api/admin/sub-accounts/${part}`);
    await assert.rejects(patchKey(ctx(), admin, key.id, { status: 'available' }), refusedAs('key_of_deleted_sub_account'));
    await patchKey(ctx(), admin, key.id, { remark: 'b' });
    const whole = (await make()).record.key;
    await patchKey(ctx(), admin, whole.id, { status: 'disabled' });
    assert.equal((await patchKey(ctx(), admin, whole.id, { status: 'available' })).record.key.status, 'available');
  });

  describe('its state', () => {
    const moment = { day: 20261121, month: 202611, dayEndsMs: 1000, monthEndsMs: 9000 };
    const capped = { dailyCap: 10n, monthlyCap: 20n };
    /** @param spent by the key today and this month, and by its sub-account. */
    const state = (key: Partial<Key>, spent: readonly bigint[], part: object | null = null) => {
      const figures = () => Promise.resolve(spent.map((used) => ({ used })));
      const context = ctx(
        {
          subAccounts: {
            ofIds: () =>
              Promise.resolve(part === null ? [] : [{ id: 'sub_1', dailyCap: null, monthlyCap: null, capArming: 0, ...part }]),
          } as never,
        },
        {
          coordination: { ...bench.control.coordination, figures } as never,
          calendar: { now: () => moment, timeZone: 'UTC' } as never,
        },
      );
      const full = {
        ...settings,
        id: 'key_1',
        accountId,
        subAccountId: part === null ? null : 'sub_1',
        status: 'available',
        ...key,
      };
      return keyState(context, full as Key);
    };

    test('is paused by the cap that is reached and holds longest, its own before that of its part', async () => {
      const both = { dailyCap: 10n, monthlyCap: 20n };
      const rows: readonly (readonly [spent: readonly bigint[], paused: object | null])[] = [
        [[9n, 19n, 9n, 19n], null],
        [[10n, 19n, 9n, 19n], { cap: 'daily', of: 'key', resumesAtMs: 1000 }],
        [[10n, 20n, 9n, 19n], { cap: 'monthly', of: 'key', resumesAtMs: 9000 }],
        [[10n, 19n, 10n, 20n], { cap: 'monthly', of: 'sub_account', resumesAtMs: 9000 }],
        [[9n, 19n, 10n, 19n], { cap: 'daily', of: 'sub_account', resumesAtMs: 1000 }],
        [[10n, 20n, 10n, 20n], { cap: 'monthly', of: 'key', resumesAtMs: 9000 }],
      ];
      for (const [spent, paused] of rows) {
        const told = await state(capped, spent, both);
        assert.deepEqual([told.paused, told.status], [paused, paused === null ? 'available' : 'paused'], String(spent));
        assert.deepEqual([told.spentToday, told.spentThisMonth], spent.slice(0, 2));
        assert.deepEqual(
          told.caps.map(({ limit, cap, spent: used, resetsAtMs }) => [limit, cap, used, resetsAtMs]),
          [
            ...[
              ['key_day', 10n, spent[0], 1000],
              ['key_month', 20n, spent[1], 9000],
            ],
            ...[
              ['sub_account_day', 10n, spent[2], 1000],
              ['sub_account_month', 20n, spent[3], 9000],
            ],
          ],
        );
      }
    });

    test('counts caps that are set alone, and one of 0 is not over with its day', async () => {
      assert.deepEqual((await state({}, [5n, 6n])).caps, []);
      assert.deepEqual((await state({}, [5n, 6n])).spentThisMonth, 6n);
      assert.deepEqual((await state({ dailyCap: 0n }, [0n, 0n])).paused, { cap: 'daily', of: 'key', resumesAtMs: null });
      assert.deepEqual([(await state({}, [])).spentToday, (await state({ dailyCap: 1n }, [])).caps[0]?.spent], [0n, 0n]);
    });

    test('shows ended or expired rather than paused', async () => {
      const nowMs = bench.clock.nowMs();
      for (const status of ['disabled', 'deleted', 'reset'] as const)
        assert.deepEqual(
          [(await state({ ...capped, status }, [10n, 20n])).status, (await state({ ...capped, status }, [10n, 20n])).paused],
          [status, null],
        );
      for (const [expiresAtMs, status] of [
        [nowMs, 'expired'],
        [nowMs + 1, 'paused'],
        [null, 'paused'],
      ] as const)
        assert.equal((await state({ ...capped, expiresAtMs }, [10n, 20n])).status, status);
    });
  });

  test('has caps suggested that leave half as much room again, in round figures', async () => {
    const { key } = (await make()).record;
    const suggested = async (charges: readonly bigint[]) => {
      const usage = () => Promise.resolve(charges.map((charge) => ({ charge }) as never));
      return suggestedCaps(ctx({ reports: { usage } }), admin, key.id);
    };
    const rows: readonly (readonly [charges: readonly number[], peak: number, day: number | null, month: number | null])[] = [
      [[], 0, null, null],
      [[0], 0, null, null],
      [[2, 4, 1], 4, 7.5, 15],
      [[0.01], 0.01, 0.015, 0.015],
      [[1, 1], 1, 1.5, 3],
      [[200], 200, 300, 300],
    ];
    for (const [charges, peak, day, month] of rows) {
      const told = await suggested(charges.map(cny));
      const nano = (value: number | null) => (value === null ? null : (BigInt(Math.round(value * 1000)) * nanoPerCny) / 1000n);
      assert.deepEqual(
        [told.days, told.peakDay, told.dailyCap, told.monthlyCap],
        [30, cny(peak), nano(day), nano(month)],
        String(charges),
      );
      assert.equal(told.averageDay, charges.map(cny).reduce((sum, one) => sum + one, 0n) / 30n);
    }
  });
});
