import { capLevels, type ReachedLevel } from '@tollgate/contract/tenants/cap-levels';
import type {
  Admission,
  AdmitRefusal,
  AdmitRequest,
  MoneyLimit,
  RateState,
  Reservation,
  Settlement,
} from '../../domain/limits/coordination.ts';
import { parseWindow } from '../../domain/limits/window.ts';
import { keys } from './keys.ts';
import type { OwnAccount, OwnCall } from './own-figures.ts';
import { codes } from './scripts.ts';

/** The arguments and responses of the two scripts that every call runs. */

export interface Sending {
  readonly keys: readonly string[];
  readonly args: readonly string[];
}

export interface Sender {
  readonly incarnation: string;
  readonly epoch: string;
  /** Empty: the server's own time is used, which is the same for every node. */
  readonly rateTime: string;
}

export const noRate: RateState = { limitRequests: null, remainingRequests: null, resetMs: 0 };

function text(limit: number | bigint | null): string {
  return limit === null ? '' : String(limit);
}

/** The server's entry of an open call, from which other nodes can end it. */
export function entryOf(incarnation: string, { accountId, keyId, reserve, rates, money, expectedTokens }: AdmitRequest): string {
  let [key, ofAccount, ofKey] = ['', '0', '0'];
  for (const { id, scope, tokensPerMinute } of rates) {
    const held = tokensPerMinute === null ? '0' : String(expectedTokens);
    if (scope === 'key') [key, ofKey] = [id, held];
    else ofAccount = held;
  }
  const windows = money.map(({ window }) => window).join(',');
  return `${incarnation}|${String(reserve)}|${accountId}|${key}|${ofAccount}|${ofKey}|${windows}|${keyId}`;
}

/** The entry of a call that another process start has admitted: its amount and its slots. */
export function inheritedEntryOf(incarnation: string, { amount, accountId, keyId, windows }: Reservation): string {
  return `${incarnation}|${String(amount)}|${accountId}|${keyId}|0|0|${windows.join(',')}|${keyId}`;
}

/** The entry of a call whose slots are released. */
export function withoutSlots(entry: string): string {
  return `${entry}|f`;
}

export function admitSending(request: AdmitRequest, entry: string, generation: number, sender: Sender): Sending {
  const { accountId, rates, money } = request;
  const scriptKeys = [keys.account(accountId), keys.open(accountId)];
  const args = [
    sender.incarnation,
    String(generation),
    String(request.revision),
    request.callId,
    String(request.reserve),
    request.strict ? '1' : '0',
    String(request.expectedTokens),
    sender.rateTime,
    entry,
    String(rates.length),
    String(money.length),
  ];
  for (const { id, scope, requestsPerMinute, tokensPerMinute, concurrency } of rates) {
    scriptKeys.push(keys.requests(accountId, id), keys.tokens(accountId, id));
    args.push(scope === 'account' ? 'a' : 'k', id, text(requestsPerMinute), text(tokensPerMinute), text(concurrency));
  }
  for (const { window, limit, arming } of money) {
    scriptKeys.push(keys.window(accountId, sender.epoch, window));
    args.push(text(limit), String(arming));
  }
  args.push(text(request.heldMax));
  return { keys: scriptKeys, args };
}

export function freeSlotsSending({ reservation, limitedKeyId }: OwnCall, generation: number, sender: Sender): Sending {
  const { callId, accountId } = reservation;
  return {
    keys: [keys.account(accountId), keys.open(accountId)],
    args: [sender.incarnation, String(generation), callId, limitedKeyId],
  };
}

export function settleSending(call: OwnCall, { posted, tokens }: Settlement, generation: number, sender: Sender): Sending {
  const { callId, accountId, amount, windows } = call.reservation;
  return {
    keys: [
      keys.account(accountId),
      keys.open(accountId),
      keys.tokens(accountId, accountId),
      keys.tokens(accountId, call.limitedKeyId),
      ...windows.map((window) => keys.window(accountId, sender.epoch, window)),
    ],
    args: [
      ...[sender.incarnation, String(generation), callId, String(amount), String(posted), sender.rateTime, call.limitedKeyId],
      ...[String(tokens), ...call.held, String(windows.length), accountId, call.hasSlots ? '1' : '0'],
    ],
  };
}

