/**
 * A model whose first route misbehaves in front of one that works, on one node or three.
 * Method: real upstreams that misbehave as scripted, a call at every node each fifth of a second, durations moved by the test.
 */
import assert from 'node:assert/strict';
import {
  after as afterGate,
  chat,
  chatStreamResetAfter,
  refusal,
  resetBeforeAnswer,
  stall,
} from '../scripted-upstream/behaviours.ts';
import type { Behaviour, RecordedRequest } from '../scripted-upstream/scripted-exchange.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import { streamText } from '../stream-text.ts';
import { waitFor } from '../wait-for.ts';
import { askNode, newRoutedAccount, type RoutedNode, type RoutedNodes } from './routed-nodes.ts';

const everyMs = 200;
/** Longer than a route may take to its first byte. */
const silentMs = 301_000;
/** Longer than a route is ejected at most. */
const recoveredMs = 310_000;
const callsAfter = 30;

export interface BadRoute {
  readonly name: string;
  readonly behaviour: (routes: FailingRoutes) => Behaviour;
  readonly stream?: boolean;
  /** Its requests hang until time passes. */
  readonly hangs?: boolean;
  /** Calls at each node that nobody serves. */
  readonly missedMax: number;
  /** Requests that the route still gets, as a share of the calls. */
  readonly shareMin?: number;
  readonly shareMax?: number;
  /** Requests that the route still gets from each node. */
  readonly askedMax?: number;
}

const words = Array.from({ length: 40 }, () => 'word ');
const keyOf = ({ headers }: RecordedRequest): string => String(headers.authorization).replace('Bearer ', '');

export const badRoutes: readonly BadRoute[] = [
  { name: 'is dead', behaviour: () => resetBeforeAnswer(), missedMax: 0, askedMax: 15 },
  { name: 'is silent', behaviour: () => stall(), stream: true, hangs: true, missedMax: 0, askedMax: 15 },
  {
    name: 'flaps: it answers one call of three',
    behaviour: () => (exchange) => (exchange.request.order % 3 === 0 ? chat() : refusal(500))(exchange),
    missedMax: 0,
    askedMax: 75,
  },
  {
    name: 'begins streams and breaks them',
    behaviour: () => chatStreamResetAfter(words, 3_000),
    stream: true,
    missedMax: 25,
    askedMax: 30,
  },
  {
    name: 'allows each of three keys 20 calls a minute per node',
    behaviour: (routes) => routes.allowing(20),
    missedMax: 1,
    shareMin: 0.2,
    shareMax: 0.5,
  },
  {
    name: 'has no money left for one of three keys',
    behaviour: () => (exchange) => (keyOf(exchange.request) === 'two' ? refusal(402) : chat())(exchange),
    missedMax: 0,
    shareMin: 1,
    shareMax: 1.02,
  },
];

export interface RouteFigures {
  readonly calls: number;
  readonly served: number;
  /** Requests to upstreams beyond one for each call. */
  readonly retries: number;
  readonly toFirst: number;
  /** Requests to a key that had failed the call while the other route was left. */
  readonly repeats: number;
  /** Calls during which time passed: for a silent or slow route, or a pause. */
  readonly waited: number;
  readonly waitedMs: { readonly p95: number; readonly max: number };
  /** In real time. */
  readonly tookMs: { readonly p50: number; readonly p95: number };
}

interface MadeRoutes {
  readonly model: string;
  /** Of an account without limits. */
  readonly key: string;
  /** The provider of the first route. */
  readonly provider: string;
}

interface Made {
  readonly isServed: boolean;
  readonly waitedMs: number;
  readonly tookMs: number;
}

interface Asked {
  readonly upstream: ScriptedUpstream;
  readonly key: string;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
}

export class FailingRoutes {
  readonly first: ScriptedUpstream;
  readonly second: ScriptedUpstream;
  readonly #nodes: RoutedNodes;
  readonly made: MadeRoutes;
  /** The requests for each call, in order. */
  readonly #asked = new Map<string, Asked[]>();
  readonly #slow: { readonly atMs: number; readonly gate: Gate }[] = [];
  #calls = 0;

