/**
 * Goal: no field of the console API answers differently for what another tenant has than for what nobody has, and none changes anything of
 * theirs. Method: every text that any route takes, according to the contract, is either listed as free text or names a record. Each name is
 * sent twice over HTTP: that of a record of another tenant, and one that does not exist. The answers must be equal.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Route } from '@tollgate/contract/route';
import { z } from 'zod';
import { hasRight, type AccountRight } from '@tollgate/contract/people/rights';
import { memberStatement } from '../../src/subjects/people/members-store.ts';
import { describedRoutes } from '../described-routes.ts';
import { everyRow } from './every-row.ts';
import { startPeopleBench, type PeopleBench } from './people-bench.ts';
import { recordKinds, recordsOfATenant, type RecordKind, type Records } from './records-of-a-tenant.ts';
import { textsOf } from './text-fields.ts';

/** What the fields that name something name; an entry with a path is for routes with that path. */
const named: Readonly<Record<string, RecordKind>> = {
  ...{ subAccountId: 'subAccount', keyId: 'key', callId: 'call', orderId: 'order', titleId: 'title' },
  ...{ invoiceId: 'invoice', userId: 'user', invitationId: 'invitation', webhookId: 'webhook', deliveryId: 'delivery' },
  ...{ noticeId: 'notice', exportId: 'export', payoutId: 'payout', requestId: 'request', contractId: 'contract' },
  '/data-exports/:exportId exportId': 'dataExport',
  ...{ sub_account_id: 'subAccount', key_id: 'key', model: 'model', preferred_route: 'route', title_id: 'title' },
  ...{ 'model_allow_list[]': 'model', order_id: 'order', object_id: 'key', 'ids[]': 'notice' },
  ...{ 'filter.sub_account_id': 'subAccount', 'filter.key_id': 'key', 'filter.model': 'model' },
  '/keys search': 'key',
  '/orders search': 'order',
  '/invoices search': 'invoice',
};

/**
 * What is answered, if not 404: filters find nothing, lists of models only warn of unknown ones, and marking messages as read marks none.
 */
const answers: Readonly<Record<string, readonly number[]>> = {
  ...{ model: [200], 'filter.model': [201], search: [200], order_id: [200], object_id: [200] },
  ...{ 'model_allow_list[]': [200, 201], preferred_route: [400], 'ids[]': [200], noticeId: [200] },
  ...{ 'GET /usage query.sub_account_id': [200], 'GET /usage query.key_id': [200], 'GET /keys query.sub_account_id': [200] },
};

/** Values of other fields that a route requires. */
const others: Readonly<Record<string, string>> = { month: '2026-11', format: 'pdf' };
const queries: Readonly<Record<string, string>> = { '/usage/content': '&format=csv&locale=en' };

/** Texts that name nothing of a tenant. */
const free: readonly (readonly [RegExp, string])[] = [
  [/^(?:token|password|code)$/, 'a secret that only its owner has'],
  [/^(?:cursor|up_to|limit|month|from|to|filter\.(?:from|to)|expires_at)$/, 'a place in the own list, or a time'],
  [/^(?:daily_cap|monthly_cap|amount|threshold|monthly_maximum|low_balance|monthly_budget)$/, 'an amount'],
  [/^(?:error_code|filter\.error_code|group_by)$/, 'a word of the interface'],
  [/^accountId$/, 'an account, which is tested with every route in every-route.test.ts'],
  [
    /^(?:name|email|remark|contact|details|reason|note|tax_number|address|telephone|phone|bank|bank_account|consignee|url|ip_allow_list\[\]|payee\.\w+|delivery\.\w+)$/,
    'what a person writes',
  ],
];

/** A field that names something, where it is sent. */
interface Name {
  readonly route: Route;
  readonly part: 'params' | 'query' | 'body';
  readonly path: string;
  readonly kind: RecordKind;
}

