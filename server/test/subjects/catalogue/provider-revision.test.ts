/** Goal: of two operators who edit one provider, its routes, keys or models, the later one loses nothing of the earlier one unseen. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startFixture, type Fixture } from '../../gateway/fixture.ts';
import { must } from '../../scenarios/scenario.ts';

let fixture: Fixture;
before(async () => {
  fixture = await startFixture();
});
after(() => fixture.closeSettled());

interface Shown {
  readonly id: string;
  readonly revision: string;
  readonly routes: readonly { readonly keys: readonly { readonly id: string; readonly api_key_last4: string }[] }[];
}

const address = { region: 'domestic', base_url: 'https://maker.example/v1' };

async function made(name: string): Promise<Shown> {
  const keys = ['first-key-of-the-pool', 'second-key-of-the-pool'].map((key) => ({ api_key: key }));
  const body = { name, dialect: 'chat-completions', routes: [{ ...address, keys }], models: [{ model: 'm' }, { model: 'n' }] };
  return (await must(fixture, 'POST', '/providers', body)) as Shown;
}

const read = async ({ id }: Pick<Shown, 'id'>): Promise<Shown> => (await must(fixture, 'GET', `/providers/${id}`)) as Shown;

type Change = readonly [what: string, patch: (now: Shown) => object];
const keysOf = ({ routes }: Shown) => routes[0]?.keys ?? [];
const withKey = (now: Shown, change: object): object => ({
  routes: [{ ...address, keys: keysOf(now).map(({ id }, at) => ({ id, ...(at === 0 ? change : {}) })) }],
});

const changes: readonly Change[] = [
  ['the priority', () => ({ priority: 7 })],
  ['a protocol', () => ({ dialects: { embedding: 'embeddings' } })],
  ['a quirk', () => ({ quirks: { max_tokens_only: true } })],
  ['maintenance', () => ({ maintenance: true })],
  ['maintenance of a route', () => ({ routes: [{ ...address, maintenance: true }] })],
  ['another route', () => ({ routes: [address, { region: 'overseas', base_url: 'https://far.example/v1' }] })],
  ['the weight of a key', (now) => withKey(now, { weight: 3 })],
  ['a limit of a key', (now) => withKey(now, { limits: { concurrency: 2 } })],
  ['the value of a key', (now) => withKey(now, { api_key: 'another-key-of-that-pool-1' })],
  ['one key less', (now) => ({ routes: [{ ...address, keys: [{ id: keysOf(now)[0]?.id }] }] })],
  ['the cost of a model', () => ({ models: [{ model: 'm', cost: { input: '1', output: '2' } }, { model: 'n' }] })],
];

test('a change from a revision that is not the present one is refused, whatever either of both changed', async () => {
  for (const [at, [what, change]] of changes.entries()) {
    const opened = await made(`of ${String(at)}`);
    const earlier = await must(fixture, 'PATCH', `/providers/${opened.id}`, {
      ...change(opened),
      if_revision: opened.revision,
    });
    assert.notEqual(earlier.revision, opened.revision, what);
    for (const [its, later] of changes) {
      const { status, body } = await fixture.admin('PATCH', `/providers/${opened.id}`, {
        ...later(opened),
        if_revision: opened.revision,
      });
      assert.deepEqual([status, body.error.reason], [409, 'provider_changed'], `${what}, then ${its}`);
    }
    assert.deepEqual(await read(opened), earlier);
    const again = await fixture.admin('PATCH', `/providers/${opened.id}`, { priority: 9, if_revision: earlier.revision });
    assert.equal(again.status, 200, what);
  }
});

test('of 20 changes at once from one revision, exactly one is made; without a revision each one is', async () => {
  const opened = await made('crowded');
  const patch = (priority: number, more: object) => fixture.admin('PATCH', `/providers/${opened.id}`, { priority, ...more });
  const all = await Promise.all(Array.from({ length: 20 }, (_, at) => patch(at + 200, { if_revision: opened.revision })));
  assert.equal(all.filter(({ status }) => status === 200).length, 1);
  assert.equal(all.filter(({ status }) => status === 409).length, 19);
  const free = await Promise.all(Array.from({ length: 5 }, (_, at) => patch(at, {})));
  assert.ok(free.every(({ status }) => status === 200));
});

test('the revision does not depend on the order of models, nor on the state of routes', async () => {
  const opened = await made('steady');
  const same = await must(fixture, 'PATCH', `/providers/${opened.id}`, { models: [{ model: 'n' }, { model: 'm' }] });
  assert.equal(same.revision, opened.revision);
  assert.equal((await read(opened)).revision, opened.revision);
});
