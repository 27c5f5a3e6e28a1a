import type { NanoCny } from '@tollgate/contract/money';
import { capNotice } from '../domain/books/notice-text.ts';
import { capLimits, subAccountCapLimits } from '../domain/limits/cap-limits.ts';
import type { MoneyLimit } from '../domain/limits/coordination.ts';
import { parseWindow } from '../domain/limits/window.ts';
import type { Account, Key, SubAccount } from '../domain/tenants/tenant.ts';
import type { ControlContext } from './control-context.ts';

/*
 * The second half of a change, after it is in the database and before the response. Updates the live entries, then notifies everything
 * else, so that no later call is admitted under the old state.
 */

/** Applies changes to the plan, status, limits or multiplier of accounts. */
export async function accountsIntoForce({ directory, others }: ControlContext, accounts: readonly Account[]): Promise<void> {
  for (const account of accounts) directory.accountChanged(account);
  await others?.accountsChanged(accounts.map(({ id }) => id));
}

/** @param credits the account's new total of all credits. */
export async function creditsIntoForce(
  { directory, others }: ControlContext,
  accountId: string,
  credits: NanoCny,
): Promise<void> {
  directory.creditsChanged(accountId, credits);
  await others?.accountsChanged([accountId]);
}

export async function subAccountIntoForce(context: ControlContext, subAccount: SubAccount): Promise<void> {
  context.directory.subAccountChanged(subAccount);
  await context.others?.accountsChanged([subAccount.accountId]);
  await noteReachedCaps(context, subAccount.accountId, subAccountCapLimits(subAccount, context.calendar.now()));
}

/** Applies changes to the caps, status or limits of keys of one account. */
export async function keysIntoForce(context: ControlContext, accountId: string, keys: readonly Key[]): Promise<void> {
  for (const key of keys) context.directory.keyChanged(key);
  await context.others?.accountsChanged([accountId]);
  for (const key of keys) await noteReachedCaps(context, accountId, capLimits(key, context.calendar.now()));
}

/** Applies changes to models, providers or prices. */
export async function catalogIntoForce({ catalog, routing, others }: ControlContext): Promise<void> {
  await catalog.reload();
  routing.retain(catalog.current.providers);
  await others?.catalogChanged();
}

/** A cap lowered below the spending pauses keys at once, so no further call would report it. */
async function noteReachedCaps(
  { coordination, stores, clock }: ControlContext,
  accountId: string,
  caps: readonly MoneyLimit[],
): Promise<void> {
  // Loads the spending if it is not loaded yet.
  await coordination.figures(
    accountId,
    null,
    caps.map(({ window }) => window),
  );
  const reached = await coordination.reachedLevels(accountId, caps);
  const ownerId = parseWindow(caps[0]?.window ?? '').id;
  const notices = reached.map((level) => capNotice({ accountId, keyId: ownerId }, level, clock.nowMs()));
  if (notices.length > 0) await stores.notices.add(notices);
}
