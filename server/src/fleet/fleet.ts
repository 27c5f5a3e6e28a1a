import type { CatalogHolder } from '../domain/catalog/catalog-holder.ts';
import type { FleetCoordination, FleetMembers } from '../domain/limits/coordination.ts';
import type { NewsBoard } from '../domain/news/news-board.ts';
import type { KeyDirectory } from '../domain/tenants/key-directory.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { checkTimeZone } from './check-time-zone.ts';
import { declareEarlierStartDead } from './declare-earlier-start-dead.ts';
import { followChanges, type FollowedChanges } from './follow-changes.ts';
import { appliedEverywhere } from './applied-everywhere.ts';
import { Membership } from './membership.ts';
import type { ChangesStore, DeadNodeParts, IncarnationBooks, NodesStore, SharedSettings } from './ports.ts';
import { leaveInOrder, recoverDeadNode, recoverDeadNodes, type RecoveryOptions } from './recover-dead-nodes.ts';

/** A change made elsewhere is known within about this time, even while coordination is unavailable. */
const followEveryMs = 250;
/** How much earlier or later than the others this node may begin a day. */
const clockSkewMsMax = 10_000;
const recoverEveryMs = 1000;
const accountsAtOnce = 1000;
/** The longest time after its admission hour that a call may be booked in it. */
const longestCallMs = 3 * 3_600_000;

export interface FleetOptions {
  /** This process start. */
  readonly incarnation: string;
  /** The node's name, which stays the same across restarts. */
  readonly name: string;
  readonly timeZone: string;
  /** Another node declares a node dead that is silent for this long. */
  readonly deadAfterMs: number;
  readonly nodes: NodesStore;
  readonly changes: ChangesStore;
  readonly settings: SharedSettings;
  readonly books: IncarnationBooks;
  /** Creates an ID for this installation, if it has none. */
  readonly freshInstallation: () => string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called when the other nodes have declared this process start dead, so it must end. */
  readonly onDeclaredDead: () => void;
}

/** The fleet's facts for coordination. */
export interface SharedState {
  readonly installation: string;
  readonly members: () => Promise<FleetMembers>;
  readonly mayAdmit: () => boolean;
  readonly revisionOf: (accountId: string) => Promise<number>;
}

/** This node in the fleet: its membership, its shared state, and its work for dead nodes. */
export class Fleet {
  readonly membership: Membership;
  readonly #options: FleetOptions;
  #coordination: FleetCoordination | null = null;
  #follower: FollowedChanges | null = null;
  #recovering: Promise<unknown> | null = null;
  #cancel: () => void = () => undefined;

  private constructor(options: FleetOptions) {
    const { nodes: store, clock, logger, incarnation, name, onDeclaredDead, deadAfterMs } = options;
    this.#options = options;
    this.membership = new Membership({
      store,
      clock,
      logger,
      incarnation,
      name,
      onDeclaredDead,
      deadAfterMs,
      clockSkewMsMax,
      hears: () => this.#hears(),
    });
  }

  /**
   * From then on, this process start may commit.
   * @throws {JoinRefusedError} if this node's calendar days would differ from those of the others.
   */
  static async join(options: FleetOptions): Promise<Fleet> {
    const fleet = new Fleet(options);
    await checkTimeZone(options.settings, options.nodes, options.timeZone);
    await fleet.membership.start();
    return fleet;
  }

  /** Why no call may be admitted here, as text for operators; `null` while calls may be admitted. */
  get unfit(): string | null {
    const { clock, deadAfterMs } = this.#options;
    const isBehind = this.#follower !== null && clock.monotonicMs() - this.#follower.knownUntilMs >= deadAfterMs / 2;
    return (
      this.membership.unfit ?? (isBehind ? 'the changes made at other nodes cannot be read here: look at the database' : null)
    );
  }

