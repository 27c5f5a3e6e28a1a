/** Routes in generated states, on the nodes of one installation: who calls, what is asked, and what happens between two calls. */
import assert from 'node:assert/strict';
import { seededRandom } from '../proofs/seed.ts';
import type { AdminAnswer } from '../ask-admin.ts';
import { chat, refusal, resetBeforeAnswer } from '../scripted-upstream/behaviours.ts';
import type { Behaviour } from '../scripted-upstream/scripted-exchange.ts';
import { newRoutedAccount, type RoutedNodes } from './routed-nodes.ts';

export interface Caller {
  readonly id: string;
  readonly key: string;
}

/** A model that several providers serve, one with a separate provider, whose fallback is the first, and one with a single full or distant route. */
const plainModel = 'simulated/model';
const ledModel = 'simulated/led';
const soleModel = 'simulated/sole';
const models = [plainModel, plainModel, plainModel, plainModel, ledModel, soleModel];
const long = 'A long conversation about the tides of the harbour. '.repeat(120);

const failures: readonly (() => Behaviour)[] = [
  () => refusal(500),
  () => refusal(503, undefined, { 'retry-after': '30' }),
  () => refusal(429),
  () => refusal(429, undefined, { 'retry-after': '20' }),
  () => refusal(401),
  () => resetBeforeAnswer(),
];

interface RouteDraft {
  readonly region: string;
  readonly keys: readonly object[];
}

const served = (cost: string | null, model = plainModel) => [
  { model, ...(cost === null ? {} : { cost: { input: cost, cached_input: '0.1', output: cost } }) },
];

export class RoutedWorld {
  readonly nodes: RoutedNodes;
  readonly callers: Caller[] = [];
  /** By the secret of a route key: its id and its route. */
  readonly places = new Map<string, { readonly key: string; readonly route: string }>();
  readonly #providers: string[] = [];
  readonly #random = seededRandom();
  /** What the next attempts meet; then all is well. */
  #scripted: Behaviour[] = [];

  private constructor(nodes: RoutedNodes) {
    this.nodes = nodes;
    nodes.upstream.otherwise((exchange) => (this.#scripted.shift() ?? chat())(exchange));
  }

  static async make(nodes: RoutedNodes): Promise<RoutedWorld> {
    const world = new RoutedWorld(nodes);
    await world.#make();
    return world;
  }

  chance(share: number): boolean {
    return this.#random() < share;
  }

  below(count: number): number {
    return Math.floor(this.#random() * count);
  }

  oneOf<Value>(values: readonly Value[]): Value {
    const value = values[this.below(values.length)];
    assert.ok(value !== undefined);
    return value;
  }

  /** The next attempts meet these. */
  script(behaviours: readonly Behaviour[]): void {
    this.#scripted = [...behaviours];
  }

  failures(count: number): readonly Behaviour[] {
    return Array.from({ length: count }, () => this.oneOf(failures)());
  }

  /** One request: short, or long enough for a prompt cache. */
  request(): Readonly<Record<string, unknown>> {
    const conversation = String(this.below(12));
    const messages = [{ role: 'user', content: this.chance(0.4) ? 'hi' : `${conversation} ${long}` }];
    const named = this.chance(0.3) ? { prompt_cache_key: `ours ${conversation}` } : {};
    return { model: this.oneOf(models), messages, stream: this.chance(0.3), ...named };
  }

  /** Something happens to a provider, or time passes. @param release ends the call that has been answered for longest. */
  async change(release: () => Promise<boolean>): Promise<void> {
    const id = this.oneOf(this.#providers);
    if (this.chance(0.06)) await this.oneOf(this.nodes.all).must('PATCH', `/providers/${id}`, { maintenance: this.chance(0.4) });
    if (this.chance(0.3)) await release();
    const passMs = this.chance(0.3) ? this.oneOf([1, 200, 5_000, 30_000, 320_000]) : 0;
    // Calls that wait longer would go to another route.
    while (passMs > 5_000 && (await release()));
    if (passMs > 0) await this.nodes.pass(passMs);
  }

  #must(method: string, path: string, body: object): Promise<AdminAnswer['body']> {
    return this.nodes.all[0].must(method, path, body);
  }

  async #provide(name: string, settings: object, routes: readonly RouteDraft[]): Promise<string> {
    const secret = (at: number, key: number): string => `secret-${name}-${String(at)}-${String(key)}`;
    const made: { id: string; routes: { id: string; keys: { id: string }[] }[] } = await this.#must('POST', '/providers', {
      name,
      dialect: 'chat-completions',
      routes: routes.map(({ region, keys }, at) => ({
        region,
        base_url: `${this.nodes.upstream.baseUrl}/${name}/${region}`,
        keys: keys.map((key, place) => ({ ...key, api_key: secret(at, place) })),
      })),
      ...settings,
    });
    this.#providers.push(made.id);
    for (const [at, route] of made.routes.entries())
      for (const [place, { id }] of route.keys.entries()) this.places.set(secret(at, place), { key: id, route: route.id });
    return made.routes[0]?.id ?? '';
  }

  async #make(): Promise<void> {
    const price = { input: '2', cached_input: '0.2', output: '8' };
    for (const model of [plainModel, soleModel])
      await this.#must('PUT', `/models/${encodeURIComponent(model)}`, { kind: 'chat', price });
    const led = { kind: 'chat', price, fallback_model: plainModel };
    await this.#must('PUT', `/models/${encodeURIComponent(ledModel)}`, led);
    const first = await this.#provide('first', { priority: 1, weight: 3, models: served('3') }, [
      { region: 'domestic', keys: [{ weight: 2 }, { limits: { concurrency: 1 } }, { weight: 0 }] },
      { region: 'overseas', keys: [{ limits: { requests_per_minute: 3 } }] },
    ]);
    await this.#provide('second', { priority: 1, models: served('2') }, [{ region: 'domestic', keys: [{}] }]);
    await this.#provide('third', { priority: 1, models: served(null) }, [
      { region: 'domestic', keys: [{ limits: { requests_per_minute: 5 } }, { limits: { tokens_per_minute: 9_000 } }] },
    ]);
    const last = await this.#provide('last', { priority: 2, models: served('1') }, [
      { region: 'overseas', keys: [{ limits: { concurrency: 2 } }] },
    ]);
    await this.#provide('leading', { models: served('2', ledModel) }, [
      { region: 'domestic', keys: [{ limits: { requests_per_minute: 6 } }] },
      { region: 'overseas', keys: [{ limits: { concurrency: 1 } }] },
    ]);
    await this.#provide('sole', { models: served('2', soleModel) }, [
      { region: 'overseas', keys: [{ limits: { requests_per_minute: 3, concurrency: 1 } }] },
    ]);
    const shared = await newRoutedAccount(this.nodes);
    for (const settings of [
      {},
      { routing: 'fastest' },
      { routing: 'cheapest' },
      { domestic_only: true },
      { preferred_route: last },
      { preferred_route: first, routing: 'fastest' },
    ])
      this.callers.push(await shared.newKey(settings));
    const tenant = await newRoutedAccount(this.nodes);
    await this.#must('PATCH', `/accounts/${tenant.id}`, { isolation: 'own_first' });
    const own = { account_id: tenant.id, models: served('4') };
    const named = await this.#provide('private', own, [{ region: 'domestic', keys: [{}, {}] }]);
    for (const settings of [{}, { preferred_route: named, routing: 'cheapest' }])
      this.callers.push(await tenant.newKey(settings));
  }
}
