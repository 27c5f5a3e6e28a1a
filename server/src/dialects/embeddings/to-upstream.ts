import { routingFields } from '@tollgate/contract/model-api/routing-fields';
import { isLeftOut, type MemberSpan, type ScannedBody } from '../../json/scanned-body.ts';
import { memberEdits, splice } from '../../json/splice.ts';
import type { AttemptPlan } from '../dialect.ts';
import { changeModel } from '../shared/change-model.ts';

/** `stream` has no meaning here, because embeddings are never streamed. */
const droppedFields: ReadonlySet<string> = new Set([...routingFields, 'stream']);
const nullable: ReadonlySet<string> = new Set(['dimensions', 'encoding_format', 'user']);

/** The edit of one field, as `memberEdits` expects it. */
function change(body: ScannedBody, plan: AttemptPlan, span: MemberSpan): string | null | undefined {
  const { name } = span;
  if (name === 'model') return changeModel(body, plan, span);
  if (name === 'encoding_format' && plan.quirks.floatsOnly === true) return null;
  if (nullable.has(name) && body.value[name] === null) return null;
  return droppedFields.has(name) || isLeftOut(body, name) ? null : undefined;
}

/**
 * The client's bytes with as few spans replaced as possible. The upstream's model name is set, routing fields and fields without a value
 * are removed, and the number format is set if the upstream supports only one.
 * @returns the client's own buffer if nothing changes.
 */
export function toUpstream(body: ScannedBody, plan: AttemptPlan): Buffer {
  const edits = memberEdits([...body.members.values()], (span) => change(body, plan, span));
  return splice(body.bytes, edits);
}
