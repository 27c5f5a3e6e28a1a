import { routingFields } from '@tollgate/contract/model-api/routing-fields';
import { isLeftOut, type MemberSpan, type ScannedBody } from '../../json/scanned-body.ts';
import { memberEdits, splice } from '../../json/splice.ts';
import type { AttemptPlan } from '../dialect.ts';
import { changeModel } from '../shared/change-model.ts';

const droppedFields: ReadonlySet<string> = new Set(routingFields);

/** Stream options have no meaning if the image is not streamed. */
const streamFields: ReadonlySet<string> = new Set(['stream', 'partial_images']);

/** Whether a field has no meaning for the upstream, or is unknown to it. */
export function isDropped(name: string, { stream, quirks, body }: AttemptPlan): boolean {
  if (droppedFields.has(name) || (!stream && streamFields.has(name))) return true;
  if (body.members.has(name) && isLeftOut(body, name)) return true;
  return name === 'response_format' && quirks.oneImageForm === true;
}

/** The edit of one field, as `memberEdits` expects it. In a request `null` means absent, which not every upstream supports. */
function change(body: ScannedBody, plan: AttemptPlan, span: MemberSpan): string | null | undefined {
  const { name } = span;
  if (name === 'model') return changeModel(body, plan, span);
  return body.value[name] === null || isDropped(name, plan) ? null : undefined;
}

/**
 * The client's bytes with as few spans replaced as possible. The upstream's model name is set, routing fields and fields without a value
 * are removed, and the form of the images is set if the upstream supports only one.
 * @returns the client's own buffer if nothing changes.
 */
export function toUpstream(body: ScannedBody, plan: AttemptPlan): Buffer {
  return splice(
    body.bytes,
    memberEdits([...body.members.values()], (span) => change(body, plan, span)),
  );
}
