import { remindDays, undoDays, type ClosingObstacle } from '@tollgate/contract/account-life/closing';
import type { ClosingAct } from '@tollgate/contract/account-life/operator-closings';
import type { NanoCny } from '@tollgate/contract/money';
import type { RefusalReason } from '@tollgate/contract/refusals/all-refusals';
import { refusal, refuseTogether } from '@tollgate/contract/refusals/refusal';
import { isRequestOpen } from '@tollgate/contract/requests/service-requests';
import { balanceNow } from '../ledger/balance-now.ts';
import { stopAutoTopUp } from '../payments/cards/auto-top-ups.ts';
import type { Closing, ClosingNews } from './closing-ports.ts';
import { auditEntry, found, invalid, type ControlContext } from '../../control/control-context.ts';
import { accountsIntoForce } from '../../control/into-force.ts';
import type { Pages } from '../../control/page-ports.ts';
import type { TimePosition } from '../../control/page-ports.ts';
import { nanoOfFen } from '../../domain/payments/payment-order.ts';
import { readReturnable } from '../payments/payouts/payouts.ts';
import { queryOrder } from '../payments/orders/receive-payment.ts';
import { operator, type Principal } from '../../control/principal.ts';
import { withdrawRequest } from '../requests/service-requests.ts';
import { findAccount, findWholeAccount, requireOperator, requireWholeAccount } from '../../control/within-scope.ts';

const dayMs = 86_400_000;
const requestsMax = 100;

/** State of an account's closure, and what blocks it. */
export interface ClosingState {
  readonly closing: Closing | null;
  readonly obstacles: readonly ClosingObstacle[];
  /** Paid money that can be refunded; nano-CNY, whole fen. */
  readonly remainder: NanoCny;
  readonly openOrders: readonly string[];
  readonly openRequests: readonly string[];
}

/** Whether a member of the account is the last operator of the service. */
async function holdsLastOperator({ stores }: ControlContext, accountId: string): Promise<boolean> {
  const administrators = (await stores.operators.list()).filter(({ role }) => role === 'administrator');
  const [only] = administrators;
  return only !== undefined && administrators.length === 1 && (await stores.members.find(accountId, only.userId)) !== null;
}

/** Paid money that is neither used nor reserved, rounded down to fen. @throws {ApiError} 404 */
export async function remainderOf(context: ControlContext, principal: Principal, accountId: string): Promise<NanoCny> {
  const { returnableFen } = await readReturnable(context, principal, accountId);
  return nanoOfFen(returnableFen);
}

async function obstaclesOf(
  context: ControlContext,
  principal: Principal,
  accountId: string,
): Promise<readonly ClosingObstacle[]> {
  const { closings } = context.stores;
  const { credits, used, reserved } = await balanceNow(context, principal, accountId);
  return [
    ...((await closings.invoicesUnderWay(accountId)) > 0 ? (['invoice'] as const) : []),
    ...(credits - used - reserved < 0n ? (['debt'] as const) : []),
    ...((await holdsLastOperator(context, accountId)) ? (['last_operator'] as const) : []),
  ];
}

/** @throws {ApiError} 404 */
export async function readClosing(context: ControlContext, principal: Principal, accountId: string): Promise<ClosingState> {
  await findWholeAccount(context, principal, accountId);
  const { closings, requests } = context.stores;
  const open = await requests.list({ accountId, isOpen: true }, { limit: requestsMax, after: null });
  return {
    closing: await closings.find(accountId),
    obstacles: await obstaclesOf(context, principal, accountId),
    remainder: await remainderOf(context, principal, accountId),
    openOrders: await closings.openOrders(accountId),
    openRequests: open.filter(({ stage }) => isRequestOpen(stage)).map(({ id }) => id),
  };
}

const reasons = {
  invoice: 'closing_meets_invoice',
  debt: 'closing_meets_debt',
  last_operator: 'closing_meets_last_operator',
} as const satisfies Readonly<Record<ClosingObstacle, RefusalReason>>;

/** @throws {ApiError} 409 with the required action. */
function refuseObstacles(obstacles: readonly ClosingObstacle[]): void {
  const [first, ...others] = obstacles.map((obstacle) => refusal(reasons[obstacle]));
  if (first !== undefined) throw refuseTogether([first, ...others]);
}

export const isoTime = (ms: number): string => Temporal.Instant.fromEpochMilliseconds(ms).toString();

function news(
  context: ControlContext,
  principal: Principal,
  { accountId, action, ...note }: { accountId: string; action: string; before?: object; after?: object },
): ClosingNews {
  return {
    audit: auditEntry(context, principal, { action: `account.${action}`, objectKind: 'account', objectId: accountId, ...note }),
  };
}

/** The actor as shown to members, who must not see the names of operators. */
const shownActor = ({ name, scope }: Principal): string => (scope.kind === 'operator' ? 'operator' : name);

async function nowInForce(context: ControlContext, principal: Principal, accountId: string): Promise<void> {
  await accountsIntoForce(context, [(await findAccount(context, principal, accountId)).account]);
}

interface CloseRequest {
  readonly accountId: string;
  /** Account name as typed by an owner; `null` if an operator closes the account. */
  readonly name: string | null;
  readonly reason?: string;
}

