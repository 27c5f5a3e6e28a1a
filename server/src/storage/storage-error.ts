/**
 * A failure of the database. `outage`: nothing can be made durable now (disk full, I/O error, unreachable); the same work may succeed
 * later. `row`: this data is rejected, and always will be.
 */
export class StorageError extends Error {
  override readonly name: string = 'StorageError';
  readonly fault: 'outage' | 'row';

  constructor(fault: 'outage' | 'row', message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.fault = fault;
  }
}

/** Why storage cannot start, in one sentence for the operator that names the place and the fix. */
export class StorageStartError extends Error {
  override readonly name = 'StorageStartError';
  /** The sentence, which is safe to print. */
  readonly sentence: string;

  constructor(sentence: string, cause?: unknown) {
    super(sentence, cause === undefined ? undefined : { cause });
    this.sentence = sentence;
  }
}

/**
 * The other nodes have declared this process start dead and settled its open calls, so it must commit nothing more. Waiting does not end
 * this outage; the process has to start again.
 */
export class IncarnationFenced extends StorageError {
  override readonly name = 'IncarnationFenced';
  readonly incarnation: string;

  constructor(incarnation: string) {
    super('outage', `the incarnation ${incarnation} was declared dead by another node`);
    this.incarnation = incarnation;
  }
}
