import type { RouteStanding } from '@tollgate/contract/enumerations';
import type { RouteKey } from '../../domain/catalog/model.ts';
import type { KeyReport } from '../../domain/catalog/route-report.ts';
import { SlidingWindow } from '../../domain/limits/sliding-window.ts';
import { TokenWindow } from '../../domain/limits/token-window.ts';
import type { Clock } from '../../platform/clock.ts';
import { byAffinity } from './affinity.ts';
import { drawByWeight, EvenSequence } from './draws.ts';
import { RouteHealth } from './health/route-health.ts';
import { TokenHold } from './token-hold.ts';

/** The state of one key. */
export class KeyState {
  readonly health: RouteHealth;
  /** Attempts of the last minute, if these are limited. */
  readonly recent = new SlidingWindow();
  /** Tokens of the last minute, if these are limited. */
  readonly tokens = new TokenWindow();
  /** Attempts whose exchange with the upstream is not over. */
  running = 0;

  constructor(clock: Clock) {
    this.health = new RouteHealth(clock);
  }
}

export interface RouteKeysOptions {
  readonly clock: Clock;
  /** The number of nodes that share the limits of keys; each node uses its share. */
  readonly nodes: () => number;
  readonly stateOf: (key: RouteKey) => KeyState;
}

/** What a call asks of a key. */
export interface KeyDemand {
  /** Only of a key that is not ejected. */
  readonly inUseOnly: boolean;
  /** That of the conversation; `null`: draw. */
  readonly hash: number | null;
  /** Expected input and output. */
  readonly tokens: number;
}

export interface TakenKey {
  readonly key: RouteKey;
  /** If its tokens are limited. */
  readonly tokens?: TokenHold;
}

type Entry = readonly [RouteKey, KeyState];

/** A call holds its slot for an unknown time, so this is an estimate that costs at most one extra retry. */
const slotRetryMs = 1_000;

const standingsFromBest = ['healthy', 'trial', 'ejected'] as const satisfies readonly RouteStanding[];

/** The keys of a route that has several keys, or one with limits. Selects the key for an attempt. */
export class RouteKeys {
  readonly #clock: Clock;
  readonly #nodes: () => number;
  readonly #states: ReadonlyMap<RouteKey, KeyState>;
  readonly #draw = new EvenSequence();

  /** @param keys the enabled keys, at least one. */
  constructor(keys: readonly RouteKey[], { clock, nodes, stateOf }: RouteKeysOptions) {
    this.#clock = clock;
    this.#nodes = nodes;
    this.#states = new Map(keys.map((key) => [key, stateOf(key)]));
  }

  /** Whether there is a choice between keys. */
  get areSeveral(): boolean {
    return this.#states.size > 1;
  }

  of(key: RouteKey): KeyState | undefined {
    return this.#states.get(key);
  }

  /** The best standing among the keys. */
  standing(nowMs: number): RouteStanding {
    const standings = new Set(Array.from(this.#states.values(), ({ health }) => health.standing(nowMs)));
    return standingsFromBest.find((standing) => standings.has(standing)) ?? 'ejected';
  }

  /** When the first of the keys may be used again. */
  get backAtMs(): number {
    return Math.min(...Array.from(this.#states.values(), ({ health }) => health.backAtMs));
  }

  /**
   * Reserves a key that is within its limits for one attempt. Among those in use, this is the key of the call's conversation, otherwise one
   * drawn by weight. If all are ejected, it is the one that returns first. `released` must be called when its exchange is over.
   * @param hash the conversation's; `null` to draw.
   * @returns `null` if there is no such key, or, with `inUseOnly`, none in use.
   */
  take(demand: KeyDemand): TakenKey | null {
    const nowMs = this.#clock.monotonicMs();
    const taken = this.#choose(demand, this.#draw, nowMs);
    if (taken === undefined) return null;
    const [key, state] = taken;
    state.running += 1;
    if (key.limits.requestsPerMinute !== null) state.recent.add(nowMs);
    return key.limits.tokensPerMinute === null
      ? { key }
      : { key, tokens: new TokenHold(this.#clock, state.tokens, demand.tokens) };
  }

  /** When the first of the keys is below its limits, if none is now. */
  freesInMs(tokens: number): number {
    const nowMs = this.#clock.monotonicMs();
    return Math.min(...Array.from(this.#states, ([key, state]) => this.#freesInMs(key, state, { tokens, nowMs })));
  }

  /** The key that `take` would take now. */
  next(demand: KeyDemand): TakenKey | null {
    const [key] = this.#choose(demand, this.#draw.fork(), this.#clock.monotonicMs()) ?? [];
    return key === undefined ? null : { key };
  }

  #choose({ inUseOnly, hash, tokens }: KeyDemand, draw: EvenSequence, nowMs: number): Entry | undefined {
    const within = [...this.#states].filter(([key, state]) => this.#freesInMs(key, state, { tokens, nowMs }) === 0);
    const inUse = within.filter(([, { health }]) => health.standing(nowMs) !== 'ejected');
    if (inUse.length === 0)
      return inUseOnly ? undefined : within.toSorted(([, left], [, right]) => left.health.backAtMs - right.health.backAtMs)[0];
    if (hash === null) return inUse[drawByWeight(inUse, ([key]) => key.weight, draw.next())];
    return byAffinity(inUse, hash, { id: ([key]) => key.id, weight: ([key]) => key.weight })[0];
  }

  released(key: RouteKey): void {
    const state = this.#states.get(key);
    if (state !== undefined) state.running -= 1;
  }

  report(key: RouteKey): KeyReport | null {
    const state = this.#states.get(key);
    if (state === undefined) return null;
    const nowMs = this.#clock.monotonicMs();
    return { ...state.health.report(), isFull: this.#freesInMs(key, state, { tokens: 1, nowMs }) > 0 };
  }

  /** Beyond these limits an upstream would refuse requests; some upstreams penalize that. */
  #freesInMs(
    { limits }: RouteKey,
    { running, recent, tokens: used }: KeyState,
    { tokens, nowMs }: { readonly tokens: number; readonly nowMs: number },
  ): number {
    const { requestsPerMinute, tokensPerMinute, concurrency } = limits;
    const slotMs = concurrency !== null && running >= this.#share(concurrency) ? slotRetryMs : 0;
    const requestMs = requestsPerMinute === null ? 0 : recent.waitMs(this.#share(requestsPerMinute), nowMs);
    return Math.max(slotMs, requestMs, tokensPerMinute === null ? 0 : used.waitMs(tokens, this.#share(tokensPerMinute), nowMs));
  }

  #share(bound: number): number {
    return Math.max(1, Math.floor(bound / this.#nodes()));
  }
}
