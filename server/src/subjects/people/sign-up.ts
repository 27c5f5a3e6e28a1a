import { hash } from 'node:crypto';
import { ApiError } from '@tollgate/contract/errors';
import { refusal } from '@tollgate/contract/refusals/refusal';
import type { CreditDraft } from '../../domain/books/ledger.ts';
import { listPricePpm } from '../../domain/catalog/price.ts';
import { networkOf } from '../../domain/limits/ip-address.ts';
import type { Member, Person } from '../../domain/people/person.ts';
import { holdReason, type TrialClaim } from '../../domain/people/trial-claim.ts';
import { brokenConnectionRulesInForce, limitsInForce, type AccountRecord } from '../../domain/tenants/tenant-records.ts';
import { planNamed } from '../tenants/accounts/accounts.ts';
import { showAmount } from '../../control/amounts.ts';
import { auditEntry, type ControlContext } from '../../control/control-context.ts';
import { isInvited } from './invitations.ts';
import { operator, type Principal } from '../../control/principal.ts';
import { accountSettings } from '../tenants/accounts/account-settings.ts';
import { trialDraft } from '../ledger/trials/trial-credits.ts';
import { findAccount } from '../../control/within-scope.ts';
import type { TrialRules } from '../../domain/people/trial-rules.ts';

/** A signed-in person and the origin of the request. */
export interface Arrival {
  readonly person: Person;
  readonly sourceIp: string;
  /** The mark of the browser. */
  readonly device: string;
}

export interface Membership {
  readonly member: Member;
  readonly account: AccountRecord['account'];
  readonly freeze: AccountRecord['freeze'];
}

/** Maximum number of accounts that a person who leaves their account can open. */
const openedMax = 10;

/** The account id is derived from the person and the number of accounts they opened before, so concurrent requests open each only once. */
function accountIdOf(person: Person, openedBefore: number): string {
  const of = openedBefore === 0 ? ['account', person.id] : ['account', person.id, openedBefore];
  return `acc_${hash('sha256', JSON.stringify(of), 'base64url').slice(0, 22)}`;
}

async function accountOf(context: ControlContext, id: string, { person }: Arrival): Promise<AccountRecord> {
  const plan = await planNamed(context, 'free-trial');
  const name = person.name.trim() === '' ? (person.email.split('@')[0] ?? person.email) : person.name.trim();
  const account: AccountRecord['account'] = {
    id,
    name: name.slice(0, 200),
    email: person.email,
    plan,
    status: 'active',
    limits: limitsInForce(plan, {}),
    brokenConnections: brokenConnectionRulesInForce(plan, {}),
    priceMultiplierPpm: listPricePpm,
    domesticOnly: false,
    isolation: 'shared',
    createdAtMs: context.clock.nowMs(),
  };
  return { account, ownLimits: {}, locale: person.locale };
}

/** A person who opened an account before already received the trial credit, or it is held there. */
async function claimOf(
  context: ControlContext,
  rules: TrialRules,
  { id, openedBefore }: { readonly id: string; readonly openedBefore: number },
  { person, sourceIp, device }: Arrival,
): Promise<TrialClaim> {
  const marks = rules.marksOf({ email: person.email, network: networkOf(sourceIp), device });
  const { day } = context.calendar.now();
  const { trial_credits_per_day: perDay } = await context.site.read();
  const perDayMax = perDay === '' ? rules.perDayMax : Number.parseInt(perDay, 10);
  const reason = openedBefore > 0 ? 'mailbox' : holdReason(await context.stores.trialClaims.tally(marks, day), perDayMax);
  const state = reason === null ? 'given' : 'held';
  return { accountId: id, state, reason, ...marks, day, claimedAtMs: context.clock.nowMs(), grantedAtMs: null };
}

/** Writes account, owner and trial credit in one transaction. Returns whether it was written; the id may be taken. */
async function openOne(context: ControlContext, rules: TrialRules, arrival: Arrival, openedBefore: number): Promise<boolean> {
  const { person, sourceIp } = arrival;
  const principal: Principal = operator(person.email, sourceIp);
  const id = accountIdOf(person, openedBefore);
  const record = await accountOf(context, id, arrival);
  const claim = await claimOf(context, rules, { id, openedBefore }, arrival);
  const credit: CreditDraft | null = claim.state === 'given' ? await trialDraft(context, principal, id) : null;
  const createdAtMs = context.clock.nowMs();
  const owner: Member = { accountId: id, userId: person.id, role: 'owner', subAccountId: null, createdAtMs };
  const trial = { trial_credit: showAmount(credit?.amount ?? 0n), trial_credit_held: claim.reason };
  const note = { action: 'account.open', objectKind: 'account', objectId: id, after: { ...accountSettings(record), ...trial } };
  return context.stores.signUps.open({ record, credit, owner, claim }, [auditEntry(context, principal, note)]);
}

/** Opens an account for a person without one. Accounts that they opened and left stay with their members. */
function openAccount(context: ControlContext, rules: TrialRules, arrival: Arrival): Promise<void> {
  return context.changeQueue.run(async () => {
    for (let openedBefore = 0; openedBefore < openedMax; openedBefore += 1) {
      // Checked each time, because a concurrent request of the same person may have taken the id.
      if ((await context.stores.members.ofPerson(arrival.person.id)).length > 0) return;
      if (await openOne(context, rules, arrival, openedBefore)) return;
    }
  });
}

/** A principal with the basic rights of a member. */
function principalOf({ person, sourceIp }: Arrival, { accountId, subAccountId, role }: Member): Principal {
  return { name: person.email, sourceIp, scope: { kind: 'account', accountId, subAccountId, role } };
}

async function membershipsOf(context: ControlContext, arrival: Arrival): Promise<readonly Membership[]> {
  const members = await context.stores.members.ofPerson(arrival.person.id);
  return Promise.all(
    members.map(async (member) => {
      const { account, freeze } = await findAccount(context, principalOf(arrival, member), member.accountId);
      return { member, account, freeze };
    }),
  );
}

/**
 * The accounts of a person. A person without any gets one with a trial credit when their address is verified; an invited person is asked
 * first.
 */
export async function accountsOf(context: ControlContext, rules: TrialRules, arrival: Arrival): Promise<readonly Membership[]> {
  const known = await membershipsOf(context, arrival);
  if (known.length > 0 || !arrival.person.emailVerified || (await isInvited(context, arrival.person.email))) return known;
  await openAccount(context, rules, arrival);
  return membershipsOf(context, arrival);
}

/** Opens an account for a person without one who accepts no invitation. @throws {ApiError} 403, 409 */
export async function openOwnAccount(
  context: ControlContext,
  rules: TrialRules,
  arrival: Arrival,
): Promise<readonly Membership[]> {
  if (!arrival.person.emailVerified) throw new ApiError('address_not_verified');
  await openAccount(context, rules, arrival);
  const opened = await membershipsOf(context, arrival);
  if (opened.length === 0) throw refusal('accounts_opened', { max: openedMax });
  return opened;
}
