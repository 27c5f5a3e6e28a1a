import type { CallsSummary } from '@tollgate/contract/calls/console-calls';
import { errorCatalogue, isErrorCode } from '@tollgate/contract/errors';

type ErrorSum = CallsSummary['errors'][number];

/** A code with all its calls. */
export interface CodeErrors extends ErrorSum {
  /** HTTP status of the code; the class, such as `5xx`, for a code that this version does not know. */
  readonly status: number | string;
}

/** One entry per code, the most frequent first: a stream that fails after its start has the class 2xx, and is the same error. */
export function errorsByCode(errors: readonly ErrorSum[]): readonly CodeErrors[] {
  return [...Map.groupBy(errors, ({ code }) => code)]
    .flatMap(([code, all]) => {
      const newest = all.toSorted((a, b) => b.last_at.localeCompare(a.last_at))[0];
      if (newest === undefined) return [];
      const status = isErrorCode(code) ? errorCatalogue[code].status : newest.status_class;
      return [{ ...newest, calls: all.reduce((sum, { calls }) => sum + calls, 0), status }];
    })
    .toSorted((a, b) => b.calls - a.calls);
}
