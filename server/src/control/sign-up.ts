import { hash } from 'node:crypto';
import { ApiError } from '@tollgate/contract/errors';
import type { CreditDraft } from '../domain/books/ledger.ts';
import { listPricePpm } from '../domain/catalog/price.ts';
import { networkOf } from '../domain/limits/ip-address.ts';
import type { Member, Person } from '../domain/people/person.ts';
import type { SignUpPlace } from '../domain/people/sign-up-marks.ts';
import { heldBecause, type TrialClaim, type TrialMarks } from '../domain/people/trial-claim.ts';
import { brokenConnectionRulesInForce, limitsInForce, type AccountRecord } from '../domain/tenants/tenant-records.ts';
import { planNamed } from './accounts.ts';
import { showAmount } from './amounts.ts';
import { auditEntry, type ControlContext } from './control-context.ts';
import { isInvited } from './invitations.ts';
import { operator, type Principal } from './principal.ts';
import { accountSettings } from './tenant-settings.ts';
import { trialDraft } from './trial-credits.ts';
import { findAccount } from './within-scope.ts';

/** What trial credits are given by. */
export interface TrialRules {
  readonly marksOf: (place: SignUpPlace) => TrialMarks;
  /** Of the whole installation, where the operator has not set another number. */
  readonly perDayMax: number;
}

/** Somebody who is signed in, and from where. */
export interface Arrival {
  readonly person: Person;
  readonly sourceIp: string;
  /** What the browser was marked with. */
  readonly device: string;
}

export interface Membership {
  readonly member: Member;
  readonly account: AccountRecord['account'];
}

/** The account that a person opens is known by theirs, so that it is opened once whoever asks at the same time. */
function accountIdOf(person: Person): string {
  return `acc_${hash('sha256', JSON.stringify(['account', person.id]), 'base64url').slice(0, 22)}`;
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

async function claimOf(context: ControlContext, rules: TrialRules, accountId: string, arrival: Arrival): Promise<TrialClaim> {
  const { person, sourceIp, device } = arrival;
  const marks = rules.marksOf({ email: person.email, network: networkOf(sourceIp), device });
  const { day } = context.calendar.now();
  const { trial_credits_per_day: perDay } = await context.site.read();
  const perDayMax = perDay === '' ? rules.perDayMax : Number.parseInt(perDay, 10);
  const reason = heldBecause(await context.stores.trialClaims.tally(marks, day), perDayMax);
  const state = reason === null ? 'given' : 'held';
  return { accountId, state, reason, ...marks, day, claimedAtMs: context.clock.nowMs(), grantedAtMs: null };
}

/** Account, owner and trial credit are one unit; whoever comes second finds them. */
function openAccount(context: ControlContext, rules: TrialRules, arrival: Arrival): Promise<void> {
  const { person, sourceIp } = arrival;
  const principal: Principal = operator(person.email, sourceIp);
  return context.changeQueue.run(async () => {
    const id = accountIdOf(person);
    const { stores, clock } = context;
    if ((await stores.members.ofPerson(person.id)).length > 0) return;
    const record = await accountOf(context, id, arrival);
    const claim = await claimOf(context, rules, id, arrival);
    const credit: CreditDraft | null = claim.state === 'given' ? await trialDraft(context, principal, id) : null;
    const owner: Member = { accountId: id, userId: person.id, role: 'owner', subAccountId: null, createdAtMs: clock.nowMs() };
    const trial = { trial_credit: showAmount(credit?.amount ?? 0n), trial_credit_held: claim.reason };
    const note = { action: 'account.open', objectKind: 'account', objectId: id, after: { ...accountSettings(record), ...trial } };
    await stores.accounts.open({ record, credit, owner, claim }, [auditEntry(context, principal, note)]);
  });
}

/** What a member may see by being one. */
function principalOf({ person, sourceIp }: Arrival, { accountId, subAccountId, role }: Member): Principal {
  return { name: person.email, sourceIp, scope: { kind: 'account', accountId, subAccountId, role } };
}

async function membershipsOf(context: ControlContext, arrival: Arrival): Promise<readonly Membership[]> {
  const members = await context.stores.members.ofPerson(arrival.person.id);
  return Promise.all(
    members.map(async (member) => {
      const { account } = await findAccount(context, principalOf(arrival, member), member.accountId);
      return { member, account };
    }),
  );
}

/**
 * The accounts that somebody belongs to. Whoever belongs to none gets one of their own, with its trial credit, as soon as their
 * address is verified; whoever is invited into one is asked first.
 */
export async function accountsOf(context: ControlContext, rules: TrialRules, arrival: Arrival): Promise<readonly Membership[]> {
  const known = await membershipsOf(context, arrival);
  if (known.length > 0 || !arrival.person.emailVerified || (await isInvited(context, arrival.person.email))) return known;
  await openAccount(context, rules, arrival);
  return membershipsOf(context, arrival);
}

/** An account of one's own for somebody who belongs to none and takes up no invitation. @throws {ApiError} 403 */
export async function openOwnAccount(
  context: ControlContext,
  rules: TrialRules,
  arrival: Arrival,
): Promise<readonly Membership[]> {
  if (!arrival.person.emailVerified) throw new ApiError('address_not_verified');
  await openAccount(context, rules, arrival);
  return membershipsOf(context, arrival);
}