function rateOf([, , , limit = -1, remaining = 0, resetMs = 0]: readonly number[]): RateState {
  return limit < 0 ? noRate : { limitRequests: limit, remainingRequests: remaining, resetMs };
}

const limitedBy = { [codes.rate]: 'rate', [codes.tokens]: 'tokens', [codes.concurrency]: 'concurrency' } as const;

function isOfRate(code: number): code is keyof typeof limitedBy {
  return code in limitedBy;
}

/** The refusal in a response of `admit`; `undefined` if it is not a refusal. */
export function refusalOf(
  { rates, money }: AdmitRequest,
  reply: readonly number[],
): (Admission & { readonly admitted: false }) | undefined {
  const [code = codes.nothing, at = 0, extra = 0] = reply;
  if (code === codes.stale) return { admitted: false, refusal: { reason: 'stale', revision: at }, rate: noRate };
  const rate = rateOf(reply);
  if (isOfRate(code)) {
    const scope = rates[at]?.scope ?? 'account';
    return { admitted: false, refusal: { reason: limitedBy[code], scope, retryAfterMs: extra }, rate };
  }
  const refusal = moneyRefusalOf(code, money[at]?.scope ?? 'account', extra);
  return refusal && { admitted: false, refusal, rate };
}

function moneyRefusalOf(code: number, scope: MoneyLimit['scope'], extra: number): AdmitRefusal | undefined {
  if (code === codes.held) return { reason: 'held' };
  if (code === codes.spent) return { reason: 'money_spent', scope };
  return code === codes.reserved ? { reason: 'money_reserved', scope, waitingHelps: extra === 1 } : undefined;
}

export function admissionOf(call: OwnCall, reply: readonly number[]): Admission & { readonly admitted: true } {
  return { admitted: true, reservation: call.reservation, rate: rateOf(reply) };
}

interface Announced {
  readonly window: string;
  /** One bit per level. */
  readonly told: number;
  readonly limit: string;
  readonly arming: number;
  readonly used: bigint;
}

function levelsOf({ window, told, limit, arming, used }: Announced): readonly ReachedLevel[] {
  const { scope } = parseWindow(window);
  if (told === 0 || scope === 'account') return [];
  return capLevels
    .filter((_level, index) => (told & (1 << index)) !== 0)
    .map((level) => ({ window, scope, level, arming, limit: BigInt(limit), used }));
}

type Value = string | number | undefined;

/** Updates the known figures of the windows with the server's, and returns the levels reached. */
export function settled(
  account: OwnAccount,
  call: OwnCall,
  posted: bigint,
  reply: readonly (string | number)[],
): readonly ReachedLevel[] {
  const found: ReachedLevel[] = [];
  for (const [index, window] of call.reservation.windows.entries()) {
    const [used = '', held = '0', told, limit, arming]: readonly Value[] = reply.slice(1 + 5 * index, 6 + 5 * index);
    if (used === '') continue;
    // The response contains the figures from before the posting.
    const after = BigInt(used) + posted;
    account.windows.get(window)?.know(after, BigInt(held) - call.reservation.amount);
    if (typeof told !== 'number' || told === 0) continue;
    found.push(...levelsOf({ window, told, limit: String(limit), arming: whole(arming), used: after }));
  }
  return found;
}

/** The levels in a response of `levels`. */
export function watched(windows: readonly string[], reply: readonly (string | number)[]): readonly ReachedLevel[] {
  return windows.flatMap((window, index) => {
    const [used = '0', told, limit, arming]: readonly Value[] = reply.slice(1 + 4 * index, 5 + 4 * index);
    return levelsOf({ window, told: whole(told), limit: String(limit), arming: whole(arming), used: BigInt(used) });
  });
}

function whole(value: Value): number {
  return typeof value === 'number' ? value : 0;
}
