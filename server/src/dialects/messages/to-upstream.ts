import { routingFields } from '@tollgate/contract/model-api/routing-fields';
import { isLeftOut, type MemberSpan, type ScannedBody } from '../../json/scanned-body.ts';
import { memberEdits, splice } from '../../json/splice.ts';
import type { AttemptPlan } from '../dialect.ts';
import { changeModel } from '../shared/change-model.ts';
import { withOwnSeals } from './with-own-seals.ts';

const droppedFields: ReadonlySet<string> = new Set(routingFields);
/** The beginning of a seal that the gateway wrapped. */
const sealStart = Buffer.from('"tg1.');

/** In a request, `null` means absent. */
function isSet({ value }: ScannedBody, name: string): boolean {
  return value[name] !== undefined && value[name] !== null;
}

function change(body: ScannedBody, plan: AttemptPlan, span: MemberSpan): string | null | undefined {
  const { name } = span;
  if (name === 'model') return changeModel(body, plan, span);
  if (name === 'max_tokens') return isSet(body, name) ? undefined : null;
  if (name === 'stream' && plan.stream) return body.value.stream === true ? undefined : 'true';
  if (name === 'stream') return isSet(body, name) ? undefined : null;
  return droppedFields.has(name) || isLeftOut(body, name) ? null : undefined;
}

/** Fields that the client did not send. */
function addedBy(plan: AttemptPlan, body: ScannedBody): string {
  const { outputTokensMax, stream } = plan;
  const bound = outputTokensMax === null || isSet(body, 'max_tokens') ? '' : `,"max_tokens":${String(outputTokensMax)}`;
  return stream && !body.members.has('stream') ? `${bound},"stream":true` : bound;
}

/** Whether the request may contain thinking that this model did not seal. */
export function isRewritten({ withoutSeals }: AttemptPlan, { bytes }: ScannedBody): boolean {
  return withoutSeals === true || bytes.includes(sealStart);
}

/** The client's bytes with as few spans replaced as possible. Only requests with seals of other models are written again. */
export function toUpstream(body: ScannedBody, plan: AttemptPlan): Buffer {
  const edits = memberEdits([...body.members.values()], (span) => change(body, plan, span));
  const model = body.members.get('model');
  const added = addedBy(plan, body);
  if (added !== '' && model !== undefined) {
    edits.push({ start: model.valueEnd, end: model.valueEnd, with: added });
    // An insertion comes before a removal that starts at the same position.
    edits.sort((one, other) => one.start - other.start || one.end - other.end);
  }
  const bytes = splice(body.bytes, edits);
  return isRewritten(plan, body) ? withOwnSeals(bytes, plan) : bytes;
}
