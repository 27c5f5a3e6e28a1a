export interface CodeSample {
  /** `curl`, `Python`, `Node.js`, `Go`: equal everywhere, so that a selection applies everywhere. */
  readonly name: string;
  readonly code: string;
}
