import type { Coordination } from '../domain/limits/coordination.ts';

/** One process start of one node. */
export interface NodeRow {
  readonly incarnation: string;
  /** Stays the same over restarts: it is stored in the node's data folder. */
  readonly name: string;
  readonly state: 'live' | 'dead';
  /** Nothing it left behind is still to be put right. */
  readonly isRecovered: boolean;
  readonly startedAtMs: number;
  /** Time of its last heartbeat, by the database's clock. */
  readonly heartbeatAtMs: number;
  /** Since then. */
  readonly silentMs: number;
  /** For how long it has not reached coordination; `null` while it does. */
  readonly deafMs: number | null;
}

/** The register of nodes. The database decides which are alive, by its own clock. */
export interface NodesStore {
  /** `false`: something is in use that this program would misread. */
  register(node: { readonly incarnation: string; readonly name: string }): Promise<boolean>;
  /** `false`: the others have declared this incarnation dead. */
  beat(incarnation: string, hears: boolean): Promise<boolean>;
  /** Live ones, and dead ones of the last hours. */
  list(): Promise<readonly NodeRow[]>;
  /** Declares an incarnation dead if it has been silent for this long; from then on it can commit nothing. Waits for its running commit. */
  declareDead(incarnation: string, silentMs: number): Promise<boolean>;
  /** Nothing of a dead incarnation is left to put right. It stays known, so that it can still commit nothing. */
  recovered(incarnation: string): Promise<void>;
}

/** A difference between this node and the running ones; the sentence says what the operator has to do. */
export class JoinRefusedError extends Error {
  override readonly name = 'JoinRefusedError';
}

/** Small named values that all nodes share. */
export interface SharedSettings {
  get(name: string): Promise<string | null>;
  /** Answers whether there was none of the name before. */
  add(name: string, value: string): Promise<boolean>;
  /** Answers whether the value was the expected one. */
  replace(name: string, expected: string, value: string): Promise<boolean>;
}

/** A call that an incarnation had admitted and not settled. */
export interface OrphanedCall {
  readonly callId: string;
  readonly accountId: string;
  readonly keyId: string;
}

/** What a dead incarnation has left behind, and the steps that settle it. */
export interface DeadNodeParts {
  /** Void rows for every call it left open in the database, except tasks that continue. Returns how many. */
  voidMarked(incarnation: string): Promise<number>;
  /** Void rows for calls that only coordination knows to be open, except tasks that continue. */
  voidOrphans(calls: readonly OrphanedCall[]): Promise<void>;
  openCallsOf(incarnation: string): Promise<readonly OrphanedCall[]>;
  /** Continues its unfinished tasks here. `false`: some of their money may still be reserved under its name only. */
  takeOver(incarnation: string): Promise<boolean>;
  /** Dead incarnations under whose names money of unfinished tasks may be reserved. */
  owed(): Promise<readonly string[]>;
  /** Replaces what coordination holds of it by what the database has. */
  fold(incarnation: string): Promise<void>;
}

/** The database's data of an incarnation, and how its calls become void there. */
export interface IncarnationBooks extends Pick<DeadNodeParts, 'voidMarked' | 'voidOrphans' | 'owed'> {
  takeOver(incarnation: string, coordination: Pick<Coordination, 'adopt'>): Promise<boolean>;
  /** Posted charges of an incarnation in a window, nano-CNY. */
  postedBy(incarnation: string, window: string, accountId: string): Promise<bigint>;
  /** Windows, by account, in which an incarnation has posted in hours that began since then. */
  postedIn(incarnation: string, sinceMs: number): Promise<ReadonlyMap<string, readonly string[]>>;
}

/** A change by another node. */
export interface ChangeRow {
  readonly seq: number;
  readonly kind: 'account' | 'plan' | 'catalog' | 'news';
  readonly objectId: string;
}

export interface ChangesStore {
  /** Number of the latest change. */
  latest(): Promise<number>;
  /** Changes after `seq`, oldest first, at most some hundreds. */
  after(seq: number): Promise<readonly ChangeRow[]>;
  /** Reports to the others that this node has applied every change up to `seq`. */
  seen(incarnation: string, seq: number): Promise<void>;
  /** Names of the live nodes that have not taken over every change up to `seq`. */
  behind(seq: number): Promise<readonly string[]>;
}
