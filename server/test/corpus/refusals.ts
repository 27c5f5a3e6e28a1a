import { readFileSync } from 'node:fs';

function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
}

/** Expected handling of a refusal. */
export interface RightForRefusal {
  /**
   * `key`, `money`: our key or money at the upstream. `rate`: our rate limit there. `model`: the upstream does not serve the model now.
   * `request`: it cannot serve this request, which is nobody's fault. `unclear`: the response does not show the cause.
   */
  readonly fault: 'client' | 'key' | 'money' | 'rate' | 'model' | 'request' | 'upstream' | 'unclear';
  /** The error for the client if no other route is left. */
  readonly code:
    | 'invalid_parameter'
    | 'context_length_exceeded'
    | 'content_policy_violation'
    | 'body_too_large'
    | 'upstream_unavailable';
  /** Whether another route is tried. */
  readonly failover: boolean;
  /** Whether the route is ejected for everyone. */
  readonly ejected: 'never' | 'at_once' | 'after_five' | 'cools_down';
}

/** A refusal as an upstream sent it. */
export interface RefusalRow {
  /** Name of a built-in provider, or `other`. */
  readonly vendor: string;
  /** Where it was reported or documented; `null` if it was written in the vendor's format. */
  readonly source: string | null;
  /** A response with an error status, the first event of a stream with status 200, or the whole body of such a response. */
  readonly form: 'status' | 'event' | 'whole';
  readonly status: number;
  /** A string is sent unchanged, everything else as JSON. */
  readonly body: unknown;
  readonly right: RightForRefusal & { readonly param: string | null };
  /** Expected handling of the same body with status 200, if the status matters; otherwise as `right`. */
  readonly inside200?: RightForRefusal;
}

export const refusals: readonly RefusalRow[] = read('refusals.json') as readonly RefusalRow[];

/** How an upstream ended a choice. */
export interface FinishRow {
  readonly finish_reason: string;
  readonly native_finish_reason?: string;
  /** An error inside the choice. */
  readonly error?: object;
  /** `end`: the model finished. `cut`: a limit or filter ended it; the answer is complete. `fault`: the upstream did not finish. */
  readonly means: 'end' | 'cut' | 'fault' | 'unknown';
  readonly source: string | null;
}

export const finishReasons: readonly FinishRow[] = read('finish-reasons.json') as readonly FinishRow[];
