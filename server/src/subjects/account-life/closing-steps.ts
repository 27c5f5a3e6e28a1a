import { ApiError } from '@tollgate/contract/errors';
import { formatAmount } from '@tollgate/contract/money';
import type { OperatorAlarms } from '../../domain/alarms/operator-alarms.ts';
import type { Person } from '../../domain/people/person.ts';
import type { OutgoingMail } from '../../domain/people/outgoing-mail.ts';
import { isoTime, readClosing, remainderOf, remindAtMs } from './closing.ts';
import type { Closing, ClosingsStore } from './closing-ports.ts';
import { auditEntry, type ControlContext } from '../../control/control-context.ts';
import { accountsIntoForce } from '../../control/into-force.ts';
import { requestPayout } from '../payments/payouts/payouts.ts';
import type { Principal } from '../../control/principal.ts';
import { findAccount, requireOperator } from '../../control/within-scope.ts';

const hourMs = 3_600_000;
/** Maximum delay of the erasure while mails cannot be sent. */
const mailsWaitMs = 24 * hourMs;
const addressesMax = 1000;
/** Maximum number of closures per run; those waiting longest come first. */
const closingsMax = 1000;

/** The part of sign-in that deletes people. */
export interface ForgettingPeople {
  findPerson(who: { readonly id: string }): Promise<Pick<Person, 'id' | 'email' | 'name' | 'locale' | 'emailVerified'> | null>;
  forget(personId: string): Promise<void>;
}

export interface ClosingParts {
  /** Writes under the lease of the job. */
  readonly closings: ClosingsStore;
  readonly people: ForgettingPeople;
  readonly consoleOrigin: () => string;
  readonly alarms: OperatorAlarms;
}

type Step = (context: ControlContext, principal: Principal, parts: ClosingParts, closing: Closing) => Promise<boolean>;

interface KnownPerson {
  readonly id: string;
  readonly role: string;
  readonly email: string;
  readonly name: string;
  readonly locale: 'zh' | 'en' | null;
  /** The person has no other account and is not an operator. */
  readonly isForgotten: boolean;
}

async function peopleOf(
  { stores }: ControlContext,
  { people }: ClosingParts,
  accountId: string,
): Promise<readonly KnownPerson[]> {
  const known: KnownPerson[] = [];
  for (const { userId, role } of await stores.members.ofAccount(accountId)) {
    const person = await people.findPerson({ id: userId });
    if (person === null) continue;
    const others = (await stores.members.ofPerson(userId)).filter((member) => member.accountId !== accountId);
    const isForgotten = others.length === 0 && (await stores.operators.find(userId)) === null;
    known.push({ id: userId, role, email: person.email, name: person.name, locale: person.locale, isForgotten });
  }
  return known;
}

/** Reminds owners. After seven days, the closure can no longer be canceled. */
const wait: Step = async (context, principal, { closings }, closing) => {
  const { accountId, dueAtMs, remindedAtMs } = closing;
  const nowMs = context.clock.nowMs();
  if (nowMs < dueAtMs) {
    if (remindedAtMs !== null || nowMs < remindAtMs(closing)) return false;
    const params = { due: isoTime(dueAtMs) };
    const source = `closing-soon:${String(dueAtMs)}`;
    const notice = { accountId, kind: 'account_closing_soon', source, params, link: '/account', atMs: nowMs } as const;
    return closings.remind(accountId, nowMs, { audit: null, notice });
  }
  const { obstacles } = await readClosing(context, principal, accountId);
  // New obstacles must be resolved first; operators see that the closure waits.
  if (obstacles.length > 0) return false;
  return closings.move({ accountId, from: 'closing', to: 'paying', atMs: nowMs }, { audit: null });
};

/**
 * Whether nothing is left to refund. Requests the remainder once, like an owner would. Notifies operators if that is impossible because a
 * bank account is needed or an operator rejected it.
 */
