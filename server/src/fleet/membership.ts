import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { JoinRefusedError, type NodeRow, type NodesStore } from './ports.ts';

const beatEveryMs = 500;

export interface MembershipOptions {
  readonly store: NodesStore;
  readonly clock: Clock;
  readonly logger: Logger;
  /** This process start. */
  readonly incarnation: string;
  /** The node's name, which stays the same across restarts. */
  readonly name: string;
  /** Called once when the other nodes have declared this incarnation dead: it can commit nothing more and must end. */
  readonly onDeclaredDead: () => void;
  /** Another node declares a node dead that is silent for this long. */
  readonly deadAfterMs: number;
  /** Whether this node reaches coordination; sent to the others with every heartbeat. */
  readonly hears: () => boolean;
  /** A node whose clock differs more than this from the database's must not decide about days and months. */
  readonly clockSkewMsMax: number;
}

const misread = 'The other nodes use something that this version of the program would misread: start the version that they run.';

/** When a heartbeat was sent (monotonic and wall-clock time), and answered (wall-clock time). */
interface Beat {
  readonly sentMs: number;
  readonly sentAtMs: number;
  readonly answeredAtMs: number;
}

function inWords(aheadMs: number): string {
  const seconds = Math.round(Math.abs(aheadMs) / 1000).toLocaleString('en');
  return `The clock of this node is ${seconds} seconds ${aheadMs > 0 ? 'ahead of' : 'behind'} that of the database server. Correct the wrong clock (NTP).`;
}

/**
 * This process as one of many nodes. An *incarnation* is one start of a node. It is alive as long as its heartbeats reach the database; the
 * database decides.
 */
export class Membership {
  readonly #options: MembershipOptions;
  #provenMs = -Infinity;
  #unbrokenSinceMs = Infinity;
  #isDead = false;
  #skewMs = 0;
  /** Largest amount by which the database's clock can be ahead of the monotonic one. */
  #latestAheadMs = Infinity;
  #nodes: readonly NodeRow[] = [];
  #beating: Promise<void> | null = null;
  #cancel: () => void = () => undefined;

  constructor(options: MembershipOptions) {
    this.#options = options;
  }

  get incarnation(): string {
    return this.#options.incarnation;
  }

  get name(): string {
    return this.#options.name;
  }

  /**
   * Whether calls may be admitted: this node cannot have been declared dead yet, and will not be before the next heartbeat. Half of the
   * time is reserved for work in transit.
   */
  get isMember(): boolean {
    return !this.#isDead && this.#options.clock.monotonicMs() - this.#provenMs < this.#options.deadAfterMs / 2;
  }

  /** How far this node's clock is ahead of the database's, as precisely as a heartbeat can measure; negative if it is behind. */
  get clockAheadMs(): number {
    return this.#skewMs;
  }

  /** The latest time that the database's clock can show now, including the tolerance between clocks; unknown before the first heartbeat. */
  get latestMs(): number {
    return this.#latestAheadMs + this.#options.clock.monotonicMs() + this.#options.clockSkewMsMax;
  }

