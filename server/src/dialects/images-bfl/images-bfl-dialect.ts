import { routingFields } from '@tollgate/contract/model-api/routing-fields';
import { jsonBytes, jsonObject, type Json } from '../../json/compose.ts';
import type { ScannedBody } from '../../json/scanned-body.ts';
import type { AttemptPlan, Dialect, Progress, Relay, WholeAnswer } from '../dialect.ts';
import { fieldsOf, type Fields } from '../shared/fields-of.ts';
import { wholeAsEvent } from '../shared/images/whole-as-event.ts';
import { writtenImages } from '../shared/images/written-images.ts';
import { parsedFields } from '../shared/images/parsed-fields.ts';
import { readRefusal } from '../shared/read-refusal.ts';

const name = 'images-bfl';

/** Fields of clients that have no meaning for this upstream, or are sent elsewhere. */
const translated: ReadonlySet<string> = new Set([
  ...routingFields,
  ...['model', 'n', 'size', 'quality', 'style', 'background', 'moderation', 'input_fidelity', 'output_compression'],
  ...['response_format', 'user', 'stream', 'partial_images'],
]);

function sizeOf({ size }: ScannedBody['value']): readonly (readonly [string, Json | null])[] {
  const [, width, height] = (typeof size === 'string' ? /^(\d+)x(\d+)$/.exec(size) : null) ?? [];
  return [
    ['width', width ?? null],
    ['height', height ?? null],
  ];
}

/** The files to edit, each under its own field name. */
function filesOf({ form }: ScannedBody): readonly (readonly [string, Json])[] {
  const images = form?.filter(({ name: field, file }) => file !== null && field !== 'mask') ?? [];
  return images.map(({ content }, at) => [
    at === 0 ? 'input_image' : `input_image_${String(at + 1)}`,
    ['"', content.toString('base64'), '"'],
  ]);
}

function toUpstream(body: ScannedBody): Buffer {
  const kept = [...body.members.values()].filter(
    (span) => !translated.has(span.name) && (body.value[span.name] ?? null) !== null,
  );
  const asSent = kept.map((span) => [span.name, body.bytes.subarray(span.valueStart, span.valueEnd)] as const);
  return jsonBytes(jsonObject([...asSent, ...sizeOf(body.value), ...filesOf(body)]));
}

const waiting: ReadonlySet<unknown> = new Set(['Pending', 'Queued', 'Processing', 'Task accepted']);
const moderated: ReadonlySet<unknown> = new Set(['Request Moderated', 'Content Moderated']);
const moderation = Buffer.from(
  '{"error":{"code":"content_policy_violation","message":"The content of this request was moderated."}}',
);

function progress(bytes: Buffer): Progress {
  const { status, polling_url: at } = parsedFields(bytes);
  if (moderated.has(status)) return { kind: 'refused', status: 400, body: moderation };
  if (typeof at === 'string' && status === undefined) return { kind: 'wait', at };
  return waiting.has(status) ? { kind: 'wait', at: null } : { kind: 'done' };
}

function readAnswer({ status, result }: Fields, plan: AttemptPlan): WholeAnswer {
  const { sample } = fieldsOf(result);
  if (status !== 'Ready' || typeof sample !== 'string')
    return { ok: false, fault: 'the upstream did not draw what it had begun' };
  return writtenImages([{ url: sample }], plan);
}

/** One image per request; its progress is polled. */
const relay: Relay = {
  upstreamPath: ({ upstreamModel }) => `/${encodeURIComponent(upstreamModel)}`,
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
export const imagesBflDialect: Dialect = {
  name,
  kind: 'image',
  client: null,
  serves: new Map([
    ['images', relay],
    ['image-edits', { ...relay, asStream: (answer) => wholeAsEvent(answer, 'image_edit') }],
  ]),
};
