import { workCountMax, workQueueNames, type WorkQueueName } from '@tollgate/contract/site/overview';
import { invoiceQueues } from '@tollgate/contract/invoicing/invoicing';
import { datesOf, type DatesAt } from '../invoicing/rules/due-dates.ts';
import { closingsForOperators } from '../account-life/closing-waits.ts';
import type { ControlContext } from '../../control/control-context.ts';
import type { Principal } from '../../control/principal.ts';
import { requireOperator } from '../../control/within-scope.ts';
import { missingYears, workingDays } from '../invoicing/working-days.ts';

/** A queue that waits for an operator; counts at most {@link workCountMax} items. */
export interface WaitingWork {
  readonly waiting: number;
  /** Start time of the longest waiting item. */
  readonly oldestAtMs: number | null;
  /** Working days until the most urgent item is due; negative if overdue, `null` if no item has a due date. */
  readonly workingDaysLeft: number | null;
  readonly overdue: number;
}

export interface QueueWork extends WaitingWork {
  readonly name: WorkQueueName;
}

/** One waiting item. */
interface Waiting {
  readonly atMs: number;
  readonly daysLeft?: number | null;
}

type Look = (asked: ControlContext, at: DatesAt, principal: Principal) => Promise<readonly Waiting[]>;

const firstOnes = { limit: workCountMax, after: null };
const dayMs = 86_400_000;

function sumOf(rows: readonly Waiting[]): WaitingWork {
  const days = rows.flatMap(({ daysLeft }) => (typeof daysLeft === 'number' ? [daysLeft] : []));
  return {
    waiting: rows.length,
    oldestAtMs: rows.length === 0 ? null : Math.min(...rows.map(({ atMs }) => atMs)),
    workingDaysLeft: days.length === 0 ? null : Math.min(...days),
    overdue: days.filter((left) => left < 0).length,
  };
}

function invoicesIn(states: (typeof invoiceQueues)[keyof typeof invoiceQueues]): Look {
  return async ({ stores: { invoicing } }, at) => {
    const rows = await invoicing.invoices.queue({ states }, firstOnes);
    const steps = await invoicing.invoices.stepsOf(rows.map(({ id }) => id));
    return rows.map(({ id, createdAtMs }) => ({
      atMs: createdAtMs,
      daysLeft: datesOf(steps.get(id) ?? [], at).workingDaysLeft,
    }));
  };
}

/** All queues of operators. Each query is bounded: it reads no more than it counts. */
const looks: Readonly<Record<WorkQueueName, Look>> = {
  invoices_to_review: invoicesIn(invoiceQueues.to_review),
  invoices_to_issue: invoicesIn(invoiceQueues.to_issue),
  invoices_to_reverse: invoicesIn(invoiceQueues.to_reverse),
  verifications: async ({ stores: { invoicing } }, at) =>
    (await invoicing.verifications.queue('submitted', firstOnes)).map(({ submittedAtMs, createdAtMs }) => {
      const atMs = submittedAtMs ?? createdAtMs;
      return { atMs, daysLeft: datesOf([{ state: 'submitted', atMs }], at).workingDaysLeft };
    }),
  bank_transfers: async ({ stores: { orders }, clock }) =>
    (await orders.list({ method: 'bank', state: 'open' }, firstOnes))
      .filter(({ expiresAtMs }) => expiresAtMs > clock.nowMs())
      .map(({ createdAtMs: atMs }) => ({ atMs })),
  mismatched_payments: async ({ stores: { orders } }) =>
    (await orders.undecided(workCountMax)).map(({ receivedAtMs: atMs }) => ({ atMs })),
  returns: async ({ stores: { payouts } }) =>
    (await payouts.list({ isOpen: true }, firstOnes))
      .filter(({ payout, isTroubled, isToPay }) => payout.state === 'requested' || isTroubled || isToPay)
      .map(({ payout }) => ({ atMs: payout.createdAtMs })),
  closings: async (asked, _at, principal) =>
    (await closingsForOperators(asked, principal, workCountMax)).map(({ dueAtMs: atMs }) => ({ atMs })),
  service_requests: async ({ stores: { requests } }, { calendar, today }) =>
    (await requests.list({ isOpen: true }, firstOnes)).map(({ createdAtMs: atMs, steps }) => {
      const due = steps.at(-1)?.expectedOn ?? null;
      return { atMs, daysLeft: due === null ? null : calendar.between(today, due) };
    }),
  held_trials: async ({ stores: { trialClaims } }) =>
    (await trialClaims.listHeld(firstOnes)).map(({ claimedAtMs: atMs }) => ({ atMs })),
  // Alarms have no end, so those of the last day are counted.
  alarms: async ({ stores: { robots }, clock }) =>
    (await robots.listAlarms(firstOnes))
      .filter(({ createdAtMs }) => createdAtMs > clock.nowMs() - dayMs)
      .map(({ createdAtMs: atMs }) => ({ atMs })),
  unsent_mails: async ({ stores: { mails } }) => {
    const kinds = await Promise.all((['unsent', 'dead'] as const).map((state) => mails.list({ state }, firstOnes)));
    return kinds.flat().map(({ createdAtMs: atMs }) => ({ atMs }));
  },
  // Required from 1 December of the previous year on.
  working_years: async (asked) =>
    (await missingYears(asked)).map((year) => ({
      atMs: Math.min(Date.parse(`${String(year - 1)}-12-01T00:00:00Z`), asked.clock.nowMs()),
    })),
};

/** All queues of operators. */
export async function listWork(context: ControlContext, principal: Principal): Promise<readonly QueueWork[]> {
  requireOperator(principal, 'overview');
  const at = await workingDays(context);
  return Promise.all(workQueueNames.map(async (name) => ({ name, ...sumOf(await looks[name](context, at, principal)) })));
}
