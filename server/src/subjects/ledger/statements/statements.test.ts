/**
 * Goal: an account has exactly one statement for each month of its existence, frozen or provisional. Method: the rules themselves, with
 * months that are frozen meanwhile.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operator, type Principal } from '../../../control/principal.ts';
import { listStatements, readStatement, writeStatement } from './statements.ts';

const owner = (own: object = {}): Principal => ({
  name: 'owner',
  sourceIp: null,
  scope: { kind: 'account', accountId: 'acc_1', subAccountId: null, role: 'owner', ...own },
});
const startOf = (month: number): number => Date.UTC(Math.floor(month / 100), (month % 100) - 1, 1);

interface Given {
  readonly now?: number;
  readonly frozenBefore?: number;
  readonly createdAtMs?: number;
  /** Months with a frozen row. */
  readonly rows?: readonly number[];
  readonly company?: string;
}

function world({ now = 202611, frozenBefore = 202611, createdAtMs = startOf(202601), rows = [], company = '' }: Given) {
  const written: object[] = [];
  const context = {
    calendar: { now: () => ({ month: now }), timeZone: 'UTC' },
    site: { read: () => Promise.resolve({ service_name: 'Tollgate', company_name: company }) },
    exports: {
      files: {
        writeStatement: (accountId: string, form: object) => {
          written.push({ accountId, ...form });
          return Promise.resolve([]);
        },
      },
    },
    stores: {
      accounts: { find: (id: string) => Promise.resolve(id === 'acc_1' ? { account: { id, name: 'One', createdAtMs } } : null) },
      statements: {
        frozenBeforeMs: () => Promise.resolve(startOf(frozenBefore)),
        listFrozen: (_: string, { limit, beforeMonth }: { limit: number; beforeMonth: number }) =>
          Promise.resolve(
            rows
              .filter((month) => month < beforeMonth)
              .toSorted((one, other) => other - one)
              .slice(0, limit)
              .map((month) => ({ month, isFrozen: true })),
          ),
        totalsNow: (_: string, { month }: { month: number }) => Promise.resolve({ month, isFrozen: false }),
        find: (_: string, span: { month: number; endsAtMs: number }) =>
          Promise.resolve({ ...span, frozenAtMs: rows.includes(span.month) ? 7 : null }),
      },
    },
  };
  return { context: context as never, written };
}

async function listed(given: Given, page: { limit?: number; after?: number | null } = {}) {
  const load = await listStatements(world(given).context, owner(), 'acc_1');
  const months = await load({ limit: 10, after: null, ...page });
  return (months as unknown as { month: number; isFrozen: boolean }[]).map(({ month, isFrozen }) => (isFrozen ? month : -month));
}

test('months are the current one, those that are not frozen yet, and the frozen ones in which money moved, newest first', async () => {
  assert.deepEqual(await listed({ rows: [202608, 202610] }), [-202611, 202610, 202608]);
  assert.deepEqual(
    await listed({ frozenBefore: 202610, rows: [202608] }),
    [-202611, -202610, 202608],
    'two in the first hours of a month',
  );
  assert.deepEqual(
    await listed({ frozenBefore: 202609, rows: [202608, 202610] }),
    [-202611, 202610, -202609, 202608],
    'frozen meanwhile',
  );
  assert.deepEqual(await listed({ now: 202601, frozenBefore: 202512 }), [-202601]);
});

test('an account has no month before it was there', async () => {
  assert.deepEqual(await listed({ frozenBefore: 202601, createdAtMs: startOf(202610) }), [-202611, -202610]);
  assert.deepEqual(await listed({ frozenBefore: 202601, createdAtMs: startOf(202611) - 1 }), [-202611, -202610]);
  assert.deepEqual(await listed({ frozenBefore: 202601, createdAtMs: startOf(202611) }), [-202611]);
  assert.deepEqual(await listed({ frozenBefore: 202611, createdAtMs: startOf(202612) }), [-202611], 'by a clock that was ahead');
});

test('a page continues where the previous one ended', async () => {
  const given = { frozenBefore: 202609, rows: [202608, 202607] };
  assert.deepEqual(await listed(given, { limit: 2 }), [-202611, -202610]);
  assert.deepEqual(await listed(given, { limit: 2, after: 202610 }), [-202609, 202608]);
  assert.deepEqual(await listed(given, { limit: 2, after: 202608 }), [202607]);
});

test('a statement is of a month of the calendar in which the account was there', async () => {
  const read = (month: number, given: Given = {}) => readStatement(world(given).context, owner(), 'acc_1', month);
  for (const month of [202601, 202609, 202611]) assert.equal((await read(month)).month, month);
  for (const month of [202501, 202512]) assert.equal((await read(month, { createdAtMs: startOf(202412) })).month, month);
  for (const month of [202512, 202600, 202613, 202612, 202699])
    await assert.rejects(read(month), { code: 'not_found' }, String(month));
  await assert.rejects(read(202610, { createdAtMs: startOf(202611) }), { code: 'not_found' });
  assert.equal((await read(202610, { createdAtMs: startOf(202611) - 1 })).month, 202610);
});

test('a statement is final once its month is frozen, also where nothing moved in it', async () => {
  const frozenAt = async (month: number, given: Given) =>
    (await readStatement(world(given).context, owner(), 'acc_1', month)).frozenAtMs;
  assert.equal(await frozenAt(202610, { rows: [202610] }), 7);
  assert.equal(await frozenAt(202611, {}), null);
  assert.equal(await frozenAt(202610, { frozenBefore: 202610 }), null);
  assert.equal(await frozenAt(202610, { frozenBefore: 202611 }), startOf(202611));
});

test('a file of a statement names who issues it', async () => {
  for (const [company, issuer] of [
    ['', 'Tollgate'],
    ['Corp', 'Tollgate · Corp'],
  ] as const) {
    const { context, written } = world({ company });
    await writeStatement(context, owner(), { accountId: 'acc_1', month: 202610, format: 'csv', encoding: 'utf-8', locale: 'en' });
    assert.deepEqual({ ...written[0], issuer, accountName: 'One', accountId: 'acc_1' }, written[0]);
  }
});

test('statements are read by the whole account, and by no other', async () => {
  const { context } = world({});
  for (const own of [{ subAccountId: 'sub_1' }, { accountId: 'acc_2' }]) {
    await assert.rejects(listStatements(context, owner(own), 'acc_1'), { code: 'not_found' });
    await assert.rejects(readStatement(context, owner(own), 'acc_1', 202610), { code: 'not_found' });
  }
  await assert.rejects(readStatement(context, operator('x'), 'acc_9', 202610), { code: 'not_found' });
});
