/** Modules whose every small bug must be noticed, and the rounds of tests for them, quickest first. */
export interface Target {
  readonly files: readonly string[];
  readonly rounds: readonly (readonly string[])[];
  /** Excludes tests with this name: they test the same on another engine, which the modules do not depend on. */
  readonly skip?: string;
  /** Share that must be noticed or explained, for modules whose bugs are not all reviewed; elsewhere all of them. */
  readonly accountedShareMin?: number;
}
