import type { Coordination } from '../domain/limits/coordination.ts';

/** One process start of one node. */
export interface NodeRow {
  readonly incarnation: string;
  /** Stays the same across restarts, because it is stored in the node's data folder. */
  readonly name: string;
  readonly state: 'live' | 'dead';
  /** Everything that it left behind has been settled. */
  readonly isRecovered: boolean;
  readonly startedAtMs: number;
  /** Time of its last heartbeat, by the database's clock. */
  readonly heartbeatAtMs: number;
  /** Time since the last heartbeat. */
  readonly silentMs: number;
  /** How long it has not reached coordination; `null` while it does. */
  readonly deafMs: number | null;
}

/** The register of nodes. The database decides which nodes are alive, by its own clock. */
export interface NodesStore {
  /** `false` if something is in use that this program would misread. */
  register(node: { readonly incarnation: string; readonly name: string }): Promise<boolean>;
  /** `false` if the others have declared this incarnation dead. */
  beat(incarnation: string, hears: boolean): Promise<boolean>;
  /** Live nodes, and nodes that died in the last hours. */
  list(): Promise<readonly NodeRow[]>;
  /** Declares an incarnation dead if it has been silent for this long; from then on it can commit nothing. Waits for its running commit. */
  declareDead(incarnation: string, silentMs: number): Promise<boolean>;
  /** Everything of a dead incarnation has been settled. It stays listed, so that it still can commit nothing. */
  recovered(incarnation: string): Promise<void>;
}

/** A difference between this node and the running ones; the sentence says what the operator has to do. */
export class JoinRefusedError extends Error {
  override readonly name = 'JoinRefusedError';
}

/** Small named values that all nodes share. */
export interface SharedSettings {
  get(name: string): Promise<string | null>;
  /** Returns whether the name did not exist before. */
  add(name: string, value: string): Promise<boolean>;
  /** Returns whether the value was the expected one. */
  replace(name: string, expected: string, value: string): Promise<boolean>;
}

/** A call that an incarnation had admitted and not settled. */
export interface OrphanedCall {
  readonly callId: string;
  readonly accountId: string;
  readonly keyId: string;
}

/** The steps that settle what a dead incarnation has left behind. */
export interface DeadNodeParts {
  /** Writes void rows for every call that it left open in the database, except tasks that continue. Returns the number of calls. */
  voidMarked(incarnation: string): Promise<number>;
  /** Writes void rows for calls that only coordination knows to be open, except tasks that continue. */
  voidOrphans(calls: readonly OrphanedCall[]): Promise<void>;
  openCallsOf(incarnation: string): Promise<readonly OrphanedCall[]>;
  /** Continues its unfinished tasks here. Returns `false` if some of their money may still be reserved only under its name. */
  takeOver(incarnation: string): Promise<boolean>;
  /** Dead incarnations under whose names money of unfinished tasks may still be reserved. */
  owed(): Promise<readonly string[]>;
  /** Replaces coordination's state of the incarnation with the database's figures. */
  fold(incarnation: string): Promise<void>;
}

/** An incarnation's data in the database, and the operations that void its calls there. */
export interface IncarnationBooks extends Pick<DeadNodeParts, 'voidMarked' | 'voidOrphans' | 'owed'> {
  takeOver(incarnation: string, coordination: Pick<Coordination, 'adopt'>): Promise<boolean>;
  /** An incarnation's posted charges in a window, in nano-CNY. */
  postedBy(incarnation: string, window: string, accountId: string): Promise<bigint>;
  /** Windows, by account, in which an incarnation has posted usage of hours since a given time. */
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
  /** Names of the live nodes that have not applied every change up to `seq`. */
  behind(seq: number): Promise<readonly string[]>;
}
