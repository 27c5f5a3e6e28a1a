import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import type { NodeRow, NodesStore } from './ports.ts';

const beatEveryMs = 500;

export interface MembershipOptions {
  readonly store: NodesStore;
  readonly clock: Clock;
  readonly logger: Logger;
  /** This process start. */
  readonly incarnation: string;
  /** The node's name, the same over restarts. */
  readonly name: string;
  /** Called once when the others have declared this incarnation dead: it can commit nothing more and must end. */
  readonly onDeclaredDead: () => void;
  /** A node silent for so long is declared dead by another. */
  readonly deadAfterMs: number;
}

/**
 * This process as one of many nodes. An *incarnation* is one start of a node; it lives as long as its heartbeats reach the
 * database, and the database decides.
 */
export class Membership {
  readonly #options: MembershipOptions;
  #provenMs = -Infinity;
  #unbrokenSinceMs = Infinity;
  #isDead = false;
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
   * Whether calls may be admitted: nobody can have declared this node dead yet, nor will before the next heartbeat. Half of
   * the time is left for what is on its way.
   */
  get isMember(): boolean {
    return !this.#isDead && this.#options.clock.monotonicMs() - this.#provenMs < this.#options.deadAfterMs / 2;
  }

  /**
   * Whether this node may say who is silent: it has been a member without a break for as long as silence may last. When
   * the database was away everybody was silent, and the first one back must give the others the time to come back too.
   */
  get mayJudge(): boolean {
    const { clock, deadAfterMs } = this.#options;
    return this.isMember && clock.monotonicMs() - this.#unbrokenSinceMs >= deadAfterMs;
  }

  get deadAfterMs(): number {
    return this.#options.deadAfterMs;
  }

  /** Nodes as of the last heartbeat, this one included. */
  get nodes(): readonly NodeRow[] {
    return this.#nodes;
  }

  /** Joins: from now on this incarnation can commit. */
  async start(): Promise<void> {
    const { store, clock, incarnation, name } = this.#options;
    const sentMs = clock.monotonicMs();
    await store.register({ incarnation, name });
    this.#prove(sentMs);
    this.#nodes = await store.list();
    this.#cancel = clock.every(beatEveryMs, () => void this.beat());
  }

  /** Proves that this node is alive, and learns who else is. Never rejects. */
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
    const { store, clock, logger, incarnation } = this.#options;
    const sentMs = clock.monotonicMs();
    try {
      if (await store.beat(incarnation)) this.#prove(sentMs);
      else this.#end();
      this.#nodes = await store.list();
    } catch (error) {
      logger.warn({ reason: String(error) }, 'the heartbeat of this node did not reach the database');
    }
  }

  #prove(sentMs: number): void {
    if (!this.isMember) this.#unbrokenSinceMs = sentMs;
    this.#provenMs = sentMs;
  }

  #end(): void {
    if (this.#isDead) return;
    this.#isDead = true;
    this.#cancel();
    this.#options.logger.error({}, 'this node was silent for so long that the others declared it dead: it ends');
    this.#options.onDeclaredDead();
  }
}
