import { postgresMigrations } from '../database/migrations.ts';
import type { Config } from '../../config/config.ts';
import { UnfitServerError } from '../../coordination/redis/link.ts';
import { createRedisCoordination } from '../../coordination/redis/redis-coordination.ts';
import type { Calendar } from '../../domain/limits/calendar.ts';
import type { FiguresStore, FleetCoordination } from '../../domain/limits/coordination.ts';
import { Fleet } from '../../fleet/fleet.ts';
import { JoinRefusedError, type IncarnationBooks } from '../../fleet/ports.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Engine } from '../../storage/engine.ts';
import { recoverOpenCalls, voidOrphans } from '../../books/recovery.ts';
import { createChangesStore } from '../../storage/stores/changes-store.ts';
import { postedBy, postedIn } from '../../storage/stores/figures-store.ts';
import { createNodesStore } from '../../storage/stores/nodes-store.ts';
import { createSettingsStore } from '../../storage/stores/settings-store.ts';
import type { TakeOver } from '../../tasks/take-over.ts';
import { nodeName } from '../start/node-name.ts';
import { StartError } from '../start/start-error.ts';

export interface FleetOptions {
  readonly config: Config & { readonly redisUrl: string };
  readonly engine: Engine;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
  readonly incarnation: string;
  readonly takingOver: TakeOver;
  /** Called when the other nodes have declared this process start dead, so it must end. */
  readonly onDeclaredDead: () => void;
}

function booksOf({ engine, config, takingOver, ...at }: FleetOptions): IncarnationBooks {
  return {
    voidMarked: (of) => recoverOpenCalls(engine, { ...at, of }),
    voidOrphans: (calls) => voidOrphans(engine, calls, { ...at, timeZone: config.timeZone }),
    takeOver: (of, coordination) => takingOver.from(of, coordination),
    owed: () => takingOver.owed(),
    postedBy: (incarnation, window, accountId) => postedBy(engine, { incarnation, accountId, window }),
    postedIn: (incarnation, sinceMs) => postedIn(engine, incarnation, sinceMs),
  };
}

/**
 * Adds this process start to the fleet.
 * @throws {StartError} if its calendar days would differ from those of the others.
 */
export async function joinFleet(options: FleetOptions): Promise<Fleet> {
  const { config, engine, ids, clock, logger, incarnation, onDeclaredDead } = options;
  try {
    return await Fleet.join({
      clock,
      logger,
      incarnation,
      onDeclaredDead,
      name: nodeName(config.dataDir, ids),
      timeZone: config.timeZone,
      deadAfterMs: config.limits.nodeDeadAfterMs,
      nodes: createNodesStore(engine, postgresMigrations),
      changes: createChangesStore(engine),
      settings: createSettingsStore(engine),
      books: booksOf(options),
      freshInstallation: () => ids.uuid(),
    });
  } catch (error) {
    throw error instanceof JoinRefusedError ? new StartError(error.message) : error;
  }
}

function explained(error: unknown, url: string): StartError {
  if (error instanceof UnfitServerError) return new StartError(error.message);
  // Shows the first URL of a list, never with its password.
  const { host } = new URL(url.split(',')[0] ?? url);
  const reason = error instanceof Error ? error.message : String(error);
  return new StartError(
    `The server ${host} of TOLLGATE_REDIS_URL cannot be used (${reason}): check that it runs, and its user, password and TLS.`,
  );
}

/**
 * From then on, limits are shared with the other nodes.
 * @throws {StartError} if Redis cannot be used.
 */
export async function coordinate(
  fleet: Fleet,
  { config, clock, logger, incarnation }: FleetOptions,
  from: { readonly figures: FiguresStore; readonly calendar: Calendar },
): Promise<FleetCoordination> {
  const url = config.redisUrl;
  const coordination = createRedisCoordination({ url, incarnation, clock, logger, ...from, ...(await fleet.shared()) });
  try {
    await fleet.coordinateBy(coordination);
  } catch (error) {
    throw explained(error, url);
  }
  return coordination;
}
