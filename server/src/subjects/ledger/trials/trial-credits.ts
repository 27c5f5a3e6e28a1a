import { hash } from 'node:crypto';
import { ledgerSources } from '@tollgate/contract/ledger/ledger-sources';
import { parseAmount, type NanoCny } from '@tollgate/contract/money';
import { refusal } from '@tollgate/contract/refusals/refusal';
import type { CreditDraft, LedgerEntry } from '../../../domain/books/ledger.ts';
import type { OutgoingMail } from '../../../domain/people/outgoing-mail.ts';
import type { TrialClaim } from '../../../domain/people/trial-claim.ts';
import type { AccountRecord } from '../../../domain/tenants/tenant-records.ts';
import { showAmount } from '../../../control/amounts.ts';
import { auditEntry, found, type ControlContext } from '../../../control/control-context.ts';
import { creditsIntoForce } from '../../../control/into-force.ts';
import type { Page, TimePosition } from '../../../control/page-ports.ts';
import type { Principal } from '../../../control/principal.ts';
import { findAccount, requireOperator } from '../../../control/within-scope.ts';

/** The current trial credit of new accounts. */
export async function trialAmountNow({ site }: Pick<ControlContext, 'site'>): Promise<NanoCny> {
  return parseAmount((await site.read()).trial_credit);
}

/** The trial credit of an account. Its id is derived from the account id, so it exists only once. `null` if no trial credit is offered. */
export async function trialDraft(context: ControlContext, principal: Principal, accountId: string): Promise<CreditDraft | null> {
  const amount = await trialAmountNow(context);
  if (amount === 0n) return null;
  return {
    id: `led_${hash('sha256', JSON.stringify(['trial', accountId]), 'base64url').slice(0, 32)}`,
    accountId,
    bucket: 'trial',
    amount,
    reason: ledgerSources.write('trial_credit', {}),
    actor: principal.name,
    atMs: context.clock.nowMs(),
  };
}

/** The held trial credit of an account. @throws {ApiError} 404 */
export async function heldTrial(context: ControlContext, principal: Principal, accountId: string): Promise<TrialClaim | null> {
  await findAccount(context, principal, accountId);
  const claim = await context.stores.trialClaims.find(accountId);
  return claim?.state === 'held' ? claim : null;
}

/** An account, and why its trial credit is held. */
export interface HeldTrial {
  readonly claim: TrialClaim;
  readonly record: AccountRecord;
}

/** Held trial credits, longest waiting first. */
export async function listHeldTrials(
  context: ControlContext,
  principal: Principal,
): Promise<(page: Page<TimePosition>) => Promise<readonly HeldTrial[]>> {
  requireOperator(principal, 'list of trial credits');
  const { stores } = context;
  return async (page) => {
    const claims = await stores.trialClaims.listHeld(page);
    return Promise.all(claims.map(async (claim) => ({ claim, record: await findAccount(context, principal, claim.accountId) })));
  };
}

export interface GrantAnswer {
  readonly entry: LedgerEntry;
  /** Whether the credit was granted before; if so, nothing was written. */
  readonly replayed: boolean;
}

/** The mail to the account, if it has an address. */
function mailTo({ account: { id, email }, locale }: AccountRecord, amount: NanoCny, consoleOrigin: string): OutgoingMail | null {
  if (email === null || email === '') return null;
  return {
    source: `trial-credit:${id}`,
    recipient: email,
    locale: locale ?? 'zh',
    template: 'trial-credit-granted',
    params: { amount: showAmount(amount), url: `${consoleOrigin}/keys?create=` },
  };
}

/** Grants the held trial credit of an account, only once. @throws {ApiError} 404, 409 */
export function grantTrial(
  context: ControlContext,
  principal: Principal,
  accountId: string,
  consoleOrigin: () => string,
): Promise<GrantAnswer> {
  return context.changeQueue.run(async () => {
    requireOperator(principal, 'account');
    const record = await findAccount(context, principal, accountId);
    const { stores } = context;
    const draft = await trialDraft(context, principal, accountId);
    if (draft === null) throw refusal('trial_credit_off');
    const claim = await stores.trialClaims.find(accountId);
    const earlier = claim?.state === 'granted' ? await stores.ledger.find(draft.id) : null;
    if (earlier !== null) return { entry: earlier, replayed: true };
    if (claim?.state !== 'held') throw refusal('no_trial_credit_held');
    const granted: TrialClaim = { ...claim, state: 'granted', grantedAtMs: draft.atMs };
    const note = {
      action: 'trial-credit.grant',
      objectKind: 'account',
      objectId: accountId,
      before: { trial_credit_held: claim.reason },
      after: { entry: draft.id, amount: showAmount(draft.amount) },
    };
    if (
      !(await stores.trialClaims.grant(
        granted,
        draft,
        mailTo(record, draft.amount, consoleOrigin()),
        auditEntry(context, principal, note),
      ))
    )
      throw refusal('trial_credit_given');
    const { credits } = await stores.ledger.totals(accountId);
    await creditsIntoForce(context, accountId, credits);
    return { entry: found(await stores.ledger.find(draft.id), 'ledger entry'), replayed: false };
  });
}
