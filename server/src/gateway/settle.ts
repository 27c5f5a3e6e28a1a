import { abortedStreamsNotice, capNotice } from '../domain/books/notice-text.ts';
import type { GatewayContext } from './gateway-context.ts';
import type { MeteredCall, SettledCall } from './outcome.ts';

/** Only what an upstream reported of a whole answer that came to its own end, and what is believed, says how long answers are. */
function isTelling({ ending, errorCode, usageEstimated, work }: MeteredCall): boolean {
  return ending === 'complete' && errorCode === null && !usageEstimated && work?.endedNaturally === true;
}

/** Posts the charge or voids the reservation, exactly once, and frees the call's slots. Touches coordination only. */
export async function settle(context: GatewayContext, metered: MeteredCall): Promise<SettledCall> {
  const { call } = metered;
  const { reservation } = call;
  if (reservation === undefined) return { ...metered, notices: [] };
  const { accountId } = reservation;
  const tokens = metered.usage.inputTokens + metered.usage.outputTokens;
  const settling = context.coordination.settle({ reservation, posted: metered.charge, tokens });
  const reached = settling instanceof Promise ? await settling : settling;
  const atMs = context.clock.nowMs();
  const notices = reached.map((level) => capNotice(reservation, level, atMs));
  if (call.streamed || metered.charge > 0n) {
    const throttled = context.abortedStreams.record({
      accountId,
      aborted: call.streamed && metered.ending === 'client_left',
      uncollected: metered.ending === 'client_left' ? metered.uncollected : 0n,
      charged: metered.charge,
      atMs,
    });
    if (throttled) notices.push(abortedStreamsNotice(reservation, call.day ?? 0, atMs));
  }
  if (call.offered !== undefined && call.wants !== undefined && isTelling(metered)) {
    context.typicalOutput.observe(accountId, call.offered.name, metered.usage.outputTokens / call.wants.choices);
  }
  return { ...metered, notices };
}
