/** Modules whose every small bug must be noticed, and the rounds of tests that concern them, the quickest first. */
export interface Target {
  readonly files: readonly string[];
  readonly rounds: readonly (readonly string[])[];
  /** Tests by this name are left out: they say the same of another engine, and the modules know of no engine. */
  readonly skip?: string;
  /** Share that must be noticed or explained, of modules whose bugs have not all been looked at; all of them elsewhere. */
  readonly accountedShareMin?: number;
}
