import { callColumnList } from '../call-columns.ts';
import { whole } from '../call-column.ts';
import type { Cell } from '../call-column.ts';
import { isMailed } from '../../domain/books/notice-text.ts';
import type { CallGroup } from '../engine.ts';

/**
 * A group as flat arrays: copying objects would repeat every field name, and this is the hot path. The widths below are the number of cells
 * per row.
 */
export interface GroupMessage {
  readonly closed: readonly Cell[];
  readonly opened: readonly Cell[];
  readonly notices: readonly Cell[];
  readonly strays: readonly Cell[];
}

export const closedWidth = callColumnList.length;
export const openedWidth = 2;
export const noticeWidth = 9;
export const strayWidth = 6;

const takes = callColumnList.map(({ take }) => take);
/** A template to copy from: an array that grows cell by cell is reallocated repeatedly, and one created with a length has holes. */
let blankCells: Cell[] = [null];

function cellsFor(rows: number): Cell[] {
  const size = rows * closedWidth;
  while (blankCells.length < size) blankCells = [...blankCells, ...blankCells];
  return blankCells.slice(0, size);
}

export function encodeGroup(group: CallGroup): GroupMessage {
  const closed = cellsFor(group.closed.length);
  let at = 0;
  for (const call of group.closed) {
    for (const take of takes) {
      closed[at] = take(call);
      at += 1;
    }
  }
  return {
    closed,
    opened: group.opened.flatMap((mark): Cell[] => [mark.id, JSON.stringify(mark)]),
    notices: group.notices.flatMap((n): Cell[] => [
      ...[n.accountId, n.keyId, n.window, n.kind, n.arming, n.text, whole(n.atMs)],
      ...[JSON.stringify(n.params ?? {}), isMailed(n) ? 1 : 0],
    ]),
    strays: group.strays.flatMap((s): Cell[] => [whole(s.atMs), s.sourceIp, s.path, s.code, s.fault, s.count ?? 1]),
  };
}
