import type { RobotKind } from '@tollgate/contract/notices/robots';
import type { Robot, RobotFailure, RobotMessage, AlarmCase } from '../../../domain/alarms/robots.ts';
import type { AuditEntry } from '../../../domain/books/audit-entry.ts';

/** The result of a message to a robot. */
export interface DeliveryRecord {
  readonly robotId: string;
  readonly robotName: string;
  readonly state: 'waiting' | 'sent' | 'failed';
  readonly attempts: number;
  readonly lastError: string | null;
  readonly triedAtMs: number | null;
}

/** A robot as operators see it. */
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
  /** With its address and secret, for sending. */
  open(id: string): Promise<RobotDraft | null>;
  put(robot: RobotDraft, audit: AuditEntry): Promise<void>;
  /** `false`: it was deleted already. */
  remove(id: string, audit: AuditEntry): Promise<boolean>;
  /** How trying it out ended. */
  tried(robotId: string, failure: RobotFailure, audit: AuditEntry): Promise<void>;
  /** Attempts at it that ended within the last minute. */
  recentAttempts(robotId: string): Promise<number>;
  /** Newest first. */
  listAlarms(page: { readonly limit: number; readonly after: string | null }): Promise<readonly AlarmGroupRecord[]>;
}

/** What the control plane requests from the sender of alarms. */
export interface RobotOperations {
  send(robot: Robot, message: RobotMessage): Promise<RobotFailure>;
  /** Why a robot of that kind cannot live at an address; `null`: it can. */
  addressFault(kind: RobotKind, address: string): string | null;
  perMinute(kind: RobotKind): number;
}
