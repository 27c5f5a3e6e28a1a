import type { RedisCoordinationOptions } from '../../src/coordination/redis/options.ts';
import { createRedisCoordination } from '../../src/coordination/redis/redis-coordination.ts';
import { createCalendar } from '../../src/domain/limits/calendar.ts';
import type { BookedFigures, FiguresStore, FleetCoordination, FleetMembers } from '../../src/domain/limits/coordination.ts';
import { dayWindow, monthWindow } from '../../src/domain/limits/window.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { silentLogger } from '../../src/platform/logger.ts';
import { VirtualClock } from '../virtual-clock.ts';
import type { CoordinationHarness } from '../suites/coordination/caller.ts';

/** What a database would contain for the nodes of a test: the nodes, and the committed usage of each per window. */
export class Registry {
  readonly live = new Set<string>();
  readonly dead = new Set<string>();
  readonly owed = new Set<string>();
  readonly revisions = new Map<string, number>();
  readonly #committed = new Map<string, Map<string, bigint>>();

  commit(node: string, window: string, amount: bigint): void {
    const windows = this.#committed.get(node) ?? new Map<string, bigint>();
    windows.set(window, (windows.get(window) ?? 0n) + amount);
    this.#committed.set(node, windows);
  }

  usedBy(node: string, window: string): bigint {
    return this.#committed.get(node)?.get(window) ?? 0n;
  }

  /** @param usedBy replaces the committed usage. */
  booked(node: string, used = (window: string) => Promise.resolve(this.usedBy(node, window))): BookedFigures {
    const names = [...(this.#committed.get(node)?.keys() ?? [])];
    return { used, windows: () => Promise.resolve(new Map(names.length === 0 ? [] : [['acc_a', names]])) };
  }

  total(window: string, except: readonly string[] = []): bigint {
    let sum = 0n;
    for (const [node, windows] of this.#committed) if (!except.includes(node)) sum += windows.get(window) ?? 0n;
    return sum;
  }

  members(): Promise<FleetMembers> {
    return Promise.resolve({ live: [...this.live], dead: [...this.dead], owed: [...this.owed] });
  }

  get figures(): FiguresStore {
    return {
      accountUsed: (accountId, except) => Promise.resolve(this.total(accountId, except)),
      keyUsed: (keyId, day, month, except) =>
        Promise.resolve({ day: this.total(dayWindow(keyId, day), except), month: this.total(monthWindow(keyId, month), except) }),
    };
  }
}

export interface Node extends CoordinationHarness {
  readonly coordination: FleetCoordination;
  readonly clock: VirtualClock;
}

export interface NodeOptions extends Partial<RedisCoordinationOptions> {
  readonly registry?: Registry;
  readonly startMs?: number | undefined;
  /** Virtual time shared by several nodes. */
  readonly virtual?: VirtualClock;
  /** Whether rates use the server's time. */
  readonly realRates?: boolean;
}

/** Starts a node on a server. Its calendar and its rates use a virtual clock; the connection uses real time. */
export async function startNode(url: string, incarnation: string, options: NodeOptions = {}): Promise<Node> {
  const { registry = new Registry(), startMs, virtual: clock = new VirtualClock(startMs), realRates = false, ...rest } = options;
  const calendar = createCalendar('Asia/Shanghai', clock);
  registry.live.add(incarnation);
  const coordination = createRedisCoordination({
    url,
    installation: 'of this test',
    incarnation,
    calendar,
    clock: systemClock,
    logger: silentLogger,
    figures: registry.figures,
    members: () => registry.members(),
    revisionOf: (accountId) => Promise.resolve(registry.revisions.get(accountId) ?? 0),
    ...(realRates ? {} : { rateTimeMs: () => clock.monotonicMs() }),
    ...rest,
  });
  // The database contains a change before any node is notified of it.
  const told = coordination.accountChanged.bind(coordination);
  coordination.accountChanged = (accountId, revision) => {
    registry.revisions.set(accountId, Math.max(revision, registry.revisions.get(accountId) ?? 0));
    return told(accountId, revision);
  };
  await coordination.start();
  return {
    coordination,
    calendar,
    clock,
    advance: (ms) => {
      clock.advance(ms);
    },
    jumpWall: (ms) => {
      clock.jumpWall(ms);
    },
    close: () => coordination.stop(),
  };
}