async function isPaidOut(
  context: ControlContext,
  principal: Principal,
  { alarms, closings }: Pick<ClosingParts, 'alarms' | 'closings'>,
  { accountId, settled, requestedAtMs }: Closing,
): Promise<boolean> {
  const { payouts } = context.stores;
  const [open] = await payouts.list({ accountId, isOpen: true }, { limit: 1, after: null });
  if (open !== undefined) return false;
  const remainder = settled === null ? await remainderOf(context, principal, accountId) : 0n;
  if (remainder === 0n) return true;
  const [last] = await payouts.list({ accountId }, { limit: 1, after: null });
  const isAsked = last?.payout.madeBy === principal.name && last.payout.createdAtMs >= requestedAtMs;
  if (!isAsked) {
    try {
      await requestPayout(context, principal, { accountId, amount: null, reason: 'The account is closed', payee: null }, null);
      return false;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }
  // Checked every minute, but reported only once.
  if (await closings.markNotified(accountId, isAsked ? 'rejected' : 'unpayable', context.clock.nowMs())) {
    const params = { account: accountId, amount: formatAmount(remainder, 2) };
    alarms.raise({ kind: 'closing_waits', subject: accountId, params });
  }
  return false;
}

/** Waits until no calls run and no refund is due. */
const payOut: Step = async (context, principal, parts, closing) => {
  const { accountId } = closing;
  if ((await context.coordination.running(accountId)) > 0) return false;
  if (!(await isPaidOut(context, principal, parts, closing))) return false;
  const { account } = await findAccount(context, principal, accountId);
  const owners = (await peopleOf(context, parts, accountId)).filter(({ role }) => role === 'owner');
  const atMs = context.clock.nowMs();
  const addresses = new Map(owners.map(({ email, locale }) => [email, locale]));
  if (account.email !== null && account.email !== '' && !addresses.has(account.email)) addresses.set(account.email, null);
  const mails = [...addresses].map(([recipient, locale]): OutgoingMail => ({
    source: `account-closed:${accountId}`,
    recipient,
    locale: locale ?? 'zh',
    template: 'notice',
    params: { account: account.name, kind: 'account_closed', url: parts.consoleOrigin(), at: isoTime(atMs) },
  }));
  return parts.closings.move({ accountId, from: 'paying', to: 'telling', atMs }, { audit: null, mails });
};

/** The last mail must be sent before its address is erased. */
const tell: Step = async ({ clock }, _principal, { closings }, { accountId, notifiedAtMs }) => {
  const nowMs = clock.nowMs();
  const isOver = nowMs - (notifiedAtMs ?? nowMs) >= mailsWaitMs;
  if (!isOver && (await closings.mailsWaiting(accountId)) > 0) return false;
  return closings.move({ accountId, from: 'telling', to: 'erasing', atMs: nowMs }, { audit: null });
};

const erase: Step = async (context, principal, parts, { accountId }) => {
  const { account } = await findAccount(context, principal, accountId);
  const people = await peopleOf(context, parts, accountId);
  const invited = await context.stores.members.invitationsOf(accountId, 0);
  const lower = (addresses: readonly (string | null)[]): readonly string[] => [
    ...new Set(addresses.flatMap((address) => (address === null || address === '' ? [] : [address.toLowerCase()]))),
  ];
  const own = [account.email, ...people.filter(({ isForgotten }) => isForgotten).map(({ email }) => email)];
  const erased = await parts.closings.erase({
    accountId,
    addresses: lower([...own, ...people.map(({ email }) => email), ...invited.slice(0, addressesMax).map(({ email }) => email)]),
    forgotten: lower(own),
    names: people.map(({ name }) => name).filter((name) => name.trim().length > 1),
  });
  await accountsIntoForce(context, [(await findAccount(context, principal, accountId)).account]);
  return erased;
};

/** Sign-in also deletes people without any other account. They cease to be members only after that. */
const forget: Step = async (context, principal, parts, { accountId }) => {
  for (const { id, isForgotten } of await peopleOf(context, parts, accountId)) if (isForgotten) await parts.people.forget(id);
  const note = { action: 'account.closed', objectKind: 'account', objectId: accountId };
  const step = { accountId, from: 'forgetting', to: 'closed', atMs: context.clock.nowMs() } as const;
  return parts.closings.move(step, { audit: auditEntry(context, principal, note) });
};

const steps: Readonly<Record<Exclude<Closing['state'], 'closed'>, Step>> = {
  closing: wait,
  paying: payOut,
  telling: tell,
  erasing: erase,
  forgetting: forget,
};

/**
 * Runs all steps that are possible now, for every closure. Each step is one transaction and records its initial state, so interruptions and
 * concurrent runs are safe. A failed closure does not block the others; the first error is thrown at the end.
 */
export async function stepClosings(context: ControlContext, principal: Principal, parts: ClosingParts): Promise<number> {
  requireOperator(principal, 'closing');
  let taken = 0;
  const faults: unknown[] = [];
  for (const { accountId } of await parts.closings.list('open', { limit: closingsMax, after: null })) {
    try {
      taken += await stepClosing(context, principal, parts, accountId);
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw faults[0];
  return taken;
}

/** Runs the steps of one closure that are possible now. */
async function stepClosing(
  context: ControlContext,
  principal: Principal,
  parts: ClosingParts,
  accountId: string,
): Promise<number> {
  for (let taken = 0; ; taken += 1) {
    const closing = await parts.closings.find(accountId);
    if (closing === null || closing.state === 'closed') return taken;
    if (!(await steps[closing.state](context, principal, parts, closing))) return taken;
  }
}
