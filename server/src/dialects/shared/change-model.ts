import type { MemberSpan, ScannedBody } from '../../json/scanned-body.ts';
import type { AttemptPlan } from '../dialect.ts';

/**
 * The upstream's model name as JSON text; `undefined` if it is already there. Compares the written bytes, because `value` holds only the
 * beginning of a long string.
 */
export function changeModel(body: ScannedBody, plan: AttemptPlan, span: MemberSpan): string | undefined {
  const model = JSON.stringify(plan.upstreamModel);
  return body.bytes.toString('utf8', span.valueStart, span.valueEnd) === model ? undefined : model;
}
