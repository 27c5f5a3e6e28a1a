import type { StrayRefusal } from '../domain/books/books.ts';
import { blankCall, type CallRecord, type NoticeDraft, type OpenMark } from '../domain/books/call-record.ts';
import { callColumnList } from '../storage/call-columns.ts';
import type { CallGroup } from '../storage/engine.ts';

/** One closed call with the alerts that its charge triggered. */
export interface Closing {
  readonly record: CallRecord;
  readonly notices: readonly NoticeDraft[];
}

/** Entries that are made durable together, or written together to the spill file if that fails. */
export interface Batch {
  readonly closed: readonly Closing[];
  readonly opened: readonly OpenMark[];
  readonly strays: readonly StrayRefusal[];
}

export function batchSize(batch: Batch): number {
  return batch.closed.length + batch.opened.length + batch.strays.length;
}

export function groupOf(batch: Batch): CallGroup {
  const notices: NoticeDraft[] = [];
  const closed = batch.closed.map((closing) => {
    if (closing.notices.length > 0) notices.push(...closing.notices);
    return closing.record;
  });
  return { closed, notices, opened: batch.opened, strays: batch.strays };
}

/** Splits a batch of at least two entries into two non-empty ones. */
export function halves(batch: Batch): readonly [Batch, Batch] {
  const middle = Math.ceil(batchSize(batch) / 2);
  const { closed, opened, strays } = batch;
  const openedFrom = Math.max(0, middle - closed.length);
  const straysFrom = Math.max(0, middle - closed.length - opened.length);
  return [
    { closed: closed.slice(0, middle), opened: opened.slice(0, openedFrom), strays: strays.slice(0, straysFrom) },
    { closed: closed.slice(middle), opened: opened.slice(openedFrom), strays: strays.slice(straysFrom) },
  ];
}

const amounts = callColumnList.filter(({ kind }) => kind === 'amount');

/** A record as JSON. Amounts are decimal strings of nano-CNY, because JSON numbers cannot hold integers of that size. */
export function recordToJson(record: CallRecord): object {
  const stored: Partial<Record<keyof CallRecord, unknown>> = { ...record };
  for (const { field, take } of amounts) {
    const amount = take(record);
    stored[field] = amount === null ? null : String(amount);
  }
  return stored;
}

/** Records written by earlier versions lack some fields. */
type StoredRecord = Partial<Record<keyof CallRecord, unknown>>;

function recordFromJson(stored: StoredRecord): CallRecord {
  const record: StoredRecord = { ...blankCall, ...stored };
  for (const { field } of amounts) {
    const amount = stored[field];
    if (typeof amount === 'string') record[field] = BigInt(amount);
  }
  // The cast is safe: only this program writes these frames, and each has a checksum.
  return record as unknown as CallRecord;
}

interface StoredBatch {
  readonly incarnation: string;
  readonly closed: readonly { readonly record: StoredRecord; readonly notices: readonly NoticeDraft[] }[];
  readonly opened: readonly OpenMark[];
}

/** A frame of the spill file. Stray refusals are left out: they involve no money and must not use its space. */
export function batchToText(batch: Batch, incarnation: string): string {
  const closed = batch.closed.map(({ record, notices }) => ({ record: recordToJson(record), notices }));
  return JSON.stringify({ incarnation, closed, opened: batch.opened });
}

export function batchFromText(text: string): { readonly batch: Batch; readonly incarnation: string } {
  const { incarnation, closed, opened } = JSON.parse(text) as StoredBatch;
  const closings = closed.map(({ record, notices }) => ({ record: recordFromJson(record), notices }));
  return { batch: { closed: closings, opened, strays: [] }, incarnation };
}
