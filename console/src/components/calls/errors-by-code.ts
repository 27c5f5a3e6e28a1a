import type { CallsSummary } from '@tollgate/contract/calls/console-calls';
import { errorCatalogue, isErrorCode } from '@tollgate/contract/errors';

type ErrorSum = CallsSummary['errors'][number];

/** An error code with all its calls. */
export interface CodeErrors extends ErrorSum {
  /** HTTP status of the code; for an unknown code, its class such as `5xx`. */
  readonly status: number | string;
}

/** One entry per code, most frequent first. A stream that fails after its start is logged with class 2xx, but is the same error. */
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
