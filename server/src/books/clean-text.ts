import type { AttemptNote, CallRecord, NoticeDraft, OpenMark } from '../domain/books/call-record.ts';
import type { StrayRefusal } from '../domain/books/books.ts';

/** Longest texts kept, in UTF-16 units; columns of ids and names are cut far above anything the product makes. */
const modelMax = 128;
const errorMax = 500;
const nameMax = 200;

/** Text that every database takes: no NUL, no half of a surrogate pair, not longer than `max`. */
function clean(text: string, max: number): string {
  if (text.length <= max && !text.includes('\0') && text.isWellFormed()) return text;
  return text.replaceAll('\0', '').slice(0, max).toWellFormed();
}

function cleanOrNull(text: string | null, max: number): string | null {
  return text === null ? null : clean(text, max);
}

interface Shared {
  readonly subAccountId: string | null;
  readonly endpoint: string;
  readonly model: string | null;
  readonly kind: string | null;
  readonly sourceIp: string;
  readonly priceVersion: string | null;
}

function cleanShared(from: Shared): Shared {
  return {
    subAccountId: cleanOrNull(from.subAccountId, nameMax),
    endpoint: clean(from.endpoint, nameMax),
    model: cleanOrNull(from.model, modelMax),
    kind: cleanOrNull(from.kind, nameMax),
    sourceIp: clean(from.sourceIp, nameMax),
    priceVersion: cleanOrNull(from.priceVersion, nameMax),
  };
}

function isClean(text: string | null, max: number): boolean {
  return text === null || (text.length <= max && !text.includes('\0') && text.isWellFormed());
}

function isCleanNote({ route, fault }: AttemptNote): boolean {
  return isClean(route, nameMax) && isClean(fault, errorMax);
}

function cleanNote(note: AttemptNote): AttemptNote {
  return { ...note, route: clean(note.route, nameMax), fault: cleanOrNull(note.fault, errorMax) };
}

/** Only what a client or an upstream can influence is looked at first: nearly every record passes as it is. */
export function cleanRecord(record: CallRecord): CallRecord {
  const fine =
    isClean(record.model, modelMax) &&
    isClean(record.error, errorMax) &&
    isClean(record.priceVersion, nameMax) &&
    isClean(record.route, nameMax) &&
    isClean(record.errorCode, nameMax) &&
    isClean(record.sourceIp, nameMax) &&
    (record.attemptLog === null || record.attemptLog.every(isCleanNote));
  if (fine) return record;
  return {
    ...record,
    ...cleanShared(record),
    route: cleanOrNull(record.route, nameMax),
    errorCode: cleanOrNull(record.errorCode, nameMax),
    error: cleanOrNull(record.error, errorMax),
    attemptLog: record.attemptLog?.map(cleanNote) ?? null,
  };
}

export function cleanMark(mark: OpenMark): OpenMark {
  if (isClean(mark.model, modelMax) && isClean(mark.priceVersion, nameMax) && isClean(mark.sourceIp, nameMax)) return mark;
  return { ...mark, ...cleanShared(mark) };
}

export function cleanNotice(notice: NoticeDraft): NoticeDraft {
  return { ...notice, text: clean(notice.text, errorMax) };
}

export function cleanStray(stray: StrayRefusal): StrayRefusal {
  return {
    ...stray,
    sourceIp: clean(stray.sourceIp, nameMax),
    path: clean(stray.path, nameMax),
    fault: clean(stray.fault, errorMax),
  };
}
