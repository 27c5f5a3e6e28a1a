import type { IncidentImpact, IncidentState, Locale } from '@tollgate/contract/enumerations';

type InBothLanguages = Readonly<Record<Locale, string>>;

export interface IncidentUpdate {
  readonly id: string;
  readonly status: IncidentState;
  readonly text: InBothLanguages;
  readonly atMs: number;
}

/** An incident, as operators describe it. */
export interface Incident {
  readonly id: string;
  readonly title: InBothLanguages;
  readonly impact: IncidentImpact;
  readonly status: IncidentState;
  /** Names of models; empty means the whole service. */
  readonly models: readonly string[];
  readonly startedAtMs: number;
  readonly resolvedAtMs: number | null;
  readonly updatedAtMs: number;
  /** Newest first. */
  readonly updates: readonly IncidentUpdate[];
}
