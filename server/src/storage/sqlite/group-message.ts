import { attemptLogText } from '../attempt-log.ts';
import type { CallGroup } from '../engine.ts';

/** A value that crosses threads at the price of a copy, with no object around it. */
export type Cell = string | number | bigint | null;

/**
 * A group as flat arrays: objects would be copied field name by field name, and this is the hot path. The widths below
 * are the number of cells per row.
 */
export interface GroupMessage {
  readonly closed: readonly Cell[];
  readonly opened: readonly Cell[];
  readonly notices: readonly Cell[];
  readonly strays: readonly Cell[];
}

export const closedWidth = 31;
export const openedWidth = 2;
export const noticeWidth = 7;
export const strayWidth = 6;

/** Durations come from a clock with fractions; the columns hold whole milliseconds. */
function whole(value: number): number {
  return Number.isFinite(value) ? Math.round(value) : value;
}

export function encodeGroup(group: CallGroup): GroupMessage {
  const closed: Cell[] = [];
  for (const call of group.closed) {
    closed.push(
      call.id,
      whole(call.requestTimeMs),
      call.accountId,
      call.subAccountId,
      call.keyId,
      call.endpoint,
      call.model,
      call.kind,
      call.status,
      call.streamed ? 1 : 0,
      call.inputTokens,
      call.cachedTokens,
      call.outputTokens,
      call.reasoningTokens,
      call.usageEstimated ? 1 : 0,
      call.charge,
      call.priceVersion,
      call.uncollected,
      call.upstreamCost,
      whole(call.durationMs),
      call.firstTokenMs === null ? null : whole(call.firstTokenMs),
      call.sourceIp,
      call.route,
      call.attempts,
      call.ending,
      call.errorCode,
      call.error,
      call.hourStartMs,
      call.day,
      call.count,
      attemptLogText(call),
    );
  }
  return {
    closed,
    opened: group.opened.flatMap((mark): Cell[] => [mark.id, JSON.stringify(mark)]),
    notices: group.notices.flatMap((n): Cell[] => [n.accountId, n.keyId, n.window, n.kind, n.arming, n.text, whole(n.atMs)]),
    strays: group.strays.flatMap((s): Cell[] => [whole(s.atMs), s.sourceIp, s.path, s.code, s.fault, s.count ?? 1]),
  };
}
