/** Goal: what the simulation of a route says is what the next call does, in any state. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { RouteSimulationAnswer } from '@tollgate/contract/catalogue/route-simulations';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { seededRandom, testSeed } from '../proofs/seed.ts';
import { after as afterGate, chat, refusal, resetBeforeAnswer } from '../scripted-upstream/behaviours.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import type { Behaviour } from '../scripted-upstream/scripted-exchange.ts';
import { must, newKey, passTime } from './scenario.ts';
import { newTenant } from './tenant.ts';

const model = 'simulated/model';
const states = 1_000;
const heldMax = 3;
const long = 'A long conversation about the tides of the harbour. '.repeat(120);

type Step = RouteSimulationAnswer['steps'][number];

interface Caller {
  readonly id: string;
  readonly key: string;
}

let fixture: Fixture;
let callers: Caller[];
/** What the next attempts meet; then all is well. */
let scripted: Behaviour[] = [];
const providers: { readonly id: string; readonly name: string }[] = [];
/** By the secret of a route key: its id and its route. */
const places = new Map<string, { readonly key: string; readonly route: string }>();
const random = seededRandom();
const below = (count: number): number => Math.floor(random() * count);

function oneOf<Value>(values: readonly Value[]): Value {
  const value = values[below(values.length)];
  assert.ok(value !== undefined);
  return value;
}

async function provide(
  name: string,
  settings: object,
  routes: readonly { region: string; keys: readonly object[] }[],
): Promise<string[]> {
  const secret = (at: number, key: number): string => `secret-${name}-${String(at)}-${String(key)}`;
  const made = await must(fixture, 'POST', '/providers', {
    name,
    dialect: 'chat-completions',
    routes: routes.map(({ region, keys }, at) => ({
      region,
      base_url: `${fixture.upstream.baseUrl}/${name}/${region}`,
      keys: keys.map((key, place) => ({ ...key, api_key: secret(at, place) })),
    })),
    ...settings,
  });
  const shown = made as { id: string; routes: { id: string; keys: { id: string }[] }[] };
  providers.push({ id: shown.id, name });
  for (const [at, route] of shown.routes.entries())
    for (const [place, { id }] of route.keys.entries()) places.set(secret(at, place), { key: id, route: route.id });
  return shown.routes.map(({ id }) => id);
}

const models = (cost: string | null) => [
  { model, ...(cost === null ? {} : { cost: { input: cost, cached_input: '0.1', output: cost } }) },
];

before(async () => {
  fixture = await startFixture();
  fixture.upstream.otherwise((exchange) => (scripted.shift() ?? chat())(exchange));
  await must(fixture, 'PUT', `/models/${encodeURIComponent(model)}`, {
    kind: 'chat',
    price: { input: '2', cached_input: '0.2', output: '8' },
  });
  const [first = ''] = await provide('first', { priority: 1, weight: 3, models: models('3') }, [
    { region: 'domestic', keys: [{ weight: 2 }, { limits: { concurrency: 1 } }, { weight: 0 }] },
    { region: 'overseas', keys: [{ limits: { requests_per_minute: 3 } }] },
  ]);
  await provide('second', { priority: 1, models: models('2') }, [{ region: 'domestic', keys: [{}] }]);
  await provide('third', { priority: 1, models: models(null) }, [
    { region: 'domestic', keys: [{ limits: { requests_per_minute: 5 } }, { limits: { tokens_per_minute: 9_000 } }] },
  ]);
  const [last = ''] = await provide('last', { priority: 2, models: models('1') }, [
    { region: 'overseas', keys: [{ limits: { concurrency: 2 } }] },
  ]);
  const tenant = await newTenant(fixture);
  await must(fixture, 'PATCH', `/accounts/${tenant.id}`, { isolation: 'own_first' });
  await provide('private', { account_id: tenant.id, models: models('4') }, [{ region: 'domestic', keys: [{}, {}] }]);
  callers = [
    { id: fixture.keyId, key: fixture.key },
    { id: tenant.keyId, key: tenant.key },
  ];
  for (const settings of [
    { routing: 'fastest' },
    { routing: 'cheapest' },
    { domestic_only: true },
    { preferred_route: last },
    { preferred_route: first, routing: 'fastest' },
  ])
    callers.push(await newKey(fixture, settings));
});

after(() => fixture.close());

/** One request: short, or long enough for a prompt cache. */
function requestOf(): Readonly<Record<string, unknown>> {
  const conversation = String(below(12));
  const messages = [{ role: 'user', content: random() < 0.4 ? 'hi' : `${conversation} ${long}` }];
  const named = random() < 0.3 ? { prompt_cache_key: `ours ${conversation}` } : {};
  return { model, messages, stream: random() < 0.3, ...named };
}

const failures: readonly (() => Behaviour)[] = [
  () => refusal(500),
  () => refusal(503, undefined, { 'retry-after': '30' }),
  () => refusal(429),
  () => refusal(429, undefined, { 'retry-after': '20' }),
  () => refusal(401),
  () => resetBeforeAnswer(),
];

