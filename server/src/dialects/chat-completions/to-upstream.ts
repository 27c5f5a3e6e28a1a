import type { Quirks } from '@tollgate/contract/catalogue/quirks';
import { routingFields } from '@tollgate/contract/model-api/routing-fields';
import { findMembers } from '../../json/members.ts';
import { isLeftOut, type MemberSpan, type ScannedBody } from '../../json/scanned-body.ts';
import { memberEdits, splice, spliceText, type Edit } from '../../json/splice.ts';
import type { AttemptPlan } from '../dialect.ts';
import { changeModel } from '../shared/change-model.ts';

const droppedFields: ReadonlySet<string> = new Set(routingFields);

const outputBounds: ReadonlySet<string> = new Set(['max_tokens', 'max_completion_tokens']);

/** In a request, `null` means absent. */
function isSet(body: ScannedBody, name: string): boolean {
  const value = body.value[name];
  return value !== undefined && value !== null;
}

/** The client's stream options, with usage enabled: without usage, a streamed call could not be priced. */
function withUsage(body: ScannedBody, span: MemberSpan): string | undefined {
  if (!isSet(body, 'stream_options')) return '{"include_usage":true}';
  const options = body.value.stream_options as Readonly<Record<string, unknown>>;
  if (options.include_usage === true) return undefined;
  const text = body.bytes.toString('utf8', span.valueStart, span.valueEnd);
  const members = findMembers(text);
  if (members.some(({ name }) => name === 'include_usage')) {
    return spliceText(
      text,
      memberEdits(members, ({ name }) => (name === 'include_usage' ? 'true' : undefined)),
    );
  }
  return `{"include_usage":true${members.length === 0 ? '' : ','}${text.slice(1)}`;
}

function asksForUsage({ stream, quirks }: AttemptPlan): boolean {
  return stream && quirks.refusesStreamOptions !== true;
}

/** The edit of one field, as `memberEdits` expects it. */
function change(body: ScannedBody, plan: AttemptPlan, span: MemberSpan): string | null | undefined {
  const { name } = span;
  if (name === 'model') return changeModel(body, plan, span);
  if (name === 'stream') return plan.stream || isSet(body, name) ? undefined : null;
  if (name === 'stream_options') return asksForUsage(plan) ? withUsage(body, span) : null;
  if (outputBounds.has(name)) return changeBound(body, plan, name);
  return droppedFields.has(name) || isLeftOut(body, name) ? null : undefined;
}

function changeBound(body: ScannedBody, plan: AttemptPlan, name: string): null | undefined {
  if (!isSet(body, name)) return null;
  const replaced = plan.quirks.maxTokensOnly === true && name === 'max_tokens' && isSet(body, 'max_completion_tokens');
  return replaced ? null : undefined;
}

/** Fields missing from the body, as JSON text that follows the value of `model`. */
function additions(body: ScannedBody, plan: AttemptPlan): string {
  let text = '';
  if (asksForUsage(plan) && !body.members.has('stream_options')) text += ',"stream_options":{"include_usage":true}';
  if (plan.outputTokensMax !== null && !isSet(body, 'max_tokens') && !isSet(body, 'max_completion_tokens')) {
    text += `,"max_tokens":${String(plan.outputTokensMax)}`;
  }
  return text;
}

function renameBound(body: ScannedBody): Edit | null {
  const span = body.members.get('max_completion_tokens');
  if (span === undefined || !isSet(body, 'max_completion_tokens')) return null;
  return { start: span.nameStart, end: span.valueStart, with: '"max_tokens":' };
}

/**
 * The client's bytes with as few spans replaced as possible. The upstream's model name is set, usage is enabled for streams, and routing
 * fields and `null` limits are removed. If the plan has an output limit, it is set.
 * @returns the client's own buffer if nothing changes.
 */
export function toUpstream(body: ScannedBody, plan: AttemptPlan): Buffer {
  const edits = memberEdits([...body.members.values()], (span) => change(body, plan, span));
  const added = additions(body, plan);
  const model = body.members.get('model');
  if (added !== '' && model !== undefined) edits.push({ start: model.valueEnd, end: model.valueEnd, with: added });
  const renamed = plan.quirks.maxTokensOnly === true ? renameBound(body) : null;
  if (renamed !== null) edits.push(renamed);
  // An insertion comes before a removal that starts at the same position.
  edits.sort((one, other) => one.start - other.start || one.end - other.end);
  return splice(body.bytes, edits);
}

const refusing: ReadonlySet<number> = new Set([400, 422]);
const namesStreamOptions = /stream[_ ]?options|include_usage/i;

/** Whether usage is the only stream option of the client; other options are passed on unchanged. */
function asksForUsageAlone({ value }: ScannedBody): boolean {
  const { stream_options: options } = value;
  if (typeof options !== 'object' || options === null) return true;
  return Object.keys(options).every((name) => name === 'include_usage');
}

/** Recognizes a refusal of `stream_options`, which is sent whether or not the client sends it. */
export function readQuirks(status: number, bytes: Buffer, plan: AttemptPlan): Quirks | null {
  if (!asksForUsage(plan) || !refusing.has(status) || !asksForUsageAlone(plan.body)) return null;
  return namesStreamOptions.test(bytes.toString('utf8')) ? { refusesStreamOptions: true } : null;
}
