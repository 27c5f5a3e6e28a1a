import { workCountMax, type WorkQueueName } from '@tollgate/contract/admin/overview';
import type { ControlStores } from './ports.ts';

/** What waits in a queue for an operator: at most {@link workCountMax} are counted. */
export interface WaitingWork {
  readonly waiting: number;
  /** Since when the one waits that waits longest. */
  readonly oldestAtMs: number | null;
}

type Look = (stores: ControlStores) => Promise<WaitingWork>;

/** Of a list that begins with what waits longest. */
function waitingIn<Row>(rows: readonly Row[], atMsOf: (row: Row) => number): WaitingWork {
  const [oldest] = rows;
  return { waiting: rows.length, oldestAtMs: oldest === undefined ? null : atMsOf(oldest) };
}

const firstOnes = { limit: workCountMax, after: null };

/** Every queue that operators work, one line each. A look is bounded: it reads no more than it counts. */
export const workQueues: Readonly<Record<WorkQueueName, Look>> = {
  held_trials: async ({ trialClaims }) => waitingIn(await trialClaims.listHeld(firstOnes), ({ claimedAtMs }) => claimedAtMs),
  service_requests: async ({ requests }) =>
    waitingIn(await requests.list({ isOpen: true }, firstOnes), ({ createdAtMs }) => createdAtMs),
};
