import type { Logger } from '../platform/logger.ts';
import type { Membership } from './membership.ts';
import type { DeadNodeParts, NodeRow, NodesStore } from './ports.ts';

export interface RecoveryOptions {
  readonly store: NodesStore;
  readonly membership: Pick<Membership, 'incarnation' | 'nodes' | 'deadAfterMs' | 'mayJudge'>;
  readonly parts: DeadNodeParts;
  /** Nodes whose figures this node is waiting for, if it reaches coordination. */
  readonly waitingFor: () => readonly string[];
  readonly logger: Logger;
}

/**
 * Settles what one dead incarnation left behind. The order matters: first its calls become void rows in the database and its tasks continue
 * elsewhere, and only then may others spend its reservations. Otherwise a paused node could still deliver and post its calls, or a task
 * could cost what others have already spent. Safe to interrupt anywhere, and to run on several nodes at once, because every step is
 * idempotent. Returns the number of calls voided; `null` while tasks do not continue yet.
 */
export async function recoverDeadNode({ store, parts }: RecoveryOptions, incarnation: string): Promise<number | null> {
  const calls = await voidOpenCalls(parts, incarnation);
  if (!(await parts.takeOver(incarnation))) return null;
  await parts.fold(incarnation);
  await store.recovered(incarnation);
  return calls;
}

/** Turns every open call of an incarnation into a row with charge 0. Returns the number of calls. */
async function voidOpenCalls(parts: DeadNodeParts, incarnation: string): Promise<number> {
  const orphans = await parts.openCallsOf(incarnation);
  // Marks are processed first: they contain more about a call than coordination, and the first row of a call stays.
  const marked = await parts.voidMarked(incarnation);
  // Entries without a key were not calls: they reserved money while it was paid out of the account.
  await parts.voidOrphans(orphans.filter(({ keyId }) => keyId !== ''));
  return Math.max(marked, orphans.length);
}

/**
 * The orderly end of this same node, after its last commit, so that others need not correct anything. Its open calls are voided while it
 * may still commit.
 */
export async function leaveInOrder({ store, parts, membership: { incarnation } }: RecoveryOptions): Promise<void> {
  await voidOpenCalls(parts, incarnation);
  if (!(await store.declareDead(incarnation, 0))) return;
  // If tasks remain, the others take over these and everything else.
  if ((await parts.owed()).includes(incarnation)) return;
  await parts.fold(incarnation);
  await store.recovered(incarnation);
}

/** Whether a live node blocks the others: they wait for figures that it has been unable to report for too long. */
function isInTheWay({ incarnation, deafMs }: NodeRow, { membership, waitingFor }: RecoveryOptions): boolean {
  return deafMs !== null && deafMs >= membership.deadAfterMs && waitingFor().includes(incarnation);
}

/** Returns whether the node was declared dead now. */
async function judge(options: RecoveryOptions, node: NodeRow): Promise<boolean> {
  const { store, membership, logger } = options;
  const { incarnation, name, state, silentMs, deafMs } = node;
  if (state !== 'live' || !membership.mayJudge) return false;
  if (silentMs >= membership.deadAfterMs && (await store.declareDead(incarnation, membership.deadAfterMs))) {
    logger.error({ incarnation, node: name, silentMs }, 'a node sent no heartbeat and was declared dead');
    return true;
  }
  if (!isInTheWay(node, options) || !(await store.declareDead(incarnation, 0))) return false;
  logger.error(
    { incarnation, node: name, deafMs },
    'a node that cannot reach Redis kept the others waiting and was declared dead',
  );
  return true;
}

/** Declares silent nodes dead and settles what dead ones left behind. Run this often. Returns the number of calls voided. */
export async function recoverDeadNodes(options: RecoveryOptions): Promise<number> {
  const { membership, logger } = options;
  let calls = 0;
  for (const node of membership.nodes) {
    const { incarnation, name, state, isRecovered } = node;
    if (incarnation === membership.incarnation || isRecovered) continue;
    if (state === 'live' && !(await judge(options, node))) continue;
    const recovered = await recoverDeadNode(options, incarnation);
    if (recovered === null) continue;
    calls += recovered;
    logger.warn({ incarnation, node: name, calls: recovered }, 'the open calls of a dead node were voided');
  }
  return calls;
}
