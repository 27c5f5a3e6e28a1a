import type { ErrorTally } from './error-rule.ts';
import type { OperatorAlarm } from './operator-alarms.ts';

/** The failing subject: a model on any route, or a route with any model. */
export interface ErrorSubject {
  readonly of: 'model' | 'route';
  readonly name: string;
}

/** Calls of one model by one route, in a window. */
export interface RouteTally extends ErrorTally {
  /** `null`: calls served by upstreams of one account, which say nothing about the model for others. */
  readonly model: string | null;
  /** `null`: no route was found. */
  readonly route: string | null;
}

/** The time from an alarm until the subject has recovered. */
export interface ErrorEpisode extends ErrorSubject {
  readonly sinceMs: number;
  readonly lastBadMs: number;
}

/** Storage of the job that watches errors. Each change is one unit with the alarm that reports it. */
export interface ErrorEpisodes {
  /** Customer calls that ended between `fromMs` and `toMs`, without failures caused by the caller. */
  tallies(fromMs: number, toMs: number): Promise<readonly RouteTally[]>;
  /** Most frequent error code of a subject's failures; `null` without failures. */
  usualCode(subject: ErrorSubject, fromMs: number, toMs: number): Promise<string | null>;
  open(): Promise<readonly ErrorEpisode[]>;
  /** Does nothing if the subject already has an episode. */
  begin(episode: ErrorEpisode, alarm: OperatorAlarm): Promise<void>;
  stillFails(subject: ErrorSubject, atMs: number): Promise<void>;
  /** Does nothing if the episode is already over. */
  end(episode: ErrorEpisode, alarm: OperatorAlarm): Promise<void>;
}
