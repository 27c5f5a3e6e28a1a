import type { Chance } from '../chance.ts';
import type { WorldClock } from '../world-clock.ts';
import { deadAfterMs, type FleetNode } from './fleet-node.ts';
import type { SharedRedis } from './shared-redis.ts';
import type { Supervisor } from './supervisor.ts';

export interface FleetTroubleOptions {
  readonly clock: WorldClock;
  readonly chance: Chance;
  readonly redis: SharedRedis;
  readonly supervisor: Supervisor;
  readonly note: (kind: string, detail: string) => void;
}

interface Trouble {
  /** Relative frequency. */
  readonly weight: number;
  make(node: FleetNode): void | Promise<void>;
}

/** Clock errors below the tolerance, by relevant seconds, by hours, by days and by a year. */
const wrongByMs = [5_000, 60_000, 3_600_000, 86_400_000, 400 * 86_400_000];

/** Breaks connections between nodes and servers, one or several at a time. */
export class FleetTrouble {
  readonly counts: Record<string, number> = {};
  readonly #options: FleetTroubleOptions;
  readonly #troubles: Readonly<Record<string, Trouble>>;

  constructor(options: FleetTroubleOptions) {
    this.#options = options;
    const { clock, redis, chance, supervisor, note } = options;
    this.#troubles = {
      'key lost': {
        weight: 5,
        make: async () => {
          note('lost', await redis.loseOne(chance));
        },
      },
      'key spoiled': {
        weight: 3,
        make: async () => {
          note('spoiled', await redis.spoilOne(chance));
        },
      },
      'epoch spoiled': {
        weight: 2,
        make: async () => {
          note('spoiled', await redis.spoilEpoch(chance));
        },
      },
      'redis empty': { weight: 2, make: () => redis.restartEmpty() },
      'redis rolled back': { weight: 2, make: () => this.#rollBack() },
      'redis away': {
        weight: 2,
        make: () => {
          redis.isAway = true;
          this.#later(() => {
            redis.comeBack(clock.monotonicMs());
          });
        },
      },
      'deaf to redis': {
        weight: 4,
        make: (node) => {
          this.#cutFromRedis(node);
        },
      },
      'deaf to redis, which is emptied': {
        weight: 2,
        make: (node) => {
          this.#cutFromRedis(node);
          return redis.restartEmpty();
        },
      },
      'deaf to the database': {
        weight: 2,
        make: (node) => {
          this.#cutFromDatabase(node);
        },
      },
      'cut off': {
        weight: 2,
        make: (node) => {
          this.#cutFromRedis(node);
          this.#cutFromDatabase(node);
        },
      },
      'wrong clock': {
        weight: 3,
        make: (node) => {
          this.#setClock(node);
        },
      },
      killed: {
        weight: 3,
        make: (node) => {
          supervisor.kill(node);
        },
      },
      'killed with redis': {
        weight: 2,
        make: (node) => {
          supervisor.kill(node);
          return redis.restartEmpty();
        },
      },
      restarted: {
        weight: 2,
        make: (node) => {
          supervisor.leave(node);
        },
      },
    };
  }

  async begin(): Promise<void> {
    const { chance, supervisor, note } = this.#options;
    const weights = Object.fromEntries(Object.entries(this.#troubles).map(([name, { weight }]) => [name, weight]));
    const name = chance.weighted(weights);
    const node = supervisor.nodes.length === 0 ? null : chance.pick(supervisor.nodes);
    this.counts[name] = (this.counts[name] ?? 0) + 1;
    note('trouble', `${name} ${node?.surroundings.incarnation ?? ''}`);
    if (node !== null) await this.#troubles[name]?.make(node);
  }

  /** Repairs everything at once. */
  async end(): Promise<void> {
    const { redis, supervisor, clock } = this.#options;
    await redis.settled();
    redis.comeBack(clock.monotonicMs());
    for (const { surroundings } of supervisor.spending) {
      surroundings.line.mend();
      surroundings.door.isCut = false;
      surroundings.wall.aheadMs = 0;
    }
  }

  /** A replica takes over that lacks all writes from now until then. */
  async #rollBack(): Promise<void> {
    const { redis, clock, chance } = this.#options;
    const copied = await redis.copy();
    clock.after(chance.skewed(50, 2_000), () => void redis.takeOver(copied));
  }

  #cutFromRedis({ surroundings: { line } }: FleetNode): void {
    line.cut(this.#options.chance.pick(['refused', 'silent']));
    this.#later(() => {
      line.mend();
    });
  }

  #cutFromDatabase({ surroundings: { door } }: FleetNode): void {
    door.isCut = true;
    this.#later(() => {
      door.isCut = false;
    });
  }

  #setClock({ surroundings: { wall } }: FleetNode): void {
    const { chance } = this.#options;
    wall.aheadMs = chance.pick([-1, 1]) * chance.pick(wrongByMs);
    this.#later(() => {
      wall.aheadMs = 0;
    });
  }

  /** Usually short, sometimes longer than a node may be silent. */
  #later(mend: () => void): void {
    const { clock, chance } = this.#options;
    clock.after(chance.happens(0.3) ? chance.whole(deadAfterMs, 4 * deadAfterMs) : chance.skewed(50, deadAfterMs), mend);
  }
}
