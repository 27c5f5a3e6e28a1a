import type { Clock } from '../../../src/platform/clock.ts';
import type { FleetNode } from './fleet-node.ts';
import type { SharedRedis } from './shared-redis.ts';

const lookEveryMs = 500;
/** A time-out and a heartbeat, with transit times. */
const noticedAfterMs = 3_000;
/** Larger than the permitted clock error, plus the transit times of a heartbeat. */
const wrongMs = 11_000;

export interface ReadinessOptions {
  readonly clock: Clock;
  readonly redis: SharedRedis;
  readonly nodes: () => readonly FleetNode[];
  readonly violation: (what: string) => void;
}

/** How long each fault of a node has lasted, in ms of the world. */
interface Wrong {
  clockSinceMs: number | null;
  lineSinceMs: number | null;
  wellSinceMs: number | null;
}

function isLong(sinceMs: number | null | undefined, nowMs: number): boolean {
  return nowMs - (sinceMs ?? Infinity) >= noticedAfterMs;
}

/** Checks that no node reports ready for longer than the detection time while its clock is wrong, or while only it cannot reach Redis. */
export class ReadinessWitness {
  readonly stop: () => void;
  readonly #options: ReadinessOptions;
  readonly #wrong = new Map<FleetNode, Wrong>();

  constructor(options: ReadinessOptions) {
    this.#options = options;
    this.stop = options.clock.every(lookEveryMs, () => {
      this.#look();
    });
  }

  #look(): void {
    const { clock, nodes, violation } = this.#options;
    const nowMs = clock.monotonicMs();
    for (const node of nodes()) this.#note(node, nowMs);
    const anyHears = this.#anyHears(nowMs);
    for (const node of nodes()) {
      const { unfit, membership } = node.fleet;
      const { incarnation } = node.surroundings;
      const wrong = this.#wrong.get(node);
      if (isLong(wrong?.clockSinceMs, nowMs) && unfit === null) violation(`${incarnation} looks fit although its clock is wrong`);
      if (isLong(wrong?.lineSinceMs, nowMs) && anyHears && membership.worseThanOthers === null && unfit === null)
        violation(`${incarnation} looks ready although it cannot reach Redis, which others reach`);
    }
  }

  /** Whether a node has reached Redis for long enough that the others know. */
  #anyHears(nowMs: number): boolean {
    const { nodes, redis } = this.#options;
    // An outage can start and end between two checks; a node that noticed it has reported it to the others.
    if (redis.isAway || !isLong(redis.backSinceMs, nowMs)) return false;
    return nodes().some(
      (node) => isLong(this.#wrong.get(node)?.wellSinceMs, nowMs) && isLong(node.surroundings.line.wholeSinceMs, nowMs),
    );
  }

  #note(node: FleetNode, nowMs: number): void {
    const { line, door, wall } = node.surroundings;
    const before = this.#wrong.get(node);
    const since = (isSo: boolean, sinceMs: number | null | undefined): number | null => (isSo ? (sinceMs ?? nowMs) : null);
    const isProven = node.fleet.membership.isMember;
    const isWell =
      isProven && !line.isCut && !door.isCut && !this.#options.redis.isAway && node.coordination.state().state === 'ready';
    this.#wrong.set(node, {
      clockSinceMs: since(Math.abs(wall.aheadMs) > wrongMs && !door.isCut, before?.clockSinceMs),
      // It may have been repaired and cut again between two checks.
      lineSinceMs: line.isCut && !door.isCut ? Math.max(before?.lineSinceMs ?? nowMs, line.wholeSinceMs) : null,
      wellSinceMs: since(isWell, before?.wellSinceMs),
    });
  }
}
