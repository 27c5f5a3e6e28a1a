import { JoinRefusedError } from '../../../src/fleet/ports.ts';
import { DatabaseDoor } from './database-door.ts';
import { FleetNode } from './fleet-node.ts';
import { zone, type FleetStage } from './fleet-stage.ts';
import { RedisLine } from './redis-line.ts';
import { SkewedClock } from './skewed-clock.ts';

const otherZone = 'America/New_York';
const wrongByMs = [11_000, 3_600_000, 86_400_000, 400 * 86_400_000];

/** A configuration error of a start, if any. */
interface Oddity {
  readonly aheadMs: number;
  readonly timeZone: string;
}

/** Starts nodes, and restarts them when they are refused or die; some have configuration errors. */
export class Supervisor {
  readonly names: readonly string[];
  readonly counts = { kills: 0, leaves: 0, starts: 0, refusedStarts: 0, declaredDead: 0 };
  nodes: FleetNode[] = [];
  /** Called when a node runs. */
  onStarted: (node: FleetNode) => void = () => undefined;
  /** Called when an incarnation is gone and spends nothing more. */
  onGone: (incarnation: string) => void = () => undefined;
  readonly #stage: FleetStage;
  /** Nodes whose calls may end, but which accept no new ones. */
  readonly #leaving = new Set<FleetNode>();
  #starting = 0;

  constructor(stage: FleetStage) {
    this.#stage = stage;
    this.names = Array.from({ length: stage.chance.whole(2, 4) }, (_, at) => `node-${String(at + 1)}`);
  }

  /** All nodes that can spend, including those that leave. */
  get spending(): readonly FleetNode[] {
    return [...this.nodes, ...this.#leaving];
  }

  /** Whether all expected nodes run. */
  get isComplete(): boolean {
    return this.#starting === 0 && this.nodes.length === this.names.length;
  }

  anyNode(): FleetNode | null {
    return this.nodes.length === 0 ? null : this.#stage.chance.pick(this.nodes);
  }

  async start(name: string): Promise<void> {
    const { chance, note, report } = this.#stage;
    const odd = this.#oddity();
    this.counts.starts += 1;
    const incarnation = `${name}.${String(this.counts.starts)}`;
    note('start', `${incarnation} ${JSON.stringify(odd)}`);
    const before = this.#live();
    try {
      const node = await this.#startNode(name, incarnation, odd);
      this.nodes.push(node);
      this.onStarted(node);
      const othersRan = before.some((other) => this.#live().includes(other));
      if (odd !== null && othersRan) report(`${incarnation} joined although its clock or its time zone is wrong`);
      if (odd !== null && odd.timeZone !== zone) this.#takeBackZone(node);
    } catch (error) {
      this.counts.refusedStarts += 1;
      note('refused', `${incarnation} ${error instanceof Error ? error.name : ''}`);
      this.onGone(incarnation);
      if (error instanceof JoinRefusedError && odd === null) report(`${incarnation} was refused without cause: ${error.message}`);
      this.#startLater(chance.whole(200, 3_000), name);
    }
  }

  kill(node: FleetNode): void {
    if (!this.nodes.includes(node)) return;
    this.counts.kills += 1;
    this.#forget(node);
    this.#startLater(this.#stage.chance.skewed(100, 12_000), node.surroundings.name);
  }

  /** A rolling restart: running calls may end. */
  leave(node: FleetNode): void {
    if (this.nodes.length < 2) return;
    this.counts.leaves += 1;
    this.nodes = this.nodes.filter((other) => other !== node);
    this.#stage.note('leaves', node.surroundings.incarnation);
    this.#starting += 1;
    this.#leaving.add(node);
    this.#stage.spawn(() => this.#leaveAndReturn(node));
  }

  async #leaveAndReturn(node: FleetNode): Promise<void> {
    const { incarnation, name } = node.surroundings;
    while (node.running > 0 && node.clock.isAlive) await this.#stage.pause(100);
    if (node.clock.isAlive) this.#stage.spawn(() => node.leave());
    // In order, or declared dead meanwhile.
    while (node.clock.isAlive) await this.#stage.pause(100);
    this.onGone(incarnation);
    this.#leaving.delete(node);
    await this.start(name);
    this.#starting -= 1;
  }

  #oddity(): Oddity | null {
    const { chance } = this.#stage;
    if (this.nodes.length === 0 || !chance.happens(0.15)) return null;
    if (chance.happens(0.4)) return { aheadMs: 0, timeZone: otherZone };
    return { aheadMs: chance.pick([-1, 1]) * chance.pick(wrongByMs), timeZone: zone };
  }

  #startNode(name: string, incarnation: string, odd: Oddity | null): Promise<FleetNode> {
    const { redis, database, clock, chance } = this.#stage;
    const wall = new SkewedClock(clock);
    wall.aheadMs = odd?.aheadMs ?? 0;
    return FleetNode.start({
      incarnation,
      name,
      wall,
      timeZone: odd?.timeZone ?? zone,
      line: new RedisLine({ redis, clock, chance: chance.fork() }),
      door: new DatabaseDoor({ incarnation, database, clock, chance: chance.fork() }),
      logger: this.#stage.logger(incarnation),
      onDeclaredDead: () => {
        this.#declaredDead(incarnation);
      },
    });
  }

  /** No other node ran, so the fleet has changed to the zone of this one; the operator reverts that. */
  #takeBackZone(node: FleetNode): void {
    this.kill(node);
    this.#stage.database.settings.delete('time_zone');
  }

  #live(): readonly string[] {
    return this.#stage.database.list().flatMap(({ state, incarnation }) => (state === 'live' ? [incarnation] : []));
  }

  #declaredDead(incarnation: string): void {
    const dead = this.spending.find(({ surroundings }) => surroundings.incarnation === incarnation);
    if (dead === undefined) return;
    this.counts.declaredDead += 1;
    if (this.#leaving.has(dead)) {
      dead.kill();
      return;
    }
    this.#forget(dead);
    this.#startLater(this.#stage.chance.skewed(100, 3_000), dead.surroundings.name);
  }

  #forget(node: FleetNode): void {
    const { incarnation } = node.surroundings;
    this.#stage.note('ends', incarnation);
    node.kill();
    this.nodes = this.nodes.filter((other) => other !== node);
    this.onGone(incarnation);
  }

  #startLater(ms: number, name: string): void {
    this.#starting += 1;
    this.#stage.spawn(async () => {
      await this.#stage.pause(ms);
      await this.start(name);
      this.#starting -= 1;
    });
  }
}
