/**
 * A failure of the database underneath. `outage`: nothing can be made durable now (disk full, I/O error, unreachable);
 * the same work may succeed later. `row`: this very data is refused and will always be.
 */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly fault: 'outage' | 'row';

  constructor(fault: 'outage' | 'row', message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.fault = fault;
  }
}

/** Why storage cannot start, as one sentence for the operator that names the place and the remedy. */
export class StorageStartError extends Error {
  override readonly name = 'StorageStartError';
  /** The sentence; safe to print. */
  readonly sentence: string;

  constructor(sentence: string, cause?: unknown) {
    super(sentence, cause === undefined ? undefined : { cause });
    this.sentence = sentence;
  }
}
