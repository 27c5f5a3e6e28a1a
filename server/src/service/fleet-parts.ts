import type { Config } from '../config/config.ts';
import { UnfitServerError } from '../coordination/redis/check-server.ts';
import { createRedisCoordination } from '../coordination/redis/redis-coordination.ts';
import type { OpenMark } from '../domain/books/call-record.ts';
import { momentIn, type Calendar } from '../domain/limits/calendar.ts';
import type { FiguresStore, FleetCoordination } from '../domain/limits/coordination.ts';
import type { CatalogHolder } from '../domain/catalog/catalog-holder.ts';
import type { KeyDirectory } from '../domain/tenants/key-directory.ts';
import { declareGone } from '../fleet/declare-gone.ts';
import { followChanges, type FollowedChanges } from '../fleet/follow-changes.ts';
import { knownEverywhere } from '../fleet/known-everywhere.ts';
import { ClockSkewError, Membership } from '../fleet/membership.ts';
import type { ChangesStore, DeadNodeParts, NodesStore, OrphanedCall } from '../fleet/ports.ts';
import { leaveInOrder, recoverDeadNode, recoverDeadNodes, type RecoveryOptions } from '../fleet/recover-dead-nodes.ts';
import type { FleetFigures } from '../operations/metrics.ts';
import type { Clock } from '../platform/clock.ts';
import type { Ids } from '../platform/ids.ts';
import type { Logger } from '../platform/logger.ts';
import type { Engine } from '../storage/engine.ts';
import { recoverOpenCalls, voidCalls } from '../storage/recovery.ts';
import { createChangesStore } from '../storage/stores/changes-store.ts';
import { postedBy } from '../storage/stores/figures-store.ts';
import { createSettingsStore } from '../storage/stores/settings-store.ts';
import { createNodesStore } from '../storage/stores/nodes-store.ts';
import { uuidBytes, uuidTimeMs } from '../storage/uuid-bytes.ts';
import { checkTimeZone } from './check-time-zone.ts';
import { nodeName } from './node-name.ts';
import { StartError } from './start-error.ts';

/** A change made elsewhere is known within about this time even while coordination is away. */
const followEveryMs = 250;
/** So much earlier or later than the others may this node begin a day. */
const clockSkewMsMax = 10_000;
const recoverEveryMs = 1000;
const accountsAtOnce = 1000;

export interface FleetOptions {
  readonly config: Config & { readonly redisUrl: string };
  readonly engine: Engine;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
  readonly incarnation: string;
  /** The others have declared this process start dead: it must end. */
  readonly onDeclaredDead: () => void;
}

/** What is known of a call that only coordination remembers. */
function markOf({ callId, accountId, keyId }: OrphanedCall, timeZone: string): OpenMark {
  const requestTimeMs = uuidTimeMs(uuidBytes(callId));
  const { hourStartMs, day } = momentIn(requestTimeMs, timeZone);
  return {
    ...{ id: callId, requestTimeMs, accountId, keyId, hourStartMs, day },
    ...{ subAccountId: null, endpoint: 'unknown', model: null, kind: null, streamed: false, sourceIp: '', priceVersion: null },
  };
}

async function startOrExplain(coordination: FleetCoordination, url: string): Promise<void> {
  try {
    await coordination.start();
  } catch (error) {
    if (error instanceof UnfitServerError) throw new StartError(error.message);
    // Of a list, the first; never the password.
    const { host } = new URL(url.split(',')[0] ?? url);
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `The server ${host} of TOLLGATE_REDIS_URL cannot be used (${reason}): check that it runs, and its user, password and TLS.`,
    );
  }
}

/** This node among the others: its membership, what it shares with them, and what it does for dead ones. */
export class Fleet {
  readonly membership: Membership;
  readonly changes: ChangesStore;
  readonly #options: FleetOptions;
  readonly #nodes: NodesStore;
  #coordination: FleetCoordination | null = null;
  #follower: FollowedChanges | null = null;
  #recovering: Promise<unknown> | null = null;
  #cancel: () => void = () => undefined;

