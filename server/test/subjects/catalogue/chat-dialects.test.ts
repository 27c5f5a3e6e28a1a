/** Goal: a provider has one list of chat protocols, whose first entry equals the earlier single field. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ModelKind } from '@tollgate/contract/enumerations';
import fc from 'fast-check';
import { at, startAdminBench, type AdminBench } from '../../admin/admin-bench.ts';

const known = ['chat-completions', 'chat-two', 'chat-three'];
let bench: AdminBench;
before(async () => {
  bench = await startAdminBench();
  const dialects = bench.control.dialects as Map<string, ModelKind>;
  for (const name of known) dialects.set(name, 'chat');
  dialects.set('vectors', 'embedding');
});
after(() => bench.close());

let made = 0;
function create(body: object) {
  made += 1;
  return bench.ask('POST', '/api/admin/providers', { name: `p${String(made)}`, routes: [], models: [], ...body });
}

const [one = '', two = '', three = ''] = known;

/** The error in a request, and the field that the refusal names. */
const refused: readonly (readonly [what: string, body: object, param: string])[] = [
  ['an empty list', { chat_dialects: [] }, 'chat_dialects'],
  ['no list', { chat_dialects: one }, 'chat_dialects'],
  ['null', { chat_dialects: null }, 'chat_dialects'],
  ['an object', { chat_dialects: { 0: one } }, 'chat_dialects'],
  ['an entry that is no text', { chat_dialects: [one, 7] }, 'chat_dialects[1]'],
  ['an entry that is a list', { chat_dialects: [[one]] }, 'chat_dialects[0]'],
  ['an empty entry', { chat_dialects: [one, ''] }, 'chat_dialects[1]'],
  ['an entry twice', { chat_dialects: [two, one, two] }, 'chat_dialects[2]'],
  ['an unknown protocol', { chat_dialects: [one, 'telepathy'] }, 'chat_dialects[1]'],
  ['a name that every object has', { chat_dialects: [one, 'constructor'] }, 'chat_dialects[1]'],
  ['a protocol in other letters', { chat_dialects: [one.toUpperCase()] }, 'chat_dialects[0]'],
  ['a protocol of another kind', { chat_dialects: [one, 'vectors'] }, 'chat_dialects[1]'],
  ['more entries than there may be', { chat_dialects: Array.from({ length: 10_000 }, () => one) }, 'chat_dialects'],
  ['a first entry that is not `dialect`', { dialect: one, chat_dialects: [two, one] }, 'dialect'],
  ['a `dialect` that is not in the list', { dialect: three, chat_dialects: [one, two] }, 'dialect'],
  ['an unknown `dialect`', { dialect: 'telepathy' }, 'dialect'],
];

test('an invalid list of protocols is refused for new and changed providers, naming the field', async () => {
  const { body: provider } = await create({ chat_dialects: [one, two] });
  for (const [what, body, param] of refused) {
    for (const answer of [await create(body), await bench.ask('PATCH', at`/api/admin/providers/${provider.id}`, body)]) {
      assert.deepEqual([answer.status, answer.body.error.param], [400, param], `${what}: ${answer.text}`);
      assert.ok(answer.text.length < 1_000, what);
    }
  }
  const kept = await bench.ask('GET', at`/api/admin/providers/${provider.id}`);
  assert.deepEqual(kept.body.chat_dialects, [one, two]);
});

test('a provider without any is refused as it was before there were lists', async () => {
  const { status, body } = await create({});
  assert.deepEqual([status, body.error.code, body.error.param], [400, 'missing_required_parameter', 'dialect']);
});

const lists = fc.shuffledSubarray(known, { minLength: 1 });
const requests = fc.oneof(
  fc.constant({}),
  fc.constantFrom(...known).map((dialect) => ({ dialect })),
  lists.map((chat_dialects) => ({ chat_dialects })),
  lists.map((chat_dialects) => ({ chat_dialects, dialect: chat_dialects[0] })),
);

test('`dialect` alone is a list of one, and answers, records of changes and what is in force agree after every sequence of changes', async () => {
  await fc.assert(
    fc.asyncProperty(lists, fc.array(requests, { maxLength: 5 }), async (first, changes) => {
      const { body: provider } = await create({ chat_dialects: first });
      let expected: readonly string[] = first;
      for (const change of [{}, ...changes] as { dialect?: string; chat_dialects?: string[] }[]) {
        const answer = await bench.ask('PATCH', at`/api/admin/providers/${provider.id}`, { weight: 2, ...change });
        assert.equal(answer.status, 200, answer.text);
        const before = expected;
        if (change.chat_dialects !== undefined) expected = change.chat_dialects;
        else if (change.dialect !== undefined) expected = [change.dialect];
        assert.deepEqual([answer.body.dialect, answer.body.chat_dialects], [expected[0], expected]);
        const [entry] = (await bench.ask('GET', '/api/admin/audit-log?limit=1')).body.data;
        const isChanged = expected.join() !== before.join();
        assert.equal(entry.after.chat_dialects !== undefined, isChanged, JSON.stringify(entry));
      }
      const inForce = bench.control.catalog.current.providers.find(({ id }) => id === provider.id);
      assert.deepEqual(inForce?.chatDialects, expected);
      assert.equal((await bench.ask('DELETE', at`/api/admin/providers/${provider.id}`)).status, 200);
    }),
    { numRuns: 20 },
  );
});

test('concurrent changes of two operators are each complete, and one of the lists stays', async () => {
  const { body: provider } = await create({ dialect: one });
  const wanted = [[one, two], [two], [three, two, one], [two, one]];
  const answers = await Promise.all(
    wanted.map((chat_dialects) => bench.ask('PATCH', at`/api/admin/providers/${provider.id}`, { chat_dialects })),
  );
  for (const [position, { status, body }] of answers.entries())
    assert.deepEqual([status, body.chat_dialects], [200, wanted[position]]);
  const kept = (await bench.ask('GET', at`/api/admin/providers/${provider.id}`)).body.chat_dialects as string[];
  assert.ok(
    wanted.some((list) => list.join() === kept.join()),
    kept.join(),
  );
});