const root = '/api/console/accounts/:accountId';
const say = ({ route, part, path }: Omit<Name, 'kind'>): string =>
  `${route.method} ${route.path.slice(root.length)} ${part}.${path}`;

function kindOf(route: Route, path: string): RecordKind | undefined {
  const special = Object.keys(named).find((key) => key.endsWith(` ${path}`) && route.path.includes(key.split(' ')[0] ?? ''));
  return named[special ?? path];
}

const routes = [...(await describedRoutes()).values()].filter(({ path }) => path.startsWith(root));
const texts = routes.flatMap((route) =>
  (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = route[part];
    if (!(schema instanceof z.core.$ZodType)) return [];
    return [...new Set(textsOf(schema).map(({ path }) => path))].map((path) => ({
      route,
      part,
      path,
      kind: kindOf(route, path),
    }));
  }),
);
const names = texts.filter((text): text is Name => text.kind !== undefined);

let bench: PeopleBench;
let own: Records;
let theirs: Records;
let untouched: readonly string[];

before(async () => {
  bench = await startPeopleBench();
  [own, theirs] = [await recordsOfATenant(bench, 'ours'), await recordsOfATenant(bench, 'theirs')];
  for (const [id, subAccountId] of [
    ['owner', null],
    ['part', own.subAccount],
  ] as const) {
    bench.person(id);
    const member = { accountId: own.account, userId: id, role: 'owner' as const, subAccountId, createdAtMs: 1 };
    await bench.engine.write([memberStatement(bench.engine, member)], []);
  }
  untouched = await rowsOf(theirs);
  const rows = await everyRow(bench.engine);
  // Ids of calls are stored as bytes.
  for (const kind of recordKinds)
    assert.ok(theirs[kind] !== '' && (rows.includes(theirs[kind]) || rows.includes(theirs[kind].replaceAll('-', ''))), kind);
});
after(() => bench.close());

/** The rows of a tenant, of every table. */
async function rowsOf({ account }: Records): Promise<readonly string[]> {
  const tables = JSON.parse(await everyRow(bench.engine)) as readonly (string | readonly object[])[];
  return tables
    .flatMap((rows) => (typeof rows === 'string' ? [] : rows.map((row) => JSON.stringify(row))))
    .filter((row) => row.includes(account));
}

/** A name of the same form that nobody has. */
function nobodys(name: string): string {
  return /^\d+$/.test(name) ? '999999' : name.replaceAll(/[a-z\d](?=[a-z\d]{0,5}$)/gi, (sign) => (sign === '0' ? '1' : '0'));
}

function setAt(body: Record<string, unknown>, path: string, value: string): Record<string, unknown> {
  const [first = '', ...rest] = path.split('.');
  if (rest.length > 0) {
    const inner = (body[first] ?? {}) as Record<string, unknown>;
    return { ...body, [first]: setAt(inner, rest.join('.'), value) };
  }
  return first.endsWith('[]') ? { ...body, [first.slice(0, -2)]: [value] } : { ...body, [first]: value };
}

/** Times and new ids differ between any two answers. */
const fresh = /"(?:id|key|prefix|last4|created_at|updated_at|requested_at|expires_at)":(?:"[^"]*"|null)/g;

interface Told {
  readonly status: number;
  readonly text: string;
}

let sent = 0;

/** The path of the route with the account's own records, and the name in its place. */
function pathOf({ route, part, path }: Name, name: string): string {
  const filled = route.path.replaceAll(/:(\w+)/g, (_whole, param: string) => {
    const kind = param === 'accountId' ? 'account' : kindOf(route, param);
    return encodeURIComponent(
      part === 'params' && param === path ? name : kind === undefined ? (others[param] ?? '') : own[kind],
    );
  });
  const more = Object.entries(queries).find(([end]) => route.path.endsWith(end))?.[1] ?? '';
  return part === 'query' ? `${filled}?${path}=${encodeURIComponent(name)}${more}` : filled;
}