  private constructor(options: FleetOptions) {
    const { engine, clock, logger, incarnation, config, ids, onDeclaredDead } = options;
    this.#options = options;
    this.#nodes = createNodesStore(engine);
    this.changes = createChangesStore(engine);
    const name = nodeName(config.dataDir, ids);
    const { nodeDeadAfterMs: deadAfterMs } = config.limits;
    this.membership = new Membership({
      ...{ store: this.#nodes, clock, logger, incarnation, name, onDeclaredDead, deadAfterMs, clockSkewMsMax },
      hears: () => this.#hears(),
    });
  }

  /** From then on this process start may commit. */
  static async join(options: FleetOptions): Promise<Fleet> {
    const fleet = new Fleet(options);
    await checkTimeZone(createSettingsStore(options.engine), fleet.#nodes, options.config.timeZone);
    try {
      await fleet.membership.start();
    } catch (error) {
      throw error instanceof ClockSkewError ? new StartError(error.message) : error;
    }
    return fleet;
  }

  /** Starts to share limits with the other nodes. @throws with a sentence for the operator. */
  async coordinate(figures: FiguresStore, calendar: Calendar): Promise<FleetCoordination> {
    const { config, clock, logger, incarnation, ids } = this.#options;
    const settings = createSettingsStore(this.#options.engine);
    await settings.add('installation', ids.uuid());
    const coordination = createRedisCoordination({
      url: config.redisUrl,
      installation: (await settings.get('installation')) ?? '',
      ...{ incarnation, figures, calendar, clock, logger },
      members: () => this.#members(),
      // A number that is at least the account's own: its entries are loaded once more than they need be.
      revisionOf: () => this.changes.latest(),
    });
    await startOrExplain(coordination, config.redisUrl);
    this.#coordination = coordination;
    return coordination;
  }

  /** For monitoring. */
  get figures(): FleetFigures {
    return {
      liveNodes: () => this.membership.nodes.filter(({ state }) => state === 'live').length,
      coordinating: () => this.#coordination?.state().state === 'ready',
      clockAheadSeconds: () => this.membership.clockAheadMs / 1000,
      decidedLocally: () => this.#coordination?.state().decidedLocally ?? 0,
    };
  }

  /**
   * Puts right what earlier starts of this very node left behind. Before the first call: marks under the present name are of
   * theirs too, from a spill file that was replayed after others had declared them dead.
   */
  async recoverOwn(): Promise<number> {
    const { name, incarnation } = this.membership;
    const { clock, logger } = this.#options;
    let calls = await this.#deadNodeParts().voidMarked(incarnation);
    for (const node of this.membership.nodes) {
      if (node.name !== name || node.incarnation === incarnation || node.isRecovered) continue;
      if (node.state === 'dead' || (await declareGone(this.#nodes, clock, node.incarnation)))
        calls += await recoverDeadNode(this.#recovery(), node.incarnation);
      else
        logger.warn(
          { node: name, incarnation: node.incarnation },
          'another process runs under the name of this node: give each a data folder of its own, not a copy',
        );
    }
    return calls;
  }

  /** Begins to follow what the others change, and to look after those that died. */
  async follow(directory: KeyDirectory, catalog: CatalogHolder): Promise<void> {
    const { clock, logger, incarnation } = this.#options;
    this.#follower = await followChanges({
      ...{ store: this.changes, clock, logger, incarnation, everyMs: followEveryMs },
      accountChanged: (accountId) => directory.reload(accountId),
      planChanged: (planId) => directory.reloadPlan(planId),
      catalogChanged: () => catalog.reload(),
    });
    this.#cancel = clock.every(recoverEveryMs, () => {
      this.#recovering ??= recoverDeadNodes(this.#recovery())
        .catch((error: unknown) => {
          logger.error({ reason: String(error) }, 'what a dead node left behind could not be put right yet');
        })
        .finally(() => {
          this.#recovering = null;
        });
    });
  }

  /** What other nodes have changed is known here. */
  async caughtUp(): Promise<void> {
    await this.#follower?.catchUp();
  }

  /** Whoever admits from now on knows that these accounts, or anything of theirs, were changed. */
  async accountsChanged(accountIds: readonly string[]): Promise<void> {
    const coordination = this.#coordination;
    if (coordination === null) return;
    const revision = await this.changes.latest();
    for (let at = 0; at < accountIds.length; at += accountsAtOnce) {
      const some = accountIds.slice(at, at + accountsAtOnce);
      await Promise.all(some.map(async (accountId) => coordination.accountChanged(accountId, revision)));
    }
  }

  /** Waits until every node has the catalogue as it is now. */
  async catalogChanged(): Promise<void> {
    const behind = await knownEverywhere(this.changes, this.#options.clock);
    if (behind.length > 0) this.#options.logger.warn({ nodes: behind }, 'not every node has taken over the new catalogue yet');
  }

  /** Names of the live nodes that do not have the latest changes yet. */
  async behind(): Promise<readonly string[]> {
    return this.changes.behind(await this.changes.latest());
  }

  /** After the last commit: nothing of this node is left for others to put right. */
  leave(): Promise<void> {
    return this.#end(() => leaveInOrder(this.#recovery()));
  }

  /** The start failed: the others shall not wait for this process. What it may have left behind is theirs to put right. */
  abandon(): Promise<void> {
    return this.#end(() => this.#nodes.declareDead(this.membership.incarnation, 0));
  }

  async #end(lastAct: () => Promise<unknown>): Promise<void> {
    this.#cancel();
    // Side by side: each may wait for a database that is away.
    await Promise.all([this.#recovering, this.#follower?.stop(), this.membership.stop()]);
    try {
      if (!this.membership.isMember) throw new Error('it is no member now');
      await lastAct();
    } catch (error) {
      this.#options.logger.warn({ reason: String(error) }, 'this node left without putting its affairs in order: others will');
    }
    await this.#coordination?.stop();
  }

  /** Whether this node reaches coordination, and has told there what it has. Before it has tried nobody waits for it. */
  #hears(): boolean {
    const state = this.#coordination?.state().state;
    return state !== 'away' && state !== 'joining';
  }

  async #members() {
    const rows = await this.#nodes.list();
    const named = (state: 'live' | 'dead'): readonly string[] =>
      rows.filter((row) => row.state === state).map(({ incarnation }) => incarnation);
    return { live: named('live'), dead: named('dead') };
  }

  #recovery(): RecoveryOptions {
    const waitingFor = (): readonly string[] => (this.#hears() ? (this.#coordination?.state().waitingFor ?? []) : []);
    const { logger } = this.#options;
    return { store: this.#nodes, membership: this.membership, parts: this.#deadNodeParts(), waitingFor, logger };
  }

  #deadNodeParts(): DeadNodeParts {
    const { engine, clock, logger, incarnation } = this.#options;
    const coordination = this.#coordination;
    if (coordination === null) throw new Error('coordination has not been started');
    return {
      voidMarked: (of) => recoverOpenCalls(engine, { clock, logger, incarnation, of }),
      voidOrphans: (calls) => {
        const marks = calls.map((call) => markOf(call, this.#options.config.timeZone));
        return voidCalls(engine, marks, { clock, logger, incarnation });
      },
      openCallsOf: (of) => coordination.openCallsOf(of),
      fold: (of) =>
        coordination.foldIncarnation(of, (window, accountId) => postedBy(engine, { incarnation: of, accountId, window })),
    };
  }
}
