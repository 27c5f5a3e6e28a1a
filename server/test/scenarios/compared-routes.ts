/** Compares what the simulation of a route says with what the next call at that node does, and with the trail in its log. */
import assert from 'node:assert/strict';
import type { RouteSimulationAnswer } from '@tollgate/contract/catalogue/route-simulations';
import { after, chat } from '../scripted-upstream/behaviours.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import type { Behaviour } from '../scripted-upstream/scripted-exchange.ts';
import { waitFor } from '../wait-for.ts';
import { askNode, type RoutedNode } from './routed-nodes.ts';
import type { Caller, RoutedWorld } from './routed-world.ts';

type Step = RouteSimulationAnswer['steps'][number];

/** More would make some calls wait for a slot of the client's connection pool. */
const heldMax = 3;
/** The log keeps this many notes of a call. */
const notesMax = 8;

interface Place {
  readonly route: string;
  readonly key: string | undefined;
}

/** A call and what was simulated of it. */
interface Compared {
  readonly node: RoutedNode;
  readonly caller: Caller;
  readonly body: Readonly<Record<string, unknown>>;
  readonly simulated: RouteSimulationAnswer;
  readonly expected: readonly (Place & { readonly model: string })[];
  readonly where: string;
}

interface Checked {
  readonly callId: string;
  readonly model: unknown;
  readonly steps: readonly Step[];
  /** The step that served it. */
  readonly served: number;
}

interface Trail {
  readonly routes?: readonly string[];
  readonly by?: string;
  /** The fallback that served it. */
  readonly served?: string;
}

/** The notes in the log of a call that this step served: none of a fallback that it did not need. */
function notesUntil({ steps, served, model }: Checked): ReadonlySet<string> {
  const reached = steps[served]?.model === model ? steps.filter((step) => step.model === model) : steps;
  const notes = reached.flatMap(({ provider, region, why }, at) =>
    (why?.split('; ') ?? [])
      .filter((reason) =>
        reason === 'its keys are at their limits' ? at < served : /^(?:put aside|in maintenance)/.test(reason),
      )
      .map((reason) => `${provider.name}/${region}: ${reason}`),
  );
  return new Set(notes);
}

class ComparedRoutes {
  readonly seen = { failedOver: 0, passedOver: 0, affinity: 0, fallback: 0, refused: 0 };
  readonly #world: RoutedWorld;
  /** Calls whose answer waits. */
  readonly #held: { readonly gate: Gate; readonly answer: Promise<unknown> }[] = [];
  readonly #checked: Checked[] = [];

  constructor(world: RoutedWorld) {
    this.#world = world;
  }

  /** The number of calls whose trail is compared at the end. */
  get compared(): number {
    return this.#checked.length;
  }

  /** Simulates a call in the next state, and makes it. */
  async compare(state: number): Promise<void> {
    const world = this.#world;
    await world.change(() => this.#release());
    const [node, caller, body] = [world.oneOf(world.nodes.all), world.oneOf(world.callers), world.request()];
    const asked = { key_id: caller.id, model: body.model, request: body };
    const simulated: RouteSimulationAnswer = await node.must('POST', '/route-simulations', asked);
    const expected = simulated.steps
      .filter(({ choice }) => choice !== 'passed_over')
      .map(({ model, route, key }) => ({ model, route, key: key?.id }));
    const where = `state ${String(state)}: ${JSON.stringify(simulated)}`;
    const compared = { node, caller, body, simulated, expected, where };
    const failing = expected.length === 0 || world.chance(0.7) ? 0 : 1 + world.below(2);
    if (failing === 0 && expected.length > 0 && this.#held.length < heldMax && world.chance(0.2)) await this.#hold(compared);
    else await this.#follow(compared, world.failures(failing));
  }

  /** Ends all calls, and compares what the log says of them. */
  async end(): Promise<void> {
    while (await this.#release());
    await this.#world.nodes.flush();
    for (const checked of this.#checked) await this.#compareTrail(checked);
  }

  async #release(): Promise<boolean> {
    const one = this.#held.shift();
    one?.gate.open();
    await one?.answer;
    await this.#settled();
    return one !== undefined;
  }

  /** Only calls whose answer waits are running: no other one still holds a key. */
  #settled(): Promise<void> {
    const running = (): number => this.#world.nodes.all.reduce((sum, node) => sum + node.running(), 0);
    return waitFor(() => running() === this.#held.length);
  }

  /** The attempts since then, each route once, with the key that it was first called with. */
  #attemptsSince(count: number): readonly Place[] {
    const attempts = this.#world.nodes.upstream.requests.slice(count).map(({ headers }) => {
      const place = this.#world.places.get(String(headers.authorization).replace('Bearer ', ''));
      assert.ok(place);
      return place;
    });
    return attempts.filter(({ route }, at) => attempts.findIndex((each) => each.route === route) === at);
  }