  private constructor(nodes: RoutedNodes, upstreams: readonly [ScriptedUpstream, ScriptedUpstream], made: MadeRoutes) {
    this.#nodes = nodes;
    [this.first, this.second] = upstreams;
    this.made = made;
    this.behave(this.first, chat());
    this.behave(this.second, chat());
  }

  /** @param model separate for each test, because routes remember what happened. */
  static async make(nodes: RoutedNodes, model: string, how: { readonly areEqual?: boolean } = {}): Promise<FailingRoutes> {
    const upstreams = [await startScriptedUpstream(), await startScriptedUpstream()] as const;
    const [{ must }] = nodes.all;
    await must('PUT', `/models/${encodeURIComponent(model)}`, { kind: 'chat', price: { input: '2', output: '8' } });
    const provide = (at: 0 | 1, keys: readonly string[]): Promise<{ readonly id: string }> =>
      must('POST', '/providers', {
        name: `${model}-${String(at)}`,
        dialect: 'chat-completions',
        models: [{ model }],
        priority: how.areEqual === true ? 1 : at + 1,
        routes: [{ region: 'domestic', base_url: upstreams[at].baseUrl, keys: keys.map((api_key) => ({ api_key })) }],
      });
    const { id: provider } = await provide(0, ['one', 'two', 'three']);
    await provide(1, ['other']);
    const account = await newRoutedAccount(nodes);
    const { key } = await account.newKey(how.areEqual === true ? { routing: 'fastest' } : {});
    return new FailingRoutes(nodes, upstreams, { model, key, provider });
  }

  /** Lets every ejection end. */
  recover(): Promise<void> {
    return this.#nodes.pass(recoveredMs);
  }

  async close(): Promise<void> {
    await Promise.all([this.first.close(), this.second.close()]);
  }

  behave(upstream: ScriptedUpstream, behaviour: Behaviour): void {
    upstream.otherwise((exchange) => {
      const [{ content = '' } = {}] = exchange.request.body.messages as readonly { content?: string }[];
      const asked = this.#asked.get(content) ?? [];
      this.#asked.set(content, asked);
      asked.push({ upstream, key: keyOf(exchange.request) });
      return behaviour(exchange);
    });
  }

  /** Each node may use each key so often in any minute. */
  allowing(perMinute: number): Behaviour {
    const used = new Map<string, number[]>();
    return (exchange) => {
      const nowMs = this.#nodes.monotonicMs();
      const times = (used.get(keyOf(exchange.request)) ?? []).filter((atMs) => nowMs - atMs < 60_000);
      used.set(keyOf(exchange.request), times);
      if (times.length >= perMinute * this.#nodes.all.length) return refusal(429)(exchange);
      times.push(nowMs);
      return chat()(exchange);
    };
  }

  /** Answers after this time. */
  taking(ms: number): Behaviour {
    return (exchange) => {
      const gate = new Gate();
      this.#slow.push({ atMs: this.#nodes.monotonicMs() + ms, gate });
      return afterGate(gate, chat())(exchange);
    };
  }

  /** So many calls at each node. */
  async run(perNode: number, bad: Pick<BadRoute, 'hangs' | 'stream'> & { readonly isSlow?: boolean }): Promise<RouteFigures> {
    this.#asked.clear();
    const made: Made[] = [];
    for (let call = 0; call < perNode; call += 1) {
      let left = this.#nodes.all.length;
      const calls = this.#nodes.all.map((node) => this.#call(node, bad.stream === true).finally(() => (left -= 1)));
      if (bad.hangs === true) await this.#wait(() => left);
      if (bad.isSlow === true) await this.#answer(() => left);
      made.push(...(await Promise.all(calls)));
      await this.#nodes.pass(everyMs);
    }
    return this.#figures(made);
  }

  /** Lets time pass while calls wait for a route that is silent. */
  async #wait(left: () => number): Promise<void> {
    await waitFor(() => left() === this.first.open);
    if (left() === 0) return;
    await this.#nodes.pass(silentMs);
    await waitFor(async () => {
      if (left() > 0) await this.#nodes.pass(everyMs);
      return left() === 0;
    });
  }

  /** Lets time pass to the next answer, until all are given. */
  async #answer(left: () => number): Promise<void> {
    while (left() > 0) {
      await waitFor(() => this.#slow.length === left());
      const [next] = this.#slow.sort((one, other) => one.atMs - other.atMs).splice(0, 1);
      if (next === undefined) return;
      await this.#nodes.pass(Math.max(0, next.atMs - this.#nodes.monotonicMs()));
      const before = left();
      next.gate.open();
      await waitFor(() => left() < before);
    }
  }