/**
 * Starts the closure of an account. From the response on, its keys are disabled at every node; they return if the closure is canceled
 * within seven days. Pending orders are closed and open requests are declined.
 * @throws {ApiError} 400, 404, 409
 */
export async function beginClosing(
  context: ControlContext,
  principal: Principal,
  { accountId, name, reason }: CloseRequest,
): Promise<ClosingState> {
  requireWholeAccount(principal, 'account');
  if (name === null) requireOperator(principal, 'account');
  await context.changeQueue.run(async () => {
    const { account } = await findAccount(context, principal, accountId);
    if (name !== null && name.trim() !== account.name.trim()) throw invalid('name', 'must be the exact name of the account');
    if (account.closesAtMs !== undefined) return;
    refuseObstacles(await obstaclesOf(context, principal, accountId));
    const nowMs = context.clock.nowMs();
    const dueAtMs = nowMs + undoDays * dayMs;
    const closing: Closing = {
      accountId,
      state: 'closing',
      statusBefore: account.status,
      requestedAtMs: nowMs,
      dueAtMs,
      remindedAtMs: null,
      notifiedAtMs: null,
      closedAtMs: null,
      settled: null,
      notifiedOf: null,
    };
    const due = isoTime(dueAtMs);
    const note = { accountId, action: 'close', after: { due, ...(reason === undefined ? {} : { reason }) } };
    const params = { by: shownActor(principal), due };
    const notice = {
      accountId,
      kind: 'account_closing',
      source: `closing:${String(nowMs)}`,
      params,
      link: '/account',
      atMs: nowMs,
    } as const;
    await stopAutoTopUp(context, principal, accountId, 'closing');
    if (!(await context.stores.closings.begin(closing, { ...news(context, principal, note), notice })))
      throw refusal('closing_begun');
    await nowInForce(context, principal, accountId);
  });
  await endWhatIsOpen(context, principal, accountId);
  return readClosing(context, principal, accountId);
}

/** Closes pending orders, after checking whether they were paid, and declines requests. A second run finds nothing to do. */
async function endWhatIsOpen(context: ControlContext, principal: Principal, accountId: string): Promise<void> {
  const { openOrders, openRequests } = await readClosing(context, principal, accountId);
  for (const id of openOrders)
    await queryOrder(context, { id, isLast: true }).catch((error: unknown) => {
      // The payment service is unreachable: the order will expire, and a late payment will be paid out as well.
      context.payments.logger.error({ order: id, reason: String(error) }, 'an order of a closed account is still open');
    });
  for (const id of openRequests) await withdrawRequest(context, principal, { accountId, id });
}

/** Cancels the closure and restores the account and its keys. @throws {ApiError} 404; 409 if it is too late. */
export async function undoClosing(
  context: ControlContext,
  principal: Principal,
  accountId: string,
  reason?: string,
): Promise<ClosingState> {
  requireWholeAccount(principal, 'account');
  await context.changeQueue.run(async () => {
    const { account } = await findAccount(context, principal, accountId);
    if (account.closesAtMs === undefined) return;
    const nowMs = context.clock.nowMs();
    const note = { accountId, action: 'close_taken_back', ...(reason === undefined ? {} : { after: { reason } }) };
    const params = { by: shownActor(principal) };
    const source = `closing-over:${String(nowMs)}`;
    const notice = { accountId, kind: 'account_closing_over', source, params, link: '/account', atMs: nowMs } as const;
    if (!(await context.stores.closings.takeBack(accountId, { ...news(context, principal, note), notice })))
      throw refusal('closing_not_revocable');
    await nowInForce(context, principal, accountId);
  });
  return readClosing(context, principal, accountId);
}

/** Operator actions on a closure, with a reason. @throws {ApiError} 404, 409 */
export async function actOnClosing(
  context: ControlContext,
  principal: Principal,
  { accountId, act, reason }: { readonly accountId: string; readonly act: ClosingAct; readonly reason: string },
): Promise<ClosingState> {
  requireOperator(principal, 'account');
  if (act === 'take_back') return undoClosing(context, principal, accountId, reason);
  await context.changeQueue.run(async () => {
    found((await findAccount(context, principal, accountId)).account.closesAtMs, 'closing');
    const { closings } = context.stores;
    const told = news(context, principal, { accountId, action: `close_${act}`, after: { reason } });
    const isDone =
      act === 'hasten'
        ? await closings.hasten(accountId, context.clock.nowMs(), told)
        : await closings.settle(accountId, reason, told);
    if (!isDone) throw refusal('closing_went_on');
    await nowInForce(context, principal, accountId);
  });
  return readClosing(context, principal, accountId);
}

/** Open closures, soonest due first; or completed closures, newest first. */
export async function listClosings(
  context: ControlContext,
  principal: Principal,
  state: 'open' | 'closed',
): Promise<Pages<Closing, TimePosition>> {
  requireOperator(principal, 'list of closings');
  return (page) => context.stores.closings.list(state, page);
}

/** Time of the reminder to owners. */
export const remindAtMs = ({ dueAtMs }: Pick<Closing, 'dueAtMs'>): number => dueAtMs - remindDays * dayMs;

/** The principal of the job that closes accounts. */
export const closer: Principal = operator('system');