  /** Why no call may be admitted here, as text for operators; `null` while calls may be admitted. */
  get unfit(): string | null {
    if (!this.isMember) return 'this node cannot prove to the others that it is alive: the database does not take its heartbeats';
    return Math.abs(this.#skewMs) > this.#options.clockSkewMsMax ? inWords(this.#skewMs) : null;
  }

  /** Why traffic should go to another node; `null` if there is no better one. */
  get worseThanOthers(): string | null {
    const { hears, incarnation, deadAfterMs } = this.#options;
    const hearsWell = (node: NodeRow): boolean =>
      node.incarnation !== incarnation && node.state === 'live' && node.deafMs === null && node.silentMs < deadAfterMs / 2;
    return !hears() && this.#nodes.some(hearsWell) ? 'this node cannot reach Redis, which other nodes reach' : null;
  }

  /**
   * Whether this node may decide which nodes are silent: it has been a member without interruption for as long as a node may be silent.
   * While the database was unavailable, all nodes were silent, and the first one back must give the others time to return.
   */
  get mayJudge(): boolean {
    const { clock, deadAfterMs } = this.#options;
    return this.isMember && clock.monotonicMs() - this.#unbrokenSinceMs >= deadAfterMs;
  }

  get deadAfterMs(): number {
    return this.#options.deadAfterMs;
  }

  /** Nodes as of the last heartbeat, including this one. */
  get nodes(): readonly NodeRow[] {
    return this.#nodes;
  }

  /**
   * Joins: from now on, this incarnation can commit.
   * @throws {JoinRefusedError} if the clocks of this node and the database differ too much, or if the others have just begun to use
   * something that this program would misread.
   */
  async start(): Promise<void> {
    const { store, clock, incarnation, name, clockSkewMsMax } = this.#options;
    const [sentMs, sentAtMs] = [clock.monotonicMs(), clock.nowMs()];
    if (!(await store.register({ incarnation, name }))) throw new JoinRefusedError(misread);
    const answeredAtMs = clock.nowMs();
    this.#prove(sentMs);
    this.#nodes = await store.list();
    this.#compareClocks({ sentMs, sentAtMs, answeredAtMs });
    if (Math.abs(this.#skewMs) > clockSkewMsMax) {
      await store.declareDead(incarnation, 0);
      throw new JoinRefusedError(inWords(this.#skewMs));
    }
    this.#cancel = clock.every(beatEveryMs, () => void this.beat());
  }

  /** Proves that this node is alive, and learns which others are. Never rejects. */
  beat(): Promise<void> {
    this.#beating ??= this.#beat().finally(() => {
      this.#beating = null;
    });
    return this.#beating;
  }

  async stop(): Promise<void> {
    this.#cancel();
    await this.#beating;
  }

  async #beat(): Promise<void> {
    const { store, clock, logger, incarnation, hears } = this.#options;
    const [sentMs, sentAtMs] = [clock.monotonicMs(), clock.nowMs()];
    try {
      const isAlive = await store.beat(incarnation, hears());
      const answeredAtMs = clock.nowMs();
      if (isAlive) this.#prove(sentMs);
      else this.#end();
      this.#nodes = await store.list();
      if (isAlive) this.#compareClocks({ sentMs, sentAtMs, answeredAtMs });
    } catch (error) {
      logger.warn({ reason: String(error) }, 'the heartbeat of this node did not reach the database');
    }
  }

  /** The database's clock set the heartbeat's time between its sending and its response. */
  #compareClocks({ sentMs, sentAtMs, answeredAtMs }: Beat): void {
    const { clockSkewMsMax, incarnation, logger } = this.#options;
    const stampMs = this.#nodes.find((node) => node.incarnation === incarnation)?.heartbeatAtMs;
    if (stampMs === undefined) return;
    this.#latestAheadMs = stampMs - sentMs;
    const isOff = (): boolean => Math.abs(this.#skewMs) > clockSkewMsMax;
    const wasOff = isOff();
    this.#skewMs = Math.max(0, sentAtMs - stampMs) + Math.min(0, answeredAtMs - stampMs);
    if (isOff() === wasOff) return;
    if (isOff()) logger.error({ aheadMs: this.#skewMs }, `${inWords(this.#skewMs)} No call is admitted here until then.`);
    else logger.warn({ aheadMs: this.#skewMs }, 'the clock of this node is correct again');
  }

  #prove(sentMs: number): void {
    if (!this.isMember) this.#unbrokenSinceMs = sentMs;
    this.#provenMs = sentMs;
  }

  #end(): void {
    if (this.#isDead) return;
    this.#isDead = true;
    this.#cancel();
    this.#options.logger.error({}, 'this node sent no heartbeat for so long that the others declared it dead: it exits');
    this.#options.onDeclaredDead();
  }
}
