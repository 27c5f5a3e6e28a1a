import { routingFields } from '@tollgate/contract/model-api/routing-fields';
import { isLeftOut, type MemberSpan, type ScannedBody } from '../../json/scanned-body.ts';
import { memberEdits, splice } from '../../json/splice.ts';
import type { AttemptPlan } from '../dialect.ts';
import { changeModel } from '../shared/change-model.ts';
import { withReadableReasoning } from './readable-reasoning.ts';

const droppedFields: ReadonlySet<string> = new Set(routingFields);

/** In a request, `null` means absent. */
function isSet({ value }: ScannedBody, name: string): boolean {
  return value[name] !== undefined && value[name] !== null;
}

/** An answer that is collected comes as a stream, whatever the client says. */
function changeStream(body: ScannedBody, { stream }: AttemptPlan): string | null | undefined {
  if (stream) return body.value.stream === true ? undefined : 'true';
  return isSet(body, 'stream') ? undefined : null;
}

function change(body: ScannedBody, plan: AttemptPlan, span: MemberSpan): string | null | undefined {
  const { name } = span;
  if (name === 'model') return changeModel(body, plan, span);
  if (name === 'max_output_tokens') return isSet(body, name) ? undefined : null;
  if (name === 'stream') return changeStream(body, plan);
  if (name === 'store') return body.value.store === false ? undefined : 'false';
  return droppedFields.has(name) || isLeftOut(body, name) ? null : undefined;
}

/** Fields missing from the body, as JSON text that follows the value of `model`. Upstreams store answers unless told not to. */
function additions(body: ScannedBody, { outputTokensMax, stream }: AttemptPlan): string {
  const isBounded = outputTokensMax === null || isSet(body, 'max_output_tokens');
  return [
    isBounded ? '' : `,"max_output_tokens":${String(outputTokensMax)}`,
    body.members.has('store') ? '' : ',"store":false',
    stream && !body.members.has('stream') ? ',"stream":true' : '',
  ].join('');
}

/** The client's bytes with as few spans replaced as possible. Only requests with reasoning that cannot be passed on are written again. */
export function toUpstream(body: ScannedBody, plan: AttemptPlan): Buffer {
  const edits = memberEdits([...body.members.values()], (span) => change(body, plan, span));
  const added = additions(body, plan);
  const model = body.members.get('model');
  if (added !== '' && model !== undefined) {
    edits.push({ start: model.valueEnd, end: model.valueEnd, with: added });
    // An insertion comes before a removal that starts at the same position.
    edits.sort((one, other) => one.start - other.start || one.end - other.end);
  }
  return withReadableReasoning(splice(body.bytes, edits), body, plan);
}
