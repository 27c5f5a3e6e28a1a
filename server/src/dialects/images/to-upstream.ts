import { routingFields } from '@tollgate/contract/model-api/routing-fields';
import { isLeftOut, type MemberSpan, type ScannedBody } from '../../json/scanned-body.ts';
import { memberEdits, splice } from '../../json/splice.ts';
import type { AttemptPlan } from '../dialect.ts';
import { changeModel } from '../shared/change-model.ts';

const droppedFields: ReadonlySet<string> = new Set(routingFields);

/** Stream options have no meaning if the image comes as a whole. */
const streamFields: ReadonlySet<string> = new Set(['stream', 'partial_images']);

/** Whether a field has no meaning for the upstream, or is unknown to it. */
export function isDropped(name: string, { stream, quirks, body }: AttemptPlan): boolean {
  if (droppedFields.has(name) || (!stream && streamFields.has(name))) return true;
  if (body.members.has(name) && isLeftOut(body, name)) return true;
  return name === 'response_format' && quirks.oneImageForm === true;
}

/** The edit of one member, in the terms of `memberEdits`. `null` in a request means absent, which not every upstream knows. */
function change(body: ScannedBody, plan: AttemptPlan, span: MemberSpan): string | null | undefined {
  const { name } = span;
  if (name === 'model') return changeModel(body, plan, span);
  return body.value[name] === null || isDropped(name, plan) ? null : undefined;
}

/**
 * The client's bytes with as few spans replaced as possible: the model's name at the upstream; routing fields and fields without a value
 * removed, and the form of the images if the upstream knows only one.
 * @returns the client's own buffer if nothing changes.
 */
export function toUpstream(body: ScannedBody, plan: AttemptPlan): Buffer {
  return splice(
    body.bytes,
    memberEdits([...body.members.values()], (span) => change(body, plan, span)),
  );
}
