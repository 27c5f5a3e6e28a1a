import type { MaintenanceAnnouncement } from '../../../domain/news/announcement.ts';
import { windowEndMs } from '../../../domain/news/announcement.ts';
import { AddedTimes, packTimes, type TimeCount } from '../../../domain/status/first-token-times.ts';
import type { ProbesWriter } from '../../../domain/status/probes.ts';
import { judgeByProbes, judgeSlot, slotMs, type AccountTally } from '../../../domain/status/slot-rule.ts';
import type {
  FigureRow,
  PackedTimes,
  RouteStatusWriter,
  SlotRow,
  StatusProgress,
  StatusSpan,
  StatusWriter,
  TimesToFirstToken,
  Stretch,
} from '../../../domain/status/status-store.ts';
import { nextTurn } from '../../../platform/next-turn.ts';
import { dayMs, hourMs, type TimedJob } from '../../../jobs/timed-job.ts';

/** Delay after the end of a slot until its final judgement. Longer than nearly every call, and than nodes need to store their records. */
const finalAfterMs = hourMs;
/** Final and preliminary slots per run. The limits keep runs short; after an outage, later runs catch up. */
const finalPerRun = 48;
const seenPerRun = 12;
/** Every run judges the current slot and the one before again. */
const lookedAtAgain = 1;
const keptMs = 92 * dayMs;
const slotsKeptMs = 8 * dayMs;
/** Costs of probes are reported for 30 days. */
const probesKeptMs = 32 * dayMs;
const spanDays = { '7d': 7, '90d': 90 } as const;

export interface JudgeCallsOptions {
  readonly nowMs: () => number;
  /** Ensures that records of finished calls are stored. */
  readonly flush: () => Promise<void>;
  /** YYYYMMDD in the service's time zone. */
  readonly dayOf: (ms: number) => number;
  /** All known maintenance. */
  readonly windows: () => readonly MaintenanceAnnouncement[];
  /** Returns the store with writes under the lease. */
  readonly storeFor: (holder: string) => StatusWriter;
  /** The same for routes, if their status is stored. */
  readonly routesFor?: (holder: string) => RouteStatusWriter;
  /** The same for our own test calls to models, if there are any. */
  readonly probesFor?: (holder: string) => Pick<ProbesWriter, 'of' | 'purge'>;
}

function startOf(ms: number, lengthMs: number): number {
  return Math.floor(ms / lengthMs) * lengthMs;
}

function grouped<Row extends { readonly model: string }>(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  return Map.groupBy(rows, ({ model }) => model);
}

/** One run: judges the calls since the previous one, in bounded parts. */
class Run {
  readonly #options: JudgeCallsOptions;
  readonly #store: StatusWriter;
  readonly #routes: RouteStatusWriter | undefined;
  readonly #probes: Pick<ProbesWriter, 'of' | 'purge'> | undefined;
  readonly #nowMs: number;
  readonly #days = new Set<number>();

  constructor(options: JudgeCallsOptions, holder: string) {
    this.#options = options;
    this.#store = options.storeFor(holder);
    this.#routes = options.routesFor?.(holder);
    this.#probes = options.probesFor?.(holder);
    this.#nowMs = options.nowMs();
  }

