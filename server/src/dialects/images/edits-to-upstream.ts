import { formType, writeForm } from '../../forms/write-form.ts';
import { jsonBytes, jsonList, jsonObject, type Json } from '../../json/compose.ts';
import type { FormPart, ScannedBody } from '../../json/scanned-body.ts';
import type { AttemptPlan } from '../dialect.ts';
import { changeModel } from '../shared/change-model.ts';
import { isDropped } from './to-upstream.ts';

function fieldOf({ name }: FormPart): string {
  return name.replace(/\[.*/, '');
}

/** Contains the call's own ID, which no client knows before its answer. */
function boundaryOf({ callId }: AttemptPlan): string {
  return `tollgate-${callId}`;
}

/** The `Content-Type` of an edit: a form, or JSON for upstreams that accept no forms. */
export function editsType(plan: AttemptPlan): string | undefined {
  return plan.quirks.jsonImageEdits === true ? undefined : formType(boundaryOf(plan));
}

/** The parts as the client sent them, with new part headers and the upstream's model name. */
function formOf(form: readonly FormPart[], plan: AttemptPlan): Buffer {
  const kept = form.filter((part) => !isDropped(fieldOf(part), plan));
  const model = Buffer.from(plan.upstreamModel);
  return writeForm(
    kept.map((part) => (part.name === 'model' ? { ...part, content: model } : part)),
    boundaryOf(plan),
  );
}

function dataUrl({ file, content }: FormPart): Json {
  const type = file?.type.startsWith('image/') === true ? file.type : 'image/png';
  return [`"data:${type};base64,`, content.toString('base64'), '"'];
}

function filesOf(form: readonly FormPart[], field: string): readonly Json[] {
  return form.filter((part) => part.file !== null && fieldOf(part) === field).map(dataUrl);
}

function jsonOf(body: ScannedBody, form: readonly FormPart[], plan: AttemptPlan): Buffer {
  const texts = [...body.members.values()].flatMap((span) => {
    if (isDropped(span.name, plan)) return [];
    const value = span.name === 'model' ? changeModel(body, plan, span) : undefined;
    return [[span.name, value ?? body.bytes.subarray(span.valueStart, span.valueEnd)] as const];
  });
  const images = filesOf(form, 'image');
  const [image = null] = images.length === 1 ? images : [jsonList(images)];
  const [mask = null] = filesOf(form, 'mask');
  return jsonBytes(jsonObject([...texts, ['image', image], ['mask', mask]]));
}

/** The body of an edit for the upstream: a form or, if it accepts none, JSON with the files as `data:` URLs. */
export function editsToUpstream(body: ScannedBody, plan: AttemptPlan): Buffer {
  const form = body.form ?? [];
  return plan.quirks.jsonImageEdits === true ? jsonOf(body, form, plan) : formOf(form, plan);
}
