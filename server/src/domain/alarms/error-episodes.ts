import type { ErrorTally } from './error-rule.ts';
import type { OperatorAlarm } from './operator-alarms.ts';

/** The failing subject: a model on any route, or a route with any model. */
export interface ErrorSubject {
  readonly of: 'model' | 'route';
  readonly name: string;
}

/** Calls of one model by one route, in a window. */
export interface RouteTally extends ErrorTally {
  readonly model: string;
  /** `null`: no route was found. */
  readonly route: string | null;
}

/** From the alarm on until it is well again. */
export interface ErrorEpisode extends ErrorSubject {
  readonly sinceMs: number;
  readonly lastBadMs: number;
}

/** Storage of the job that watches errors. Each change is one unit with the alarm that reports it. */
export interface ErrorEpisodes {
  /** Calls of customers that ended from then to now, but for what the callers brought about. */
  tallies(fromMs: number, toMs: number): Promise<readonly RouteTally[]>;
  /** The code that most of the failures of a subject ended with; `null` without any. */
  usualCode(subject: ErrorSubject, fromMs: number, toMs: number): Promise<string | null>;
  open(): Promise<readonly ErrorEpisode[]>;
  /** Does nothing if the subject has an episode already. */
  begin(episode: ErrorEpisode, alarm: OperatorAlarm): Promise<void>;
  stillFails(subject: ErrorSubject, atMs: number): Promise<void>;
  /** Does nothing if it is over already. */
  end(episode: ErrorEpisode, alarm: OperatorAlarm): Promise<void>;
}
