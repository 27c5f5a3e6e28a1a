import { routingFields } from '@tollgate/contract/model-api/routing-fields';
import { isLeftOut, type ScannedBody } from '../../../json/scanned-body.ts';
import { memberEdits, splice } from '../../../json/splice.ts';
import type { AttemptPlan } from '../../dialect.ts';
import { withReadableReasoning } from '../readable-reasoning.ts';
import { changeModel } from '../../shared/change-model.ts';

/** Fields of Responses that only say what happens anyway. */
const withoutMeaning = ['stream', 'store'];
const droppedFields: ReadonlySet<string> = new Set([...routingFields, ...withoutMeaning]);

/** The client's bytes with as few spans replaced as possible. */
export function toUpstream(body: ScannedBody, plan: AttemptPlan): Buffer {
  const edits = memberEdits([...body.members.values()], (span) => {
    if (span.name === 'model') return changeModel(body, plan, span);
    return droppedFields.has(span.name) || isLeftOut(body, span.name) ? null : undefined;
  });
  return withReadableReasoning(splice(body.bytes, edits), body, plan);
}
