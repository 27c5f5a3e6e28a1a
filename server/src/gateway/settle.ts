import type { NoticeDraft } from '../domain/books/call-record.ts';
import { generatesTokens } from '../domain/catalog/generates-tokens.ts';
import { brokenConnectionsNotice, capNotice } from '../domain/books/notice-text.ts';
import type { PassedBound } from '../domain/limits/broken-connections.ts';
import type { Reservation } from '../domain/limits/coordination.ts';
import type { AdmittedCall } from './call.ts';
import type { GatewayContext } from './gateway-context.ts';
import type { MeteredCall } from './outcome.ts';

type Parts = Pick<GatewayContext, 'brokenConnections' | 'clock' | 'coordination' | 'logger' | 'typicalOutput'>;

/** Whether the call shows how long answers are: only plausible reported usage of a whole answer with a natural end does. */
function isTelling({ outcome, errorCode, usageEstimated }: MeteredCall): boolean {
  if (outcome.kind !== 'answered' || outcome.ending !== 'complete') return false;
  if (!generatesTokens(outcome.call.model.kind)) return false;
  return errorCode === null && !usageEstimated && outcome.work.endedNaturally;
}

const none: readonly NoticeDraft[] = [];

/** Endings after which a client has received an upstream's output without a charge. */
const takenBy: ReadonlySet<string | null> = new Set(['client_left', 'answer_too_long']);

/** Counts the call as abandoned or charged. Returns the limits that it exceeded. */
function noteTaken(
  context: Parts,
  { id: callId, reservation, entry, firstTokenMs }: AdmittedCall,
  metered: MeteredCall,
): readonly PassedBound[] | Promise<readonly PassedBound[]> {
  const { accountId, keyId } = reservation;
  const unknown = (error: unknown): readonly PassedBound[] => {
    // The database is unavailable: the next admission reads it again.
    context.logger.warn({ accountId, err: error }, 'could not load what was charged beside aborted calls');
    return [];
  };
  try {
    const passed = context.brokenConnections.ended({
      callId,
      accountId,
      keyId,
      rules: entry.account.account.brokenConnections,
      reserved: reservation.amount,
      charged: metered.charge,
      taken: takenBy.has(metered.errorCode) ? metered.uncollected : 0n,
      leftEarly: firstTokenMs === null,
      atMs: context.clock.nowMs(),
    });
    return passed instanceof Promise ? passed.catch(unknown) : passed;
  } catch (error) {
    return unknown(error);
  }
}

function brokenNotices(
  context: Parts,
  { accountId, keyId }: Reservation,
  { passed, day }: { readonly passed: readonly PassedBound[]; readonly day: number },
): readonly NoticeDraft[] {
  for (const whose of passed) {
    context.logger.warn({ accountId, keyId, whose }, 'aborted connections took more than the allowed share');
  }
  return passed.map((whose) => brokenConnectionsNotice({ accountId, keyId }, whose, day, context.clock.nowMs()));
}

/**
 * Posts the charge or voids the reservation, exactly once, and frees the call's slots. Accesses coordination only. Returns the alerts that
 * the call triggered; they become durable together with its record.
 */
export async function settle(context: Parts, metered: MeteredCall): Promise<readonly NoticeDraft[]> {
  if (metered.outcome.kind === 'unadmitted') return none;
  const { call } = metered.outcome;
  const { reservation } = call;
  const tokens = metered.usage.inputTokens + metered.usage.outputTokens;
  if (metered.outcome.kind === 'answered' && tokens > 0) metered.outcome.call.candidate.tokens?.correct(tokens);
  // The amount is noted before the call's slot is free.
  const noting = noteTaken(context, call, metered);
  const settling = context.coordination.settle({ reservation, posted: metered.charge, tokens });
  const reached = settling instanceof Promise ? await settling : settling;
  const atMs = context.clock.nowMs();
  const passed = noting instanceof Promise ? await noting : noting;
  const notices = reached.map((level) => capNotice(reservation, level, atMs));
  if (passed.length > 0) notices.push(...brokenNotices(context, reservation, { passed, day: call.day }));
  if (isTelling(metered)) {
    context.typicalOutput.observe(reservation.accountId, call.model.name, metered.usage.outputTokens / call.wants.choices);
  }
  return notices;
}
