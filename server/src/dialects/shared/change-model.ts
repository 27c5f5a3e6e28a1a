import type { MemberSpan, ScannedBody } from '../../json/scanned-body.ts';
import type { AttemptPlan } from '../dialect.ts';

/**
 * The model's name at the upstream as JSON text; `undefined` if it is already in place. Compares the written bytes, because `value` holds only
 * the beginning of a long string.
 */
export function changeModel(body: ScannedBody, plan: AttemptPlan, span: MemberSpan): string | undefined {
  const model = JSON.stringify(plan.upstreamModel);
  return body.bytes.toString('utf8', span.valueStart, span.valueEnd) === model ? undefined : model;
}
