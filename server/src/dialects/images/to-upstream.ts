import { routingFields } from '@tollgate/contract/routing-fields';
import type { MemberSpan, ScannedBody } from '../../json/scanned-body.ts';
import { memberEdits, splice } from '../../json/splice.ts';
import type { AttemptPlan } from '../dialect.ts';
import { changeModel } from '../shared/change-model.ts';

/** What speaks of streams says nothing here: images come as a whole. */
const droppedFields: ReadonlySet<string> = new Set([...routingFields, 'stream', 'partial_images']);

/** What becomes of one member, in the terms of `memberEdits`. `null` in a request means absent, which not every upstream knows. */
function change(body: ScannedBody, plan: AttemptPlan, span: MemberSpan): string | null | undefined {
  const { name } = span;
  if (name === 'model') return changeModel(body, plan, span);
  if (body.value[name] === null || droppedFields.has(name)) return null;
  return name === 'response_format' && plan.quirks.oneImageForm === true ? null : undefined;
}

/**
 * The client's bytes with as few spans replaced as possible: the model's name at the upstream; fields that steer routing or say
 * nothing left out, and the form of the images where the upstream knows one only.
 * @returns the client's own buffer if nothing changes.
 */
export function toUpstream(body: ScannedBody, plan: AttemptPlan): Buffer {
  return splice(
    body.bytes,
    memberEdits([...body.members.values()], (span) => change(body, plan, span)),
  );
}