  /** A call whose answer waits goes where the simulation says. */
  async #hold({ node, caller, body, expected, where }: Compared): Promise<void> {
    const count = this.#world.nodes.upstream.requests.length;
    const gate = new Gate();
    this.#world.script([after(gate, chat())]);
    this.#held.push({ gate, answer: askNode(node, caller.key, body).then((response) => response.text()) });
    await gate.reached;
    assert.deepEqual(this.#attemptsSince(count), placesOf(expected.slice(0, 1)), where);
  }

  /** A call meets these failures, and tries the routes that the simulation lists, in their order. */
  async #follow(compared: Compared, behaviours: readonly Behaviour[]): Promise<void> {
    const { node, caller, body, simulated, where } = compared;
    const { nodes } = this.#world;
    const [count, startMs] = [nodes.upstream.requests.length, nodes.monotonicMs()];
    this.#world.script(behaviours);
    const response = await askNode(node, caller.key, body);
    const text = await response.text();
    await this.#settled();
    const attempts = this.#attemptsSince(count);
    // After a pause, the fallback is in a later state than the simulated one.
    const hasPaused = nodes.monotonicMs() > startMs;
    const expected = hasPaused ? compared.expected.filter(({ model }) => model === body.model) : compared.expected;
    const foreseen = attempts.slice(0, hasPaused ? expected.length : undefined);
    assert.deepEqual(foreseen, placesOf(expected.slice(0, foreseen.length)), where);
    assert.equal(attempts.length > 0, compared.expected.length > 0, where);
    if (simulated.refusal !== null) this.seen.refused += 1;
    if (attempts.length === 0)
      assert.equal((JSON.parse(text) as { error: { code: string } }).error.code, simulated.refusal?.code, where);
    if (attempts.length > 1) this.seen.failedOver += 1;
    // Another key of a route, or the same route again after a pause, is not a step.
    const isBySteps = attempts.length === nodes.upstream.requests.length - count;
    if (response.status !== 200 || !isBySteps || hasPaused) return;
    const served = simulated.steps.findIndex(({ route }) => route === attempts.at(-1)?.route);
    const callId = response.headers.get('x-request-id') ?? '';
    this.#checked.push({ callId, model: body.model, steps: simulated.steps, served });
  }

  /** What the log says of this call is what was simulated. */
  async #compareTrail(checked: Checked): Promise<void> {
    const { callId, model, steps, served } = checked;
    const trail = await this.#trailOf(callId);
    const { routes = [], by = null, served: other = model } = trail;
    const where = JSON.stringify({ callId, trail, steps });
    const notes = notesUntil(checked);
    assert.ok(new Set(routes).size === routes.length && routes.every((note) => notes.has(note)), where);
    assert.equal(routes.length, Math.min(notes.size, notesMax), where);
    assert.deepEqual({ by, model: other }, { by: steps[served]?.by, model: steps[served]?.model }, where);
    this.seen.passedOver += Number(routes.length > 0);
    this.seen.affinity += Number(by === 'affinity');
    this.seen.fallback += Number(other !== model);
  }

  async #trailOf(callId: string): Promise<Trail> {
    const row: { readonly trail: Trail | null } = await this.#world.nodes.all[0].must('GET', `/calls/${callId}`);
    return row.trail ?? {};
  }
}

const placesOf = (expected: Compared['expected']): readonly Place[] => expected.map(({ route, key }) => ({ route, key }));

/** Compares in generated states, each of which the calls of the others have left. @returns what happened in them */
export async function compareStates(world: RoutedWorld, states: number): Promise<string> {
  const routes = new ComparedRoutes(world);
  for (let state = 0; state < states; state += 1) await routes.compare(state);
  await routes.end();
  const { compared, seen } = routes;
  for (const [what, times] of Object.entries(seen)) assert.ok(times > 0, `${what}: ${String(times)}`);
  return JSON.stringify({ states, compared, ...seen });
}
