import type { Clock } from '../platform/clock.ts';

/** How many requests of one kind may run and wait, in total and per requester. */
interface LaneRules {
  readonly runningMax: number;
  readonly runningOfOneMax: number;
  readonly waitingMax: number;
  readonly waitingOfOneMax: number;
}

/**
 * Signed-in people, all others, and all others whose request waits for an outside server, which may be slow. For the last two, only two
 * password hashes run at once in any case.
 */
const lanes = {
  person: { runningMax: Infinity, runningOfOneMax: 8, waitingMax: Infinity, waitingOfOneMax: 64 },
  stranger: { runningMax: 2, runningOfOneMax: 2, waitingMax: 64, waitingOfOneMax: 16 },
  outside: { runningMax: 8, runningOfOneMax: 4, waitingMax: 16, waitingOfOneMax: 4 },
} as const satisfies Readonly<Record<string, LaneRules>>;

export type LaneName = keyof typeof lanes;

/** The requester. */
export interface Asker {
  readonly lane: LaneName;
  /** The sign-in, or the network if there is none. */
  readonly key: string;
}

/** Interval at which requests of the others start while signed-in people are served. */
const paceMs = 50;

/** Too many requests are waiting; the client should retry later. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

/** A request in the queue: it is either started or refused. */
interface Waiting {
  start(): void;
  refuse(): void;
}

/** One kind of requester. Waiting requesters take turns, regardless of how many requests each has. */
class Lane {
  readonly #rules: LaneRules;
  readonly #runningOf = new Map<string, number>();
  readonly #waitingOf = new Map<string, Waiting[]>();
  #waiting = 0;
  running = 0;

  constructor(rules: LaneRules) {
    this.#rules = rules;
  }

  get hasWaiting(): boolean {
    return this.#waiting > 0;
  }

  /** @throws {QueueFull} */
  enter(key: string, waiting: Waiting): void {
    const { waitingMax, waitingOfOneMax } = this.#rules;
    const own = this.#waitingOf.get(key) ?? [];
    if (own.length >= waitingOfOneMax) throw new QueueFull();
    if (this.#waiting >= waitingMax) this.#takePlaceFromMore(own.length + 1);
    own.push(waiting);
    this.#waitingOf.set(key, own);
    this.#waiting += 1;
  }

  /**
   * In a full queue, refuses the last request of the requester with the most, so that a few requesters cannot lock out all others.
   * @throws {QueueFull}
   */
  #takePlaceFromMore(than: number): void {
    let most: Waiting[] = [];
    for (const each of this.#waitingOf.values()) if (each.length > most.length) most = each;
    if (most.length <= than) throw new QueueFull();
    most.pop()?.refuse();
    this.#waiting -= 1;
  }

  /** Starts the next waiting request; returns `false` if none waits or no more may run. */
  startNext(): boolean {
    const { runningMax, runningOfOneMax } = this.#rules;
    if (this.running >= runningMax) return false;
    for (const [key, own] of this.#waitingOf) {
      const running = this.#runningOf.get(key) ?? 0;
      if (running >= runningOfOneMax) continue;
      const next = own.shift();
      this.#waitingOf.delete(key);
      if (own.length > 0) this.#waitingOf.set(key, own);
      this.#waiting -= 1;
      this.#runningOf.set(key, running + 1);
      this.running += 1;
      next?.start();
      return true;
    }
    return false;
  }

  leave(key: string): void {
    this.running -= 1;
    const running = (this.#runningOf.get(key) ?? 1) - 1;
    if (running === 0) this.#runningOf.delete(key);
    else this.#runningOf.set(key, running);
  }
}

/**
 * The queue in front of the sign-in thread. Signed-in people go first. Anonymous requests are limited in number, and paced while signed-in
 * people are served, so they cannot delay signed-in people.
 */
export class SignInQueue {
  readonly #clock: Pick<Clock, 'monotonicMs' | 'after'>;
  readonly #lanes: Readonly<Record<LaneName, Lane>> = {
    person: new Lane(lanes.person),
    stranger: new Lane(lanes.stranger),
    outside: new Lane(lanes.outside),
  };
  #lastStrangerMs = -Infinity;
  #isTimed = false;

  constructor(clock: Pick<Clock, 'monotonicMs' | 'after'>) {
    this.#clock = clock;
  }

  /**
   * Does the work when its turn comes.
   * @throws {QueueFull}
   */
  async run<Result>({ lane: name, key }: Asker, work: () => Promise<Result>): Promise<Result> {
    const lane = this.#lanes[name];
    const turn = Promise.withResolvers<undefined>();
    lane.enter(key, {
      start() {
        turn.resolve(undefined);
      },
      refuse() {
        turn.reject(new QueueFull());
      },
    });
    this.#startAll();
    await turn.promise;
    try {
      return await work();
    } finally {
      lane.leave(key);
      this.#startAll();
    }
  }

  #startAll(): void {
    const { person, stranger, outside } = this.#lanes;
    while (person.startNext());
    while (this.#mayStrangerStart() && (stranger.startNext() || outside.startNext()))
      this.#lastStrangerMs = this.#clock.monotonicMs();
    if (this.#isTimed || !(stranger.hasWaiting || outside.hasWaiting) || person.running === 0) return;
    this.#isTimed = true;
    this.#clock.after(paceMs, () => {
      this.#isTimed = false;
      this.#startAll();
    });
  }

  #mayStrangerStart(): boolean {
    return this.#lanes.person.running === 0 || this.#clock.monotonicMs() - this.#lastStrangerMs >= paceMs;
  }
}
