import { formatAmount } from '@tollgate/contract/money';
import type { NoticeDraft } from '../domain/books/call-record.ts';
import type { ReachedLevel } from '../domain/limits/coordination.ts';
import type { GatewayContext } from './gateway-context.ts';
import type { MeteredCall, SettledCall } from './outcome.ts';

const capKinds = { 80: 'cap_80', 90: 'cap_90', 100: 'cap_100' } as const;

function capNotice(accountId: string, keyId: string, level: ReachedLevel, atMs: number): NoticeDraft {
  const period = level.scope === 'key_day' ? 'daily' : 'monthly';
  const used = `${formatAmount(level.used)} of ${formatAmount(level.limit)} CNY`;
  const text =
    level.level === 100
      ? `The ${period} spending cap of the key is reached (${used}). Its calls are paused until the cap is raised or the period ends.`
      : `${String(level.level)} % of the ${period} spending cap of the key is used (${used}).`;
  return { accountId, keyId, window: level.window, kind: capKinds[level.level], arming: level.arming, text, atMs };
}

function abortNotice(accountId: string, keyId: string, atMs: number, day: number): NoticeDraft {
  const text =
    'Many streams of this account were broken off before their end. Its request rate is lowered to 10 per minute for one hour.';
  return { accountId, keyId, window: `${accountId}:aborted:${String(day)}`, kind: 'aborted_streams', arming: 0, text, atMs };
}

/** Posts the charge or voids the reservation, exactly once, and frees the call's slots. Touches coordination only. */
export async function settle(context: GatewayContext, metered: MeteredCall): Promise<SettledCall> {
  const { call } = metered;
  const { reservation } = call;
  if (reservation === undefined) return { ...metered, notices: [] };
  const { accountId, keyId } = reservation;
  const tokens = metered.usage.inputTokens + metered.usage.outputTokens;
  const settling = context.coordination.settle({ reservation, posted: metered.charge, tokens });
  const reached = settling instanceof Promise ? await settling : settling;
  const atMs = context.clock.nowMs();
  const notices = reached.map((level) => capNotice(accountId, keyId, level, atMs));
  if (call.streamed || metered.charge > 0n) {
    const throttled = context.abortedStreams.record({
      accountId,
      aborted: call.streamed && metered.ending === 'client_left',
      uncollected: metered.ending === 'client_left' ? metered.uncollected : 0n,
      charged: metered.charge,
      atMs,
    });
    if (throttled) notices.push(abortNotice(accountId, keyId, atMs, call.day ?? 0));
  }
  if (metered.ending === 'complete' && call.offered !== undefined && !metered.usageEstimated) {
    context.typicalOutput.observe(call.offered.name, metered.usage.outputTokens);
  }
  return { ...metered, notices };
}
