import { DocumentTrimmer, leftOutText, type Shape } from '../../json/document-trimmer.ts';
import type { Member } from '../../json/members.ts';
import { memberEdits, spliceInSteps, type Edit } from '../../json/splice.ts';
import type { AttemptPlan, WholeAnswer } from '../dialect.ts';
import { errorMembers } from '../shared/error-shape.ts';
import { describeNonJson } from '../shared/describe-non-json.ts';
import { findReportedError } from '../shared/reported-error.ts';
import { withoutByteOrderMark } from '../shared/without-byte-order-mark.ts';
import { embeddedImages, type ImagesAnswer } from '../shared/images/embedded-images.ts';
import { keptImages } from '../shared/images/kept-images.ts';
import { isPicture } from './base64-check.ts';
import { readUsage } from './read-usage.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The parts of an answer that are parsed. Images of more than 64 KiB are left out and checked in place. */
const fieldsOnly: Shape = { members: {}, others: () => fieldsOnly };
const answerShape: Shape = { members: { data: { items: { members: {} } }, ...errorMembers }, others: () => fieldsOnly };
const bytesPerStep = 256 * 1024;
const addressCharactersMax = 8_192;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refused(fault: string): WholeAnswer {
  return { ok: false, fault };
}

/** Whether a field has a value; covers the various ways to write none. */
function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

function isAddress(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > addressCharactersMax) return false;
  return /^https?:\/\//i.test(value) && URL.canParse(value);
}

/** Whether an image was left out, and has to be checked in the document. */
function isLeftOut(item: Fields): boolean {
  return item.b64_json === leftOutText;
}

function* isImage(item: unknown): Generator<undefined, boolean> {
  if (!isFields(item)) return false;
  const { b64_json: encoded, url } = item;
  if (isSet(url) && !isAddress(url)) return false;
  if (!isSet(encoded)) return isSet(url);
  if (isLeftOut(item)) return true;
  if (typeof encoded !== 'string') return false;
  const bytes = Buffer.from(encoded);
  return !encoded.includes('\\') && (yield* isPicture(bytes, 0, bytes.length));
}

function choicesOf({ body }: AttemptPlan): number {
  return typeof body.value.n === 'number' ? body.value.n : 1;
}

/** The fault of the images in an answer, as text for the log. */
function* findFault(
  data: readonly unknown[],
  document: Buffer,
  plan: AttemptPlan,
  trimmer: DocumentTrimmer,
): Generator<undefined, string | null> {
  if (data.length === 0) return 'the answer has no images';
  if (data.length > choicesOf(plan)) return 'the answer has more images than were asked for';
  for (const item of data)
    if (!(yield* isImage(item))) return 'an image of the answer is neither a picture in base64 nor an address';
  const leftOut = trimmer.leftOut.filter(({ name }) => name === 'b64_json');
  if (leftOut.length !== data.filter((item) => isFields(item) && isLeftOut(item)).length)
    return 'an image of the answer is no picture in base64';
  for (const { start, end } of leftOut)
    if (!(yield* isPicture(document, start, end))) return 'an image of the answer is no picture in base64';
  return null;
}

/** Not every upstream supports the requested form of images. */
function droppedOf(data: readonly unknown[], { body, stream }: AttemptPlan): readonly string[] {
  const form = stream ? 'b64_json' : body.value.response_format;
  if (form !== 'url' && form !== 'b64_json') return [];
  return data.every((item) => isFields(item) && isSet(item[form])) ? [] : ['response_format'];
}

function editsOf(answer: Fields, plan: AttemptPlan, members: readonly Member[]): Edit[] {
  if ((answer.model === undefined || answer.model === plan.model) && answer.error === undefined) return [];
  return memberEdits(members, ({ name }) => {
    if (name === 'model') return JSON.stringify(plan.model);
    return name === 'error' ? null : undefined;
  });
}

/** The conversion from the received form to the requested one. */
function inOtherForm(
  answer: ImagesAnswer,
  plan: AttemptPlan,
  { document, trimmer }: { readonly document: Buffer; readonly trimmer: DocumentTrimmer },
): Pick<Extract<WholeAnswer, { ok: true }>, 'embed' | 'keep'> {
  // Any other long text exists only in the document, so the form is not converted.
  if (trimmer.leftOut.some(({ name }) => name !== 'b64_json')) return {};
  const long = { document, leftOut: trimmer.leftOut, mark: leftOutText };
  return { ...embeddedImages(answer, plan), ...keptImages(answer, plan, long) };
}

/**
 * Checks and edits an answer: one JSON object with 1 to `n` images, each in base64 or with a URL, and no error reported inside. Every step
 * takes a millisecond or two.
 */
export function* readWhole(bytes: Buffer, plan: AttemptPlan): Generator<undefined, WholeAnswer> {
  const document = withoutByteOrderMark(bytes);
  const trimmer = new DocumentTrimmer(document, answerShape);
  while (!trimmer.step(bytesPerStep)) yield;
  if (trimmer.isFaulty) return refused(describeNonJson(document.toString('utf8', 0, bytesPerStep)));
  const answer: unknown = JSON.parse(trimmer.parts.join(''));
  if (!isFields(answer)) return refused('the answer is not a JSON object');
  const error = findReportedError(answer, 'data');
  if (error !== null) return { ok: false, ...error };
  const { data } = answer;
  if (!Array.isArray(data)) return refused('the answer has no images');
  const fault = yield* findFault(data, document, plan, trimmer);
  if (fault !== null) return refused(fault);
  const dropped = droppedOf(data, plan);
  const model = answer.model === undefined ? undefined : plan.model;
  const otherForm =
    dropped.length === 0 ? {} : inOtherForm({ ...answer, model, error: undefined, data }, plan, { document, trimmer });
  return {
    ok: true,
    body: yield* spliceInSteps(document, editsOf(answer, plan, trimmer.members)),
    usage: readUsage(answer.usage),
    text: { wide: 0, narrow: 0 },
    endedNaturally: true,
    // A form that can still be produced does not count as dropped.
    dropped: 'embed' in otherForm || 'keep' in otherForm ? [] : dropped,
    delivered: data.length,
    ...otherForm,
  };
}
