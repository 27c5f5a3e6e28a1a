import type { ReachedLevel } from '@tollgate/contract/tenants/cap-levels';
import type { Books } from '../domain/books/books.ts';
import type { CallRecord } from '../domain/books/call-record.ts';
import type { Coordination, Reservation } from '../domain/limits/coordination.ts';

export interface BookParts {
  readonly books: Pick<Books, 'close' | 'flush'>;
  readonly coordination: Pick<Coordination, 'settle'>;
  /** The charge of a call in its database row; `null` if there is no row. */
  readonly chargeOf: (callId: string) => Promise<bigint | null>;
}

/** What the log contains about an ended task, and the alerts it triggered. */
export interface BookedTask {
  readonly charge: bigint;
  readonly reached: readonly ReachedLevel[];
}

/**
 * Writes the single record of a task and settles the amount in the log, where the first row of a call stays, regardless of who wrote it.
 * The posted amount is therefore never more than the logged one, whenever the process ends. `null` if the row is not in the database yet;
 * ask again later.
 */
export async function bookTask(
  { books, coordination, chargeOf }: BookParts,
  reservation: Reservation,
  record: CallRecord,
): Promise<BookedTask | null> {
  books.close(record, []);
  await books.flush();
  const charge = await chargeOf(record.id);
  if (charge === null) return null;
  return { charge, reached: await coordination.settle({ reservation, posted: charge, tokens: 0 }) };
}
