import type { RobotKind } from '@tollgate/contract/notices/robots';
import type { Locale } from '@tollgate/contract/enumerations';

/** A destination of alarms. */
export interface Robot {
  readonly id: string;
  readonly name: string;
  readonly kind: RobotKind;
  /** In which its messages are written. */
  readonly locale: Locale;
  /** Anyone who knows it can write there: sealed at rest, and never shown. */
  readonly address: string;
  /** Signs outgoing messages; `null` if the robot needs no signature. As secret as the address. */
  readonly secret: string | null;
}

/** One case of an alarm that is sent. */
export interface AlarmCase {
  readonly subject: string;
  readonly params: Readonly<Record<string, string>>;
  readonly count: number;
  readonly firstAtMs: number;
  readonly lastAtMs: number;
}

/** A robot's message: alarms of one kind, or, with `null`, a test. */
export interface RobotMessage {
  /** The same however often it is sent. */
  readonly id: string;
  readonly kind: string | null;
  readonly alarms: readonly AlarmCase[];
}

/** `null`: it arrived. Else why not, as a text without secrets. */
export type RobotFailure = string | null;

/** Writes to robots. Never rejects. */
export interface RobotSender {
  send(robot: Robot, message: RobotMessage): Promise<RobotFailure>;
}

/** A message that is to go out to a robot. */
export interface WaitingDelivery {
  readonly id: string;
  /** Made before this one. */
  readonly attempts: number;
  readonly robot: Robot;
  readonly message: RobotMessage;
}

export const robotsQueue = 'robots';

/** Alarms that wait to be sent, and the results of their deliveries. */
export interface AlarmDeliveries {
  /**
   * Queues what is due for each active robot, each group of alarms once, on any node. An alarm sent within the last hour is not sent again.
   */
  queueDue(): Promise<void>;
  /** `null`: it no longer waits. */
  find(id: string): Promise<WaitingDelivery | null>;
  /** Attempts at a robot that ended within the last minute. */
  recentAttempts(robotId: string): Promise<number>;
  /** How an attempt ended; `isLast`: no other follows. Nothing where another attempt has ended meanwhile. */
  ended(delivery: WaitingDelivery, failure: RobotFailure, isLast: boolean): Promise<void>;
}
