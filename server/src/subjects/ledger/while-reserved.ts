import type { NanoCny } from '@tollgate/contract/money';
import { refusal } from '@tollgate/contract/refusals/refusal';
import type { AdmitRequest } from '../../domain/limits/coordination.ts';
import type { ControlContext } from '../../control/control-context.ts';

const attempts = 5;

/** Money of an account that is blocked for calls meanwhile. */
export interface MoneySetAside {
  readonly accountId: string;
  readonly amount: NanoCny;
  /** All credits of the account according to the database. */
  readonly credits: NanoCny;
}

async function take({ coordination, ids, clock }: ControlContext, { accountId, amount, credits }: MoneySetAside) {
  const callId = ids.uuid();
  let revision = 0;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const request: AdmitRequest = {
      // Recovery recognises by the missing key that this is not a call.
      callId,
      accountId,
      keyId: '',
      revision,
      atMs: clock.nowMs(),
      rates: [],
      expectedTokens: 0,
      heldMax: null,
      money: [{ scope: 'account', window: accountId, limit: credits, arming: 0 }],
      reserve: amount,
      strict: true,
    };
    const admission = await coordination.admit(request);
    if (admission.admitted) return admission.reservation;
    const refused = admission.refusal;
    if (refused.reason === 'unavailable') throw refusal('running_calls_uncertain');
    if (refused.reason !== 'stale') return null;
    ({ revision } = refused);
  }
  throw refusal('account_being_changed');
}

/**
 * Runs `act` while an amount is reserved like that of a call, by the same step that admits calls. No call can be admitted with the money
 * that `act` enters. Call it inside the change queue, which keeps credits unchanged. Returns `null` if usage and running calls leave too
 * little.
 * @throws {ApiError} 409 if the amount of running calls is unknown.
 */
export async function whileReserved<Result>(
  context: ControlContext,
  money: MoneySetAside,
  act: () => Promise<Result>,
): Promise<Result | null> {
  const reservation = await take(context, money);
  if (reservation === null) return null;
  try {
    return await act();
  } finally {
    await context.coordination.settle({ reservation, posted: 0n, tokens: 0 });
  }
}