  /** The fleet's facts for coordination. */
  async shared(): Promise<SharedState> {
    const { settings, freshInstallation } = this.#options;
    await settings.add('installation', freshInstallation());
    return {
      installation: (await settings.get('installation')) ?? '',
      members: () => this.#members(),
      mayAdmit: () => this.unfit === null,
      // A number that is at least the account's own revision. Its entries are loaded once more than necessary.
      revisionOf: () => this.#options.changes.latest(),
    };
  }

  /**
   * Starts sharing limits with the other nodes.
   * @throws the reason why coordination cannot start.
   */
  async coordinateBy(coordination: FleetCoordination): Promise<void> {
    await coordination.start();
    this.#coordination = coordination;
  }

  /** For monitoring. */
  get figures() {
    return {
      liveNodes: (): number => this.membership.nodes.filter(({ state }) => state === 'live').length,
      coordinating: (): boolean => this.#coordination?.state().state === 'ready',
      clockAheadSeconds: (): number => this.membership.clockAheadMs / 1000,
      decidedLocally: (): number => this.#coordination?.state().decidedLocally ?? 0,
    };
  }

  /**
   * Settles what earlier starts of this same node left behind. Runs before the first call: marks under the current name may also be theirs,
   * from a spill file that was replayed after others had declared them dead.
   */
  async recoverOwn(): Promise<number> {
    const { name, incarnation } = this.membership;
    const { clock, logger } = this.#options;
    let calls = await this.#deadNodeParts().voidMarked(incarnation);
    for (const node of this.membership.nodes) {
      if (node.name !== name || node.incarnation === incarnation || node.isRecovered) continue;
      if (node.state === 'dead' || (await declareEarlierStartDead(this.#options.nodes, clock, node.incarnation)))
        calls += (await recoverDeadNode(this.#recovery(), node.incarnation)) ?? 0;
      else
        logger.warn(
          { node: name, incarnation: node.incarnation },
          'another process uses the name of this node: give each node a separate data folder, not a copy',
        );
    }
    return calls;
  }

  /** Starts following the changes of the others, and taking care of dead nodes. */
  async follow(
    directory: Pick<KeyDirectory, 'reload' | 'reloadPlan'>,
    catalog: Pick<CatalogHolder, 'reload'>,
    news: Pick<NewsBoard, 'reload'>,
  ): Promise<void> {
    const { clock, logger, incarnation } = this.#options;
    this.#follower = await followChanges({
      store: this.#options.changes,
      clock,
      logger,
      incarnation,
      everyMs: followEveryMs,
      accountChanged: (accountId) => directory.reload(accountId),
      planChanged: (planId) => directory.reloadPlan(planId),
      catalogChanged: () => catalog.reload(),
      newsChanged: () => news.reload(),
    });
    this.#cancel = clock.every(recoverEveryMs, () => {
      this.#recovering ??= recoverDeadNodes(this.#recovery())
        .catch((error: unknown) => {
          logger.error({ reason: String(error) }, 'could not settle the open calls of a dead node yet');
        })
        .finally(() => {
          this.#recovering = null;
        });
    });
  }

  /** Number of the latest change by any node. */
  latestChange(): Promise<number> {
    return this.#options.changes.latest();
  }

  /** Resolves once this node knows the other nodes' changes. */
  async caughtUp(): Promise<void> {
    await this.#follower?.catchUp();
  }

  /** Ensures that every later admission knows that these accounts, or parts of them, were changed. */
  async accountsChanged(accountIds: readonly string[]): Promise<void> {
    const coordination = this.#coordination;
    if (coordination === null) return;
    const revision = await this.latestChange();
    for (let at = 0; at < accountIds.length; at += accountsAtOnce) {
      const some = accountIds.slice(at, at + accountsAtOnce);
      await Promise.all(some.map(async (accountId) => coordination.accountChanged(accountId, revision)));
    }
  }

  /** Waits until every node has the current catalogue. */
  catalogChanged(): Promise<void> {
    return this.#waitForOthers('not every node has taken over the new catalogue yet');
  }

  /** Waits until every node has the current announcements. */
  newsChanged(): Promise<void> {
    return this.#waitForOthers('not every node has taken over the new announcement yet');
  }

  async #waitForOthers(otherwise: string): Promise<void> {
    const behind = await appliedEverywhere(this.#options.changes, this.#options.clock);
    if (behind.length > 0) this.#options.logger.warn({ nodes: behind }, otherwise);
  }

  /** Names of the live nodes that do not have the latest changes yet. */
  async behind(): Promise<readonly string[]> {
    return this.#options.changes.behind(await this.latestChange());
  }

  /** Leaves the fleet after the last commit, so that others need not correct anything of this node. */
  leave(): Promise<void> {
    return this.#end(() => leaveInOrder(this.#recovery()));
  }

  /** For a failed start: the others need not wait for this process, and correct what it may have left behind. */
  abandon(): Promise<void> {
    return this.#end(() => this.#options.nodes.declareDead(this.membership.incarnation, 0));
  }

  async #end(lastAct: () => Promise<unknown>): Promise<void> {
    this.#cancel();
    // In parallel, because each may wait for an unavailable database.
    await Promise.all([this.#recovering, this.#follower?.stop(), this.membership.stop()]);
    try {
      if (!this.membership.isMember) throw new Error('it is no member now');
      await lastAct();
    } catch (error) {
      this.#options.logger.warn(
        { reason: String(error) },
        'this node stopped without settling its open calls: other nodes settle them',
      );
    }
    await this.#coordination?.stop();
  }

  /** Whether this node reaches coordination and has reported its state there. No node waits for it before its first attempt. */
  #hears(): boolean {
    const state = this.#coordination?.state().state;
    return state !== 'away' && state !== 'joining';
  }

