import type { Config } from '../../config/config.ts';
import { createMemoryCoordination } from '../../coordination/memory/memory-coordination.ts';
import { createCalendar, type Calendar } from '../../domain/limits/calendar.ts';
import type { Coordination, FiguresStore } from '../../domain/limits/coordination.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Engine } from '../../storage/engine.ts';
import { lastBookedMs } from '../../books/last-booked.ts';
import { withLateCommits } from '../../books/late-commits.ts';
import { recoverOpenCalls } from '../../books/recovery.ts';
import { createSettingsStore } from '../../storage/stores/settings-store.ts';
import { createTasksStore } from '../../storage/stores/tasks-store.ts';
import type { Tasks } from '../../domain/tasks/tasks.ts';
import { createSecretBox } from '../../platform/secret-box.ts';
import { TakeOver } from '../../tasks/take-over.ts';
import { checkInstallation } from '../start/check-installation.ts';
import { checkSecret } from '../start/check-secret.ts';
import type { Fleet } from '../../fleet/fleet.ts';
import type { LocalSecrets } from '../start/local-secrets.ts';
import { openEngine, openStorage, type StorageParts } from './storage-parts.ts';

const hourMs = 3_600_000;

export interface StateOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
  readonly secrets: Pick<LocalSecrets, 'secret' | 'keep'>;
  /** This process start. */
  readonly incarnation: string;
  /** The other nodes have declared this process start dead, so it must end. */
  readonly onDeclaredDead: () => void;
}

/** Everything that outlives a call: the books, the limits, and the other nodes if there are any. */
export interface StateParts {
  /** The installation's ID, which is the same in the database and in the data folder. */
  readonly installation: string;
  readonly storage: StorageParts;
  readonly calendar: Calendar;
  readonly coordination: Coordination;
  /** `null` if there is only one process. */
  readonly fleet: Fleet | null;
  readonly tasks: Tasks;
  /** Takes over inherited tasks. */
  readonly takingOver: TakeOver;
  /** Number of calls that an earlier process left open, now rows with charge 0. */
  readonly recovered: number;
}

/** Windows never reopen, not even after a restart: the calendar begins where the books end. */
async function openCalendar({ config, clock, logger }: StateOptions, engine: Engine, fleet: Fleet | null): Promise<Calendar> {
  const bookedMs = await lastBookedMs(engine);
  const aheadMs = bookedMs - clock.nowMs();
  if (aheadMs > hourMs) {
    logger.warn(
      { aheadHours: Math.round(aheadMs / hourMs) },
      'the clock is behind the books: calls are booked in the last booked hour until the clock catches up',
    );
  }
  return createCalendar(config.timeZone, clock, bookedMs, () => fleet?.membership.latestMs ?? Infinity);
}

/** Loaded on use: a single process does not need the Redis client, which is large. */
async function joinFleet(options: StateOptions & { readonly takingOver: TakeOver }, engine: Engine) {
  const { redisUrl } = options.config;
  if (redisUrl === null) return null;
  const { joinFleet: join, coordinate } = await import('./fleet-parts.ts');
  const joining = { ...options, config: { ...options.config, redisUrl }, engine };
  const fleet = await join(joining);
  return {
    fleet,
    coordinate: (figures: FiguresStore, calendar: Calendar) => coordinate(fleet, joining, { figures, calendar }),
  };
}

/**
 * Opens the database and brings its books up to date: first what an outage left in the spill file, then what a crash left open. Nothing is
 * served before that.
 * @throws {StartError | StorageStartError} with one sentence for the operator.
 */
export async function openState(options: StateOptions): Promise<StateParts> {
  const { clock, logger, incarnation, secrets } = options;
  const engine = await openEngine(options);
  const isFleet = options.config.redisUrl !== null;
  const tasks = createTasksStore(engine, { incarnation, isFleet, box: createSecretBox(secrets.secret) });
  const takingOver = new TakeOver(tasks);
  let joined: Awaited<ReturnType<typeof joinFleet>> = null;
  try {
    // Checked before anything is written and before this node joins: the others wait for every node that has joined.
    const settings = createSettingsStore(engine);
    const bound = await checkInstallation({ ...options, engine, settings });
    await checkSecret(engine, settings, secrets);
    const installation = await bound.keep();
    joined = await joinFleet({ ...options, takingOver }, engine);
    const fleet = joined?.fleet ?? null;
    const commitTo = fleet === null ? engine : withLateCommits(engine, { incarnation, logger });
    const mayAccept = (): boolean => (fleet?.unfit ?? null) === null;
    const storage = await openStorage({ ...options, secret: secrets.secret, engine, commitTo, mayAccept });
    const calendar = await openCalendar(options, engine, fleet);
    const { figures } = storage.stores;
    if (joined !== null) {
      const coordination = await joined.coordinate(figures, calendar);
      return {
        installation,
        storage,
        calendar,
        coordination,
        fleet,
        tasks,
        takingOver,
        recovered: await joined.fleet.recoverOwn(),
      };
    }
    const recovered = await recoverOpenCalls(engine, { clock, logger, incarnation });
    const coordination = createMemoryCoordination({ figures, calendar, logger });
    await takingOver.from(null, coordination);
    return { installation, storage, calendar, coordination, fleet, tasks, takingOver, recovered };
  } catch (error) {
    await joined?.fleet.abandon();
    await engine.close();
    throw error;
  }
}