function bodyOf({ route, part, path }: Name, name: string): string {
  if (route.kind === 'upload') return '%PDF-1.7\n%%EOF';
  const examples = route.body instanceof z.ZodType ? (route.body.meta()?.examples as readonly object[] | undefined) : undefined;
  const example = { ...examples?.[0] };
  return JSON.stringify(part === 'body' ? setAt(example, path, name) : example);
}

/** The answer to a request with the name, without the name. */
async function told(who: string, asks: Name, name: string): Promise<Told> {
  const { method, kind } = asks.route;
  sent += 1;
  const answer = await fetch(`${bench.url}${pathOf(asks, name)}`, {
    method,
    headers: {
      origin: new URL(bench.url).origin,
      'x-test-person': who,
      'idempotency-key': `names-${String(sent).padStart(16, '0')}`,
      ...(method === 'GET' ? {} : { 'content-type': kind === 'upload' ? 'application/pdf' : 'application/json' }),
    },
    ...(method === 'GET' ? {} : { body: bodyOf(asks, name) }),
  });
  const text = await answer.text();
  return { status: answer.status, text: text.replaceAll(name, '<name>').replaceAll(fresh, '"new"') };
}

test('every text that a route of an account takes is known to name something, or nothing', () => {
  const unknown = texts.filter(({ kind, path }) => kind === undefined && !free.some(([form]) => form.test(path)));
  assert.deepEqual(unknown.map(say), []);
  for (const [form] of free)
    assert.ok(
      texts.some(({ kind, path }) => kind === undefined && form.test(path)),
      String(form),
    );
});

for (const who of ['owner', 'part'] as const)
  describe(`to ${who === 'owner' ? 'an owner of an account' : 'a member of a sub-account'}`, () => {
    for (const name of names)
      test(`what another tenant has is nothing: ${say(name)}`, async () => {
        const theirName = theirs[name.kind];
        const before = await everyRow(bench.engine);
        const answer = await told(who, name, theirName);
        const after = await everyRow(bench.engine);
        const mayCall = hasRight(name.route.who as AccountRight, 'owner', who === 'part');
        const expected = mayCall ? (answers[say(name)] ?? answers[name.path] ?? [404]) : [403];
        assert.ok(expected.includes(answer.status), `${String(answer.status)} ${answer.text}`);
        if (answer.status >= 400) assert.equal(after, before, 'nothing changes');
        assert.deepEqual(answer, await told(who, name, nobodys(theirName)));
      });

    test('and nothing of the other tenant has changed', async () => {
      assert.deepEqual(await rowsOf(theirs), untouched);
    });
  });

test('lists of models name no private model of another tenant, not even as an alternative or fallback', async () => {
  const others = { alternatives: [theirs.model, own.model], fallback_model: theirs.model };
  const price = { input: '1', output: '2' };
  const put = await bench.ask('PUT', '/api/admin/models/sandbox%2Fchat', { kind: 'chat', price, confirm: true, ...others });
  assert.equal(put.status, 200, put.text);
  for (const [path, seesOwn] of [
    ['/models', false],
    [`/accounts/${own.account}/models`, true],
  ] as const) {
    const { text } = await bench.person('owner')('GET', path);
    assert.ok(text.includes('sandbox/chat'), text);
    assert.deepEqual([text.includes(theirs.model), text.includes(own.model)], [false, seesOwn], path);
  }
});

test('a route that a key may prefer is one of the own upstreams, and can be chosen', async () => {
  const owner = bench.person('owner');
  const { body } = await owner('GET', `/accounts/${own.account}/own-routes`);
  assert.deepEqual(body, { data: [{ id: own.route, upstream: 'ours', region: 'domestic' }] });
  const made = await owner('POST', `/accounts/${own.account}/keys`, { remark: 'own', preferred_route: own.route });
  assert.deepEqual([made.status, made.body.preferred_route], [201, own.route], made.text);
});
