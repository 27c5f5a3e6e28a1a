import type { RobotKind } from '@tollgate/contract/notices/robots';
import type { Locale } from '@tollgate/contract/enumerations';

/** A destination of alarms. */
export interface Robot {
  readonly id: string;
  readonly name: string;
  readonly kind: RobotKind;
  /** Language of its messages. */
  readonly locale: Locale;
  /** Secret, because it is enough to send messages: sealed at rest, and never shown. */
  readonly address: string;
  /** Signs outgoing messages; `null` if the robot needs no signature. As secret as the address. */
  readonly secret: string | null;
}

/** One subject in an alarm message, with the number of times the alarm was raised. */
export interface AlarmCase {
  readonly subject: string;
  readonly params: Readonly<Record<string, string>>;
  readonly count: number;
  readonly firstAtMs: number;
  readonly lastAtMs: number;
}

/** Message to a robot: alarms of one kind, or a test if `kind` is `null`. */
export interface RobotMessage {
  /** The same for every attempt to send the message. */
  readonly id: string;
  readonly kind: string | null;
  readonly alarms: readonly AlarmCase[];
}

/** Reason for a failed delivery, without secrets; `null` if the message arrived. */
export type RobotFailure = string | null;

/** Sends messages to robots. Never rejects. */
export interface RobotSender {
  send(robot: Robot, message: RobotMessage): Promise<RobotFailure>;
}

/** A message waiting to be sent to a robot. */
export interface WaitingDelivery {
  readonly id: string;
  /** Number of earlier attempts. */
  readonly attempts: number;
  readonly robot: Robot;
  readonly message: RobotMessage;
}

export const robotsQueue = 'robots';

/** Alarms that wait to be sent, and the results of their deliveries. */
export interface AlarmDeliveries {
  /**
   * Queues the due alarms for each active robot, each group of alarms once across all nodes. An alarm sent within the last hour is not sent
   * again.
   */
  queueDue(): Promise<void>;
  /** `null` if it no longer waits. */
  find(id: string): Promise<WaitingDelivery | null>;
  /** Attempts at a robot that ended within the last minute. */
  recentAttempts(robotId: string): Promise<number>;
  /** Records how an attempt ended. `isLast`: no attempt follows. Does nothing if another attempt has ended in the meantime. */
  ended(delivery: WaitingDelivery, failure: RobotFailure, isLast: boolean): Promise<void>;
}
