import { readFileSync } from 'node:fs';

function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
}

/** What is right for a refusal. */
export interface RightForRefusal {
  /**
   * `key`, `money`: ours at the upstream. `rate`: our rate there. `model`: it does not serve the model now. `request`: it cannot serve this
   * request, which is nobody's fault. `unclear`: the answer does not show the cause.
   */
  readonly fault: 'client' | 'key' | 'money' | 'rate' | 'model' | 'request' | 'upstream' | 'unclear';
  /** What the client gets when no other route is left. */
  readonly code:
    | 'invalid_parameter'
    | 'context_length_exceeded'
    | 'content_policy_violation'
    | 'body_too_large'
    | 'upstream_unavailable';
  /** Whether another route is asked. */
  readonly failover: boolean;
  /** Whether the route is put aside for everybody. */
  readonly ejected: 'never' | 'at_once' | 'after_five' | 'cools_down';
}

/** A refusal as an upstream sent it. */
export interface RefusalRow {
  /** Name of a built-in provider, or `other`. */
  readonly vendor: string;
  /** Where it was reported or is documented; `null`: written in the form of the vendor. */
  readonly source: string | null;
  /** An answer with an error status, the first event of a stream with status 200, or the whole body of such an answer. */
  readonly form: 'status' | 'event' | 'whole';
  readonly status: number;
  /** A string is sent as it is, everything else as JSON. */
  readonly body: unknown;
  readonly right: RightForRefusal & { readonly param: string | null };
  /** What is right for the same body with status 200, if the status alone shows more; else as `right`. */
  readonly inside200?: RightForRefusal;
}

export const refusals: readonly RefusalRow[] = read('refusals.json') as readonly RefusalRow[];

/** How an upstream ended a choice. */
export interface FinishRow {
  readonly finish_reason: string;
  readonly native_finish_reason?: string;
  /** An error inside the choice. */
  readonly error?: object;
  /** `end`: the model was done. `cut`: a bound or a filter ended it; it is complete. `fault`: the upstream did not finish. */
  readonly means: 'end' | 'cut' | 'fault' | 'unknown';
  readonly source: string | null;
}

export const finishReasons: readonly FinishRow[] = read('finish-reasons.json') as readonly FinishRow[];