  async run(): Promise<void> {
    const before = await this.#begin();
    if (before === null) return;
    const { finalMs, hours } = await this.#judgeForGood(before.finalMs);
    const seenMs = await this.#judgeForNow(Math.max(finalMs, before.seenMs));
    for (const day of this.#days) await this.#store.sumDay(day);
    for (const day of new Set(hours.map((ms) => this.#options.dayOf(ms)))) await this.#addHoursOf(day);
    await this.#store.setProgress({ finalMs, seenMs });
    await this.#figures(hours.length > 0);
    if (hours.length > 0) await this.#purge(finalMs);
  }

  /** Where the last run ended, or where the log starts; `null` if there was no call yet. */
  async #begin(): Promise<StatusProgress | null> {
    const known = await this.#store.progress();
    if (known !== null) return known;
    // Our own test calls are not in the log.
    const firstMs = (await this.#store.firstCallMs()) ?? (this.#probes === undefined ? null : this.#nowMs);
    if (firstMs === null) return null;
    const fromMs = startOf(Math.max(firstMs, this.#nowMs - keptMs), hourMs);
    return { finalMs: fromMs, seenMs: fromMs };
  }

  /** Slots that can get no further calls, in order. */
  async #judgeForGood(fromMs: number): Promise<{ readonly finalMs: number; readonly hours: readonly number[] }> {
    const untilMs = startOf(this.#nowMs - finalAfterMs, slotMs);
    const hours: number[] = [];
    let atMs = fromMs;
    for (let slots = 0; slots < finalPerRun && atMs + slotMs <= untilMs; slots += 1) {
      await this.#judge(atMs);
      atMs += slotMs;
      if (atMs % hourMs !== 0) continue;
      await this.#keepHour(atMs - hourMs);
      hours.push(atMs - hourMs);
    }
    return { finalMs: atMs, hours };
  }

  /** The latest slots, including the current one. After an outage, skipped slots get their final judgement within the hour. */
  async #judgeForNow(fromMs: number): Promise<number> {
    const runningMs = startOf(this.#nowMs, slotMs);
    const firstMs = Math.max(fromMs, runningMs - (seenPerRun - 1) * slotMs);
    for (let atMs = firstMs; atMs <= runningMs; atMs += slotMs) await this.#judge(atMs);
    return Math.max(fromMs, runningMs - lookedAtAgain * slotMs);
  }

  async #judge(startMs: number): Promise<void> {
    const day = this.#options.dayOf(startMs);
    this.#days.add(day);
    await this.#store.putSlot({ startMs, day }, this.#isMaintained(startMs) ? [] : await this.#rowsOf(startMs));
    await this.#keepRoutes({ fromMs: startMs, toMs: startMs + slotMs });
    await nextTurn();
  }

  /** Routes count even during announced maintenance, because operators want to see its effect. */
  async #keepRoutes(stretch: Stretch): Promise<void> {
    if (this.#routes === undefined) return;
    const tallies = await this.#routes.routeTallies(stretch);
    const times = Map.groupBy(tallies.length === 0 ? [] : await this.#routes.routeTimes(stretch), ({ route }) => route);
    const costs = await this.#routes.routeCosts(stretch);
    // A call that was billed and not judged, because its client left, costs all the same.
    const unjudged = [...costs.keys()].filter((route) => !tallies.some((tally) => tally.route === route));
    const all = [...tallies, ...unjudged.map((route) => ({ route, good: 0, bad: 0 }))];
    const rows = all.map((tally) => {
      const firstTokens = times.get(tally.route);
      return {
        ...tally,
        cost: costs.get(tally.route) ?? 0n,
        firstToken: firstTokens === undefined ? null : packTimes(firstTokens),
      };
    });
    await this.#routes.putRoutes(stretch, rows);
  }

  #isMaintained(startMs: number): boolean {
    return this.#options.windows().some(({ window }) => window.fromMs < startMs + slotMs && windowEndMs(window) > startMs);
  }

  async #rowsOf(startMs: number): Promise<readonly SlotRow[]> {
    const tallies = grouped(await this.#store.tallies(startMs, startMs + slotMs));
    const probes = new Map((await this.#probes?.of(startMs))?.map((row) => [row.model, row]));
    const models = new Set([...tallies.keys(), ...probes.keys()]);
    if (models.size === 0) return [];
    const times = grouped(await this.#store.firstTokens(startMs, startMs + slotMs));
    return [...models].map((model) => {
      const ofAccounts: readonly AccountTally[] = tallies.get(model) ?? [];
      const firstTokens: readonly TimeCount[] | undefined = times.get(model);
      const verdict = judgeByProbes(judgeSlot(ofAccounts), probes.get(model) ?? { good: 0, bad: 0 });
      return { model, ...verdict, firstToken: firstTokens === undefined ? null : packTimes(firstTokens) };
    });
  }

  async #keepHour(startMs: number): Promise<void> {
    const times = grouped(await this.#store.firstTokens(startMs, startMs + hourMs));
    const packed = [...times].map(([model, counts]) => ({ model, firstToken: packTimes(counts) }));
    await this.#store.putHour(startMs, this.#options.dayOf(startMs), packed);
    await this.#keepRoutes({ fromMs: startMs, toMs: startMs + hourMs });
    await nextTurn();
  }

  async #addHoursOf(day: number): Promise<void> {
    const ofHours = grouped(await this.#store.timesOfHours({ day }));
    const packed: Parameters<StatusWriter['putDayTimes']>[1][number][] = [];
    for (const [model, hours] of ofHours) {
      const times = added(hours);
      packed.push({ model, firstToken: times.pack(), ...shownOf(times) });
      await nextTurn();
    }
    await this.#store.putDayTimes(day, packed);
  }

  /** @param isLong whether to include periods of many days, which change hourly. */
  async #figures(isLong: boolean): Promise<void> {
    const dayAgoMs = this.#nowMs - dayMs;
    const sums = await this.#store.sumsOfSlots(dayAgoMs);
    const recent = grouped([
      ...(await this.#store.timesOfHours({ hourMs: dayAgoMs })),
      ...(await this.#store.timesOfSlots(dayAgoMs)),
    ]);
    const rows: FigureRow[] = [];
    for (const sum of sums) {
      rows.push(figureOf('24h', sum, added(recent.get(sum.model) ?? [])));
      await nextTurn();
    }
    if (isLong) for (const span of ['7d', '90d'] as const) rows.push(...(await this.#longFigures(span)));
    await this.#store.putFigures(rows);
  }

  async #longFigures(span: keyof typeof spanDays): Promise<readonly FigureRow[]> {
    const fromDay = this.#options.dayOf(this.#nowMs - (spanDays[span] - 1) * dayMs);
    const rows: FigureRow[] = [];
    for (const sum of await this.#store.sumsOfDays(fromDay)) {
      const times = await this.#store.timesOfDays(sum.model, fromDay);
      rows.push(figureOf(span, sum, added(times.map((firstToken) => ({ firstToken })))));
      await nextTurn();
    }
    return rows;
  }

  /** Keeps slots of days that have no final totals yet. */
  async #purge(finalMs: number): Promise<void> {
    const beforeMs = Math.min(finalMs, this.#nowMs) - slotsKeptMs;
    await this.#routes?.purge(beforeMs);
    await this.#probes?.purge(Math.min(finalMs, this.#nowMs) - probesKeptMs);
    await this.#store.purge({ slotMs: beforeMs, hourMs: beforeMs, day: this.#options.dayOf(this.#nowMs - keptMs) });
  }
}

function added(packed: readonly Pick<PackedTimes, 'firstToken'>[]): AddedTimes {
  const sum = new AddedTimes();
  for (const { firstToken } of packed) sum.add(firstToken);
  return sum;
}

function figureOf(
  span: StatusSpan,
  { model, slots, availabilitySum }: Pick<FigureRow, 'model' | 'slots' | 'availabilitySum'>,
  times: AddedTimes,
): FigureRow {
  return { model, span, slots, availabilitySum, ...shownOf(times) };
}

function shownOf(times: AddedTimes): TimesToFirstToken {
  return { p50Ms: times.percentile(50), p95Ms: times.percentile(95) };
}

/** Judges the calls: slots, days and figures of the status page, derived from the log only. */
export function judgeCallsJob(options: JudgeCallsOptions): TimedJob {
  return {
    name: 'judge-calls',
    everyMs: 60_000,
    async run(holder) {
      await options.flush();
      await new Run(options, holder).run();
    },
  };
}
