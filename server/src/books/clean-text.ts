import type { AttemptNote, CallRecord, NoticeDraft, OpenMark } from '../domain/books/call-record.ts';
import type { StrayRefusal } from '../domain/books/books.ts';
import type { TextBound } from '../storage/call-column.ts';
import { callColumnList } from '../storage/call-columns.ts';
import type { AnyCallColumn } from '../storage/call-columns.ts';

/** The longest texts stored outside a call's columns, in UTF-16 units. */
const wordsMax = 500;
const nameMax = 200;

/** A text field of a call's record with a length limit. */
interface BoundedText {
  readonly field: keyof CallRecord;
  readonly take: (call: CallRecord) => string | null;
  readonly max: number;
}

function boundedTexts(isAsked: (column: AnyCallColumn, bound: TextBound) => boolean): readonly BoundedText[] {
  return callColumnList.flatMap((column) => {
    const { field, take, bound } = column;
    if (bound === null || !isAsked(column, bound)) return [];
    // Only text fields have a limit.
    return [{ field, take: take as BoundedText['take'], max: bound.max }];
  });
}

const texts = boundedTexts(() => true);
const foreignTexts = boundedTexts((_, { isForeign }) => isForeign);
/** The fields that are known at admission and therefore in a mark. */
const ofMark = new Set<keyof CallRecord>([
  'subAccountId',
  'endpoint',
  'model',
  'kind',
  'sourceIp',
  'priceVersion',
] satisfies (keyof OpenMark)[]);
const markTexts = boundedTexts(({ field }) => ofMark.has(field));
const foreignMarkTexts = boundedTexts(({ field }, { isForeign }) => isForeign && ofMark.has(field));

/** Makes text that every database accepts: no NUL, no lone surrogate, at most `max` long. */
function clean(text: string, max: number): string {
  if (text.length <= max && !text.includes('\0') && text.isWellFormed()) return text;
  return text.replaceAll('\0', '').slice(0, max).toWellFormed();
}

function cleanOrNull(text: string | null, max: number): string | null {
  return text === null ? null : clean(text, max);
}

function isClean(text: string | null, max: number): boolean {
  return text === null || (text.length <= max && !text.includes('\0') && text.isWellFormed());
}

function isCleanNote({ route, fault }: AttemptNote): boolean {
  return isClean(route, nameMax) && isClean(fault, wordsMax);
}

function cleanNote(note: AttemptNote): AttemptNote {
  return { ...note, route: clean(note.route, nameMax), fault: cleanOrNull(note.fault, wordsMax) };
}

function areClean(of: CallRecord, bounded: readonly BoundedText[]): boolean {
  for (const { take, max } of bounded) if (!isClean(take(of), max)) return false;
  return true;
}

function cleanTexts(of: CallRecord, bounded: readonly BoundedText[]): Partial<CallRecord> {
  return Object.fromEntries(bounded.map(({ field, take, max }) => [field, cleanOrNull(take(of), max)]));
}

/** Checks first only the text that a client or an upstream can influence: nearly every record passes unchanged. */
export function cleanRecord(record: CallRecord): CallRecord {
  const fine = areClean(record, foreignTexts) && (record.attemptLog === null || record.attemptLog.every(isCleanNote));
  if (fine) return record;
  return { ...record, ...cleanTexts(record, texts), attemptLog: record.attemptLog?.map(cleanNote) ?? null };
}

export function cleanMark(mark: OpenMark): OpenMark {
  // The cast is safe: a mark has all text fields that are read here.
  const whole = mark as CallRecord;
  return areClean(whole, foreignMarkTexts) ? mark : { ...mark, ...cleanTexts(whole, markTexts) };
}

export function cleanNotice(notice: NoticeDraft): NoticeDraft {
  return { ...notice, text: clean(notice.text, wordsMax) };
}

export function cleanStray(stray: StrayRefusal): StrayRefusal {
  return {
    ...stray,
    sourceIp: clean(stray.sourceIp, nameMax),
    path: clean(stray.path, nameMax),
    fault: clean(stray.fault, wordsMax),
  };
}
