/** A promise of the product, with the tests that prove it. */
export interface Proof {
  /** Short and unique, for `npm run prove -- --only <name>`. */
  readonly name: string;
  /** In plain words, for readers who have not seen the code. */
  readonly promise: string;
  readonly for: 'users' | 'operators';
  /** Path from the root of the repository. */
  readonly file: string;
  /** Prefixes of test or suite names as in the source of the file; `all`: every test of the file. */
  readonly tests: readonly string[] | 'all';
  /** Faults (`F7`), invariants (`I8`) and layers (`L4`) that it covers. */
  readonly rows: readonly string[];
  /** Time limit of the file with full counts. The largest limit of all proofs of a file applies. Default 5. */
  readonly minutesMax?: number;
  /** Uses only its own clock and one thread: two such files run concurrently, before the others. */
  readonly besideOthers?: true;
}