function call(caller: Caller, body: object): Promise<Response> {
  return fetch(`http://127.0.0.1:${String(fixture.port)}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${caller.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** The attempts since then, each route once, with the key that it was first called with. */
function attemptsSince(count: number): readonly { readonly route: string; readonly key: string }[] {
  const attempts = fixture.upstream.requests.slice(count).map(({ headers }) => {
    const place = places.get(String(headers.authorization).replace('Bearer ', ''));
    assert.ok(place);
    return place;
  });
  return attempts.filter(({ route }, at) => attempts.findIndex((each) => each.route === route) === at);
}

/** The notes in the log of a call that this step served. */
function notesUntil(steps: readonly Step[], served: number): readonly string[] {
  const notes = steps.flatMap(({ provider, region, why }, at) =>
    (why?.split('; ') ?? [])
      .filter((reason) =>
        reason === 'its keys are at their limits' ? at < served : /^(?:put aside|in maintenance)/.test(reason),
      )
      .map((reason) => `${provider.name}/${region}: ${reason}`),
  );
  return notes.sort();
}

interface Checked {
  readonly callId: string;
  readonly steps: readonly Step[];
  /** The step that served it. */
  readonly served: number;
}

/** Calls whose answer waits. */
const held: { readonly gate: Gate; readonly answer: Promise<unknown> }[] = [];
const checked: Checked[] = [];
const seen = { failedOver: 0, passedOver: 0, affinity: 0, refused: 0 };

async function release(): Promise<void> {
  const one = held.shift();
  one?.gate.open();
  await one?.answer;
}

/** Something happens between two calls. */
async function change(): Promise<void> {
  const { id } = oneOf(providers);
  if (random() < 0.06) await must(fixture, 'PATCH', `/providers/${id}`, { maintenance: random() < 0.4 });
  if (random() < 0.3) await release();
  const passMs = random() < 0.3 ? oneOf([1, 200, 5_000, 30_000, 320_000]) : 0;
  // Calls that wait longer would go to another route.
  while (passMs > 5_000 && held.length > 0) await release();
  if (passMs > 0) await passTime(fixture, passMs);
}

/** A call and what was simulated of it. */
interface Compared {
  readonly caller: Caller;
  readonly body: Readonly<Record<string, unknown>>;
  readonly simulated: RouteSimulationAnswer;
  readonly expected: readonly { readonly route: string; readonly key: string | undefined }[];
  readonly where: string;
}

/** A call whose answer waits goes where the simulation says. */
async function hold({ caller, body, expected, where }: Compared): Promise<void> {
  const count = fixture.upstream.requests.length;
  const gate = new Gate();
  scripted = [afterGate(gate, chat())];
  held.push({ gate, answer: call(caller, body).then((response) => response.text()) });
  await gate.reached;
  assert.deepEqual(attemptsSince(count), expected.slice(0, 1), where);
}

/** A call meets these failures, and tries the routes that the simulation lists, in their order. */
async function follow({ caller, body, simulated, expected, where }: Compared, behaviours: Behaviour[]): Promise<void> {
  const count = fixture.upstream.requests.length;
  scripted = behaviours;
  const response = await call(caller, body);
  const text = await response.text();
  const attempts = attemptsSince(count);
  assert.deepEqual(attempts, expected.slice(0, attempts.length), where);
  assert.equal(attempts.length > 0, expected.length > 0, where);
  if (simulated.refusal !== null) {
    seen.refused += 1;
    assert.equal((JSON.parse(text) as { error: { code: string } }).error.code, simulated.refusal.code, where);
  }
  if (attempts.length > 1) seen.failedOver += 1;
  // Another key of a route, or the same route again after a pause, is not a step.
  const isBySteps = attempts.length === fixture.upstream.requests.length - count;
  if (response.status !== 200 || !isBySteps) return;
  const served = simulated.steps.findIndex(({ route }) => route === attempts.at(-1)?.route);
  checked.push({ callId: response.headers.get('x-request-id') ?? '', steps: simulated.steps, served });
}

async function compare(state: number): Promise<void> {
  const [caller, body] = [oneOf(callers), requestOf()];
  const asked = { key_id: caller.id, model, request: body };
  const simulated: RouteSimulationAnswer = await must(fixture, 'POST', '/route-simulations', asked);
  const expected = simulated.steps
    .filter(({ choice }) => choice !== 'passed_over')
    .map(({ route, key }) => ({ route, key: key?.id }));
  const compared = { caller, body, simulated, expected, where: `state ${String(state)}: ${JSON.stringify(simulated)}` };
  const failing = expected.length === 0 || random() < 0.7 ? 0 : 1 + below(2);
  if (failing === 0 && expected.length > 0 && held.length < heldMax && random() < 0.2) await hold(compared);
  else
    await follow(
      compared,
      Array.from({ length: failing }, () => oneOf(failures)()),
    );
}

/** What the log says of these calls is what was simulated. */
async function compareTrails(): Promise<void> {
  for (const { callId, steps, served } of checked) {
    const row = await must(fixture, 'GET', `/calls/${callId}`);
    const trail = row.trail as { readonly routes?: readonly string[]; readonly by?: string } | null;
    const where = JSON.stringify({ row, steps });
    assert.deepEqual([...(trail?.routes ?? [])].sort(), notesUntil(steps, served), where);
    assert.equal(trail?.by ?? null, steps[served]?.by, where);
    if (trail?.routes !== undefined) seen.passedOver += 1;
    if (trail?.by === 'affinity') seen.affinity += 1;
  }
}

describe('a simulated route', () => {
  test(`is the one of the next call, in ${String(states)} states (seed ${String(testSeed)})`, async (t) => {
    for (let state = 0; state < states; state += 1) {
      await change();
      await compare(state);
    }
    while (held.length > 0) await release();
    await fixture.waitFor(() => fixture.service.gateway.state.running.size === 0);
    await fixture.service.storage.books.flush();
    await compareTrails();
    t.diagnostic(JSON.stringify({ states, compared: checked.length, ...seen }));
    const { refused: _rare, ...usual } = seen;
    for (const [what, times] of Object.entries(usual)) assert.ok(times > 0, `${what}: ${String(times)}`);
  });
});
