import type { Clock } from '../../../src/platform/clock.ts';
import type { FleetNode } from './fleet-node.ts';
import type { SharedRedis } from './shared-redis.ts';

const lookEveryMs = 500;
/** A time-out, a heartbeat, and their ways. */
const noticedAfterMs = 3_000;
/** Beyond what a node may be off, with the ways of a heartbeat. */
const wrongMs = 11_000;

export interface ReadinessOptions {
  readonly clock: Clock;
  readonly redis: SharedRedis;
  readonly nodes: () => readonly FleetNode[];
  readonly violation: (what: string) => void;
}

/** What has been wrong with a node for how long, in ms of the world. */
interface Wrong {
  clockSinceMs: number | null;
  lineSinceMs: number | null;
  wellSinceMs: number | null;
}

function isLong(sinceMs: number | null | undefined, nowMs: number): boolean {
  return nowMs - (sinceMs ?? Infinity) >= noticedAfterMs;
}

/** No node looks ready for longer than it takes to notice while its clock is wrong, or while only it cannot reach Redis. */
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

  /** Whether a node has reached Redis for so long that the others know. */
  #anyHears(nowMs: number): boolean {
    const { nodes, redis } = this.#options;
    // An outage may begin and end between two looks; a node that met it has reported it to the others.
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
      // It may have been repaired and cut again between two looks.
      lineSinceMs: line.isCut && !door.isCut ? Math.max(before?.lineSinceMs ?? nowMs, line.wholeSinceMs) : null,
      wellSinceMs: since(isWell, before?.wellSinceMs),
    });
  }
}