  async #members() {
    const rows = await this.#options.nodes.list();
    const named = (state: 'live' | 'dead'): readonly string[] =>
      rows.filter((row) => row.state === state).map(({ incarnation }) => incarnation);
    // Read after the nodes: a node that dies meanwhile is still listed as live here, and reports nothing.
    const isOwing = rows.some(({ state, isRecovered }) => state === 'dead' && !isRecovered);
    return { live: named('live'), dead: named('dead'), owed: isOwing ? await this.#options.books.owed() : [] };
  }

  #recovery(): RecoveryOptions {
    const waitingFor = (): readonly string[] => (this.#hears() ? (this.#coordination?.state().waitingFor ?? []) : []);
    const { logger } = this.#options;
    return { store: this.#options.nodes, membership: this.membership, parts: this.#deadNodeParts(), waitingFor, logger };
  }

  #deadNodeParts(): DeadNodeParts {
    const { books } = this.#options;
    const coordination = this.#coordination;
    if (coordination === null) throw new Error('coordination has not been started');
    return {
      voidMarked: (of) => books.voidMarked(of),
      voidOrphans: (calls) => books.voidOrphans(calls),
      openCallsOf: (of) => coordination.openCallsOf(of),
      // A node that cannot report its state leaves the tasks to nodes that can.
      takeOver: async (of) => this.#hears() && (await books.takeOver(of, coordination)),
      owed: () => books.owed(),
      fold: (of) =>
        coordination.foldIncarnation(of, {
          used: (window, accountId) => books.postedBy(of, window, accountId),
          windows: () => books.postedIn(of, this.#reportedUntilMs(of)),
        }),
    };
  }

  /** The time, by the database's clock, up to which an incarnation has certainly reported its postings to coordination. */
  #reportedUntilMs(incarnation: string): number {
    const node = this.membership.nodes.find((known) => known.incarnation === incarnation);
    if (node === undefined) return 0;
    const { heartbeatAtMs, silentMs, deafMs } = node;
    return Math.min(heartbeatAtMs, deafMs === null ? Infinity : heartbeatAtMs + silentMs - deafMs) - longestCallMs;
  }
}
