import { jsonBytes, jsonObject, type Json } from '../../json/compose.ts';
import type { ScannedBody } from '../../json/scanned-body.ts';
import type { AttemptPlan, Dialect, Progress, Relay, WholeAnswer } from '../dialect.ts';
import { fieldsOf, type Fields } from '../shared/fields-of.ts';
import { parsedFields } from '../shared/images/parsed-fields.ts';
import { wholeAsEvent } from '../shared/images/whole-as-event.ts';
import { writtenImages } from '../shared/images/written-images.ts';
import { readRefusal } from '../shared/read-refusal.ts';

const name = 'images-dashscope';

function asSent({ bytes, members, value }: ScannedBody, field: string): Json | null {
  const span = members.get(field);
  return span === undefined || value[field] === null || value[field] === undefined
    ? null
    : bytes.subarray(span.valueStart, span.valueEnd);
}

function toUpstream(body: ScannedBody, plan: AttemptPlan): Buffer {
  const { size } = body.value;
  const same = (fields: readonly string[]) => fields.map((field) => [field, asSent(body, field)] as const);
  const sides = typeof size === 'string' && size !== 'auto' ? JSON.stringify(size.replace('x', '*')) : null;
  return jsonBytes(
    jsonObject([
      ['model', JSON.stringify(plan.upstreamModel)],
      ['input', jsonObject(same(['prompt', 'negative_prompt']))],
      ['parameters', jsonObject([...same(['n', 'seed', 'style', 'prompt_extend', 'watermark']), ['size', sides]])],
    ]),
  );
}

const waiting: ReadonlySet<unknown> = new Set(['PENDING', 'RUNNING', 'SUSPENDED']);
const failed: ReadonlySet<unknown> = new Set(['FAILED', 'CANCELED', 'UNKNOWN']);

/** The status that an immediate refusal would have had. */
function statusOf(code: unknown): number {
  if (typeof code !== 'string') return 500;
  if (code.startsWith('Throttling')) return 429;
  return /^(?:DataInspection|InvalidParameter|InvalidURL)/.test(code) ? 400 : 500;
}

function progress(bytes: Buffer): Progress {
  const { task_status: status, task_id: id, code, message } = fieldsOf(parsedFields(bytes).output);
  if (failed.has(status))
    return { kind: 'refused', status: statusOf(code), body: Buffer.from(JSON.stringify({ code, message })) };
  if (!waiting.has(status)) return { kind: 'done' };
  return { kind: 'wait', at: typeof id === 'string' && /^[\w-]{1,64}$/.test(id) ? `/tasks/${id}` : null };
}

function readAnswer({ output }: Fields, plan: AttemptPlan): WholeAnswer {
  const { results } = fieldsOf(output);
  const images = (Array.isArray(results) ? results : []).flatMap((item: unknown) => {
    const { url, actual_prompt: revised } = fieldsOf(item);
    if (typeof url !== 'string') return [];
    return [{ url, ...(typeof revised === 'string' ? { revised_prompt: revised } : {}) }];
  });
  return writtenImages(images, plan);
}

/** The work is submitted, and polled until it is done. */
const relay: Relay = {
  upstreamPath: '/services/aigc/text2image/image-synthesis',
  headers: { 'x-dashscope-async': 'enable' },
  toUpstream,
  createStreamRelay: null,
  asStream: (answer) => wholeAsEvent(answer, 'image_generation'),
  progress,
  // Nothing here is large, so there is no need to yield.

  *readWhole(bytes, plan) {
    return readAnswer(parsedFields(bytes), plan);
  },
  readRefusal,
};

/** Only upstreams use this protocol. */
export const imagesDashscopeDialect: Dialect = { name, kind: 'image', client: null, serves: new Map([['images', relay]]) };
