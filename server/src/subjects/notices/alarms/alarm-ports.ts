import type { RobotKind } from '@tollgate/contract/notices/robots';
import type { Robot, RobotFailure, RobotMessage, AlarmCase } from '../../../domain/alarms/robots.ts';
import type { AuditEntry } from '../../../domain/books/audit-entry.ts';

/** The result of a message to a chat bot. */
export interface DeliveryRecord {
  readonly robotId: string;
  readonly robotName: string;
  readonly state: 'waiting' | 'sent' | 'failed';
  readonly attempts: number;
  readonly lastError: string | null;
  readonly triedAtMs: number | null;
}

/** A chat bot as shown to operators. */
export interface RobotRecord extends Pick<Robot, 'id' | 'name' | 'kind' | 'locale'> {
  readonly host: string;
  readonly signs: boolean;
  readonly enabled: boolean;
  readonly createdAtMs: number;
  readonly last: DeliveryRecord | null;
}

export interface AlarmGroupRecord {
  readonly id: string;
  readonly kind: string;
  readonly state: 'open' | 'told' | 'quiet';
  readonly createdAtMs: number;
  readonly dueAtMs: number;
  readonly alarms: readonly AlarmCase[];
  readonly deliveries: readonly DeliveryRecord[];
}

export interface RobotDraft extends Robot {
  readonly enabled: boolean;
  readonly createdAtMs: number;
}

export interface RobotsStore {
  list(): Promise<readonly RobotRecord[]>;
  find(id: string): Promise<RobotRecord | null>;
  /** Includes the address and secret, for sending. */
  open(id: string): Promise<RobotDraft | null>;
  put(robot: RobotDraft, audit: AuditEntry): Promise<void>;
  /** `false`: the chat bot was already deleted. */
  remove(id: string, audit: AuditEntry): Promise<boolean>;
  /** Records the result of a test message. */
  tried(robotId: string, failure: RobotFailure, audit: AuditEntry): Promise<void>;
  /** Attempts to the chat bot that ended within the last minute. */
  recentAttempts(robotId: string): Promise<number>;
  /** Newest first. */
  listAlarms(page: { readonly limit: number; readonly after: string | null }): Promise<readonly AlarmGroupRecord[]>;
}

/** Functions of the alarm sender that the control plane uses. */
export interface RobotOperations {
  send(robot: Robot, message: RobotMessage): Promise<RobotFailure>;
  /** Why an address is invalid for a chat bot of that kind; `null` if it is valid. */
  addressFault(kind: RobotKind, address: string): string | null;
  perMinute(kind: RobotKind): number;
}