  async #call(node: RoutedNode, stream: boolean): Promise<Made> {
    this.#calls += 1;
    const body = { model: this.made.model, messages: [{ role: 'user', content: `call ${String(this.#calls)}` }], stream };
    const [startMs, startedMs] = [this.#nodes.monotonicMs(), performance.now()];
    const response = await askNode(node, this.made.key, body);
    const text = await streamText(response);
    const isServed = response.status === 200 && (!stream || text.includes('[DONE]'));
    return { isServed, waitedMs: this.#nodes.monotonicMs() - startMs, tookMs: performance.now() - startedMs };
  }

  #figures(made: readonly Made[]): RouteFigures {
    const asked = [...this.#asked.values()];
    const took = made.map(({ tookMs }) => tookMs);
    const waited = made.map(({ waitedMs }) => waitedMs);
    const all = asked.flat();
    return {
      calls: made.length,
      served: made.filter(({ isServed }) => isServed).length,
      retries: all.length - made.length,
      toFirst: all.filter(({ upstream }) => upstream === this.first).length,
      repeats: asked.reduce((sum, requests) => sum + repeatsOf(requests), 0),
      waited: waited.filter((waitedMs) => waitedMs > 0).length,
      waitedMs: { p95: quantile(waited, 0.95), max: quantile(waited, 1) },
      tookMs: { p50: quantile(took, 0.5), p95: quantile(took, 0.95) },
    };
  }
}

/** Requests to a key that was asked before, while only one of the routes was. */
function repeatsOf(requests: readonly Asked[]): number {
  return requests.filter(({ key }, at) => {
    const earlier = requests.slice(0, at);
    return earlier.some((each) => each.key === key) && new Set(earlier.map(({ upstream }) => upstream)).size === 1;
  }).length;
}

/** Calls are served while the route is bad, and it gets them back afterwards. @returns the figures of both */
export async function expectServed(routes: FailingRoutes, bad: BadRoute, perNode: number): Promise<string> {
  routes.behave(routes.first, bad.behaviour(routes));
  const during = await routes.run(perNode, bad);
  const { calls, served, retries, toFirst, repeats } = during;
  const shown = JSON.stringify(during);
  const nodes = calls / perNode;
  const { missedMax, shareMin = 0, shareMax = Infinity, askedMax = Infinity } = bad;
  assert.ok(served >= calls - missedMax * nodes, `served: ${shown}`);
  assert.ok(retries <= 0.2 * calls, `retries: ${shown}`);
  assert.equal(repeats, 0, shown);
  assert.ok(toFirst >= shareMin * calls && toFirst <= Math.min(shareMax * calls, askedMax * nodes), `to the first: ${shown}`);
  routes.behave(routes.first, chat());
  await routes.recover();
  const after = await routes.run(callsAfter, bad);
  const expected = { served: after.calls, retries: 0, toFirst: after.calls };
  assert.deepEqual({ served: after.served, retries: after.retries, toFirst: after.toFirst }, expected, 'after its recovery');
  return JSON.stringify({ during, after });
}

const [slowMs, usualMs] = [2_000, 100];

/** Of two equal routes, the slow one gets few calls of a key that wants the fastest, and its share when it is as fast as the other. */
export async function expectFast(routes: FailingRoutes, perNode: number): Promise<string> {
  routes.behave(routes.first, routes.taking(slowMs));
  routes.behave(routes.second, routes.taking(usualMs));
  const during = await routes.run(perNode, { isSlow: true });
  assert.deepEqual([during.served, during.retries], [during.calls, 0], JSON.stringify(during));
  assert.ok(during.toFirst <= 0.05 * during.calls, JSON.stringify(during));
  assert.equal(during.waitedMs.p95, usualMs);
  routes.behave(routes.first, routes.taking(usualMs));
  await routes.recover();
  const after = await routes.run(callsAfter, { isSlow: true });
  assert.ok(after.toFirst >= 0.3 * after.calls && after.toFirst <= 0.7 * after.calls, JSON.stringify(after));
  return JSON.stringify({ during, after });
}
