import type { NoticeDraft } from '../domain/books/call-record.ts';
import { brokenConnectionsNotice, capNotice } from '../domain/books/notice-text.ts';
import type { PassedBound } from '../domain/limits/broken-connections.ts';
import type { Reservation } from '../domain/limits/coordination.ts';
import type { GatewayContext } from './gateway-context.ts';
import type { MeteredCall } from './outcome.ts';

/** Only what an upstream reported of a whole answer that came to its own end, and what is believed, says how long answers are. */
function isTelling({ ending, errorCode, usageEstimated, work }: MeteredCall): boolean {
  return ending === 'complete' && errorCode === null && !usageEstimated && work?.endedNaturally === true;
}

const none: readonly NoticeDraft[] = [];

/** Endings by which an answer that an upstream made is had without being charged. */
const takenBy: ReadonlySet<string | null> = new Set(['client_left', 'answer_too_long']);

/** Counts the call among those that were broken off or charged; answers the bounds that it passed. */
async function noteTaken(context: GatewayContext, metered: MeteredCall): Promise<readonly PassedBound[]> {
  const { call } = metered;
  const { reservation, entry } = call;
  if (reservation === undefined || entry === undefined) return [];
  try {
    return await context.brokenConnections.ended({
      ...{ callId: call.id, accountId: reservation.accountId, keyId: reservation.keyId },
      rules: entry.account.account.brokenConnections,
      reserved: reservation.amount,
      charged: metered.charge,
      taken: takenBy.has(metered.errorCode) ? metered.uncollected : 0n,
      leftEarly: call.firstTokenMs === null,
      atMs: context.clock.nowMs(),
    });
  } catch (error) {
    // The database is away: the next admission asks it again.
    context.logger.warn(
      { accountId: reservation.accountId, err: error },
      'it could not be found out what was charged beside what was broken off',
    );
    return [];
  }
}

function brokenNotices(
  context: GatewayContext,
  { accountId, keyId }: Reservation,
  { passed, day }: { readonly passed: readonly PassedBound[]; readonly day: number },
): readonly NoticeDraft[] {
  for (const whose of passed) {
    context.logger.warn({ accountId, keyId, whose }, 'more was taken by broken connections than may be');
  }
  return passed.map((whose) => brokenConnectionsNotice({ accountId, keyId }, whose, day, context.clock.nowMs()));
}

/**
 * Posts the charge or voids the reservation, exactly once, and frees the call's slots. Touches coordination only. Answers the
 * alerts that the call gave rise to; they become durable together with its record.
 */
export async function settle(context: GatewayContext, metered: MeteredCall): Promise<readonly NoticeDraft[]> {
  const { call } = metered;
  const { reservation } = call;
  if (reservation === undefined) return none;
  const tokens = metered.usage.inputTokens + metered.usage.outputTokens;
  // What was taken is known before its slot is free.
  const noting = noteTaken(context, metered);
  const settling = context.coordination.settle({ reservation, posted: metered.charge, tokens });
  const reached = settling instanceof Promise ? await settling : settling;
  const atMs = context.clock.nowMs();
  const passed = await noting;
  const notices = reached.map((level) => capNotice(reservation, level, atMs));
  if (passed.length > 0) notices.push(...brokenNotices(context, reservation, { passed, day: call.day ?? 0 }));
  if (call.offered !== undefined && call.wants !== undefined && isTelling(metered)) {
    context.typicalOutput.observe(reservation.accountId, call.offered.name, metered.usage.outputTokens / call.wants.choices);
  }
  return notices;
}
