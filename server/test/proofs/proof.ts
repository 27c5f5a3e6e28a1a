/** One promise of the product and the tests that hold it. */
export interface Proof {
  /** Short and unique, for `npm run prove -- --only <name>`. */
  readonly name: string;
  /** In plain words, for someone who has read no code. */
  readonly promise: string;
  readonly for: 'users' | 'operators';
  /** From the root of the repository. */
  readonly file: string;
  /** Beginnings of the names of tests or suites of the file as its source has them; `all`: every test of the file. */
  readonly tests: readonly string[] | 'all';
  /** Faults (`F7`), invariants (`I8`) and layers (`L4`) that it covers. */
  readonly rows: readonly string[];
  /** With full counts; a file that takes longer has failed. All proofs of a file share the largest. Default 5. */
  readonly minutesMax?: number;
  /** It looks at no clock but its own and works in one thread: two files of this sort run beside each other, before the others. */
  readonly besideOthers?: true;
}
