import type { AccountTally, SlotSums, SlotVerdict } from './slot-rule.ts';
import type { TimeCount } from './first-token-times.ts';

/** Periods of the figures, ending now. */
export const statusSpans = ['24h', '7d', '90d'] as const;
export type StatusSpan = (typeof statusSpans)[number];

export interface ModelTally extends AccountTally {
  readonly model: string;
}

export interface ModelTime extends TimeCount {
  readonly model: string;
}

/** A judged slot of one model. */
export interface SlotRow extends SlotVerdict {
  readonly model: string;
  /** Packed first-token times; `null`: none. */
  readonly firstToken: string | null;
}

export interface SlotAt {
  readonly startMs: number;
  /** YYYYMMDD in the service's time zone. */
  readonly day: number;
}

/** The end of the slots judged so far: finally, and provisionally. */
export interface StatusProgress {
  readonly finalMs: number;
  readonly seenMs: number;
}

export interface PackedTimes {
  readonly model: string;
  readonly firstToken: string;
}

/** `null`: no streams. */
export interface TimesToFirstToken {
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
}

/** Figures of one model over a span. */
export interface FigureRow extends TimesToFirstToken {
  readonly model: string;
  readonly span: StatusSpan;
  readonly slots: number;
  readonly availabilitySum: number;
}

/** Results of attempts at one route. */
export interface RouteTally {
  /** `provider/region`. */
  readonly route: string;
  /** Answered completely. */
  readonly good: number;
  /** Failed, whether or not another route then answered. */
  readonly bad: number;
}

export interface RouteTime extends TimeCount {
  readonly route: string;
}

export interface RouteRow extends RouteTally {
  /** What calls that the route served cost at the provider, in nano-CNY. */
  readonly cost: bigint;
  /** Packed; `null`: none. */
  readonly firstToken: string | null;
}

export interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Storage of the job that judges calls. */
export interface StatusWriter {
  progress(): Promise<StatusProgress | null>;
  setProgress(progress: StatusProgress): Promise<void>;
  /** Time of the oldest call in the log; `null` if there is none. */
  firstCallMs(): Promise<number | null>;
  /** Good and bad calls by model and account, for calls made in a period; one row each. */
  tallies(fromMs: number, toMs: number): Promise<readonly ModelTally[]>;
  /** First-token times of good streams made in a period, rounded to three digits. */
  firstTokens(fromMs: number, toMs: number): Promise<readonly ModelTime[]>;
  /** Replaces the rows of a slot. */
  putSlot(at: SlotAt, rows: readonly SlotRow[]): Promise<void>;
  /** Sums up the slots of a day again. */
  sumDay(day: number): Promise<void>;
  /** Stores an hour's times, and removes those of its slots. */
  putHour(hourMs: number, day: number, times: readonly PackedTimes[]): Promise<void>;
  timesOfHours(from: { readonly day: number } | { readonly hourMs: number }): Promise<readonly PackedTimes[]>;
  timesOfSlots(fromMs: number): Promise<readonly PackedTimes[]>;
  timesOfDays(model: string, fromDay: number): Promise<readonly string[]>;
  putDayTimes(day: number, times: readonly (PackedTimes & TimesToFirstToken)[]): Promise<void>;
  sumsOfSlots(fromMs: number): Promise<readonly (SlotSums & { readonly model: string })[]>;
  sumsOfDays(fromDay: number): Promise<readonly (SlotSums & { readonly model: string })[]>;
  putFigures(rows: readonly FigureRow[]): Promise<void>;
  /** Deletes expired rows. */
  purge(before: { readonly slotMs: number; readonly hourMs: number; readonly day: number }): Promise<void>;
}

/** The shown data of a day. */
export interface DayRow extends SlotSums, TimesToFirstToken {
  readonly model: string;
  readonly day: number;
}

/** A model's latest slot with enough calls. */
export interface LatestSlot extends Pick<SlotVerdict, 'availabilityPpm' | 'isDown'> {
  readonly model: string;
  readonly startMs: number;
}

/** Where the job that judges calls stores the results of attempts at routes. */
export interface RouteStatusWriter {
  /** Results of attempts for calls made in a period. */
  routeTallies(stretch: Stretch): Promise<readonly RouteTally[]>;
  /** Costs of all calls made in a period, by the route that served each, in nano-CNY. */
  routeCosts(stretch: Stretch): Promise<ReadonlyMap<string, bigint>>;
  /** First-token times of good streams that the first route answered, rounded. */
  routeTimes(stretch: Stretch): Promise<readonly RouteTime[]>;
  /** Replaces the rows of a period with one row per route. */
  putRoutes(stretch: Stretch, rows: readonly RouteRow[]): Promise<void>;
  purge(beforeMs: number): Promise<void>;
}

/** Where operators read the state of routes. */
export interface RouteStatusReader {
  routesSince(fromMs: number): Promise<readonly RouteRow[]>;
}

/** The source of the status page. It stays small, regardless of the number of calls. */
export interface StatusReader {
  days(fromDay: number): Promise<readonly DayRow[]>;
  figures(): Promise<readonly FigureRow[]>;
  /** For each model, the slots since then with enough calls, newest first. */
  latestSlots(fromMs: number): Promise<readonly LatestSlot[]>;
}
