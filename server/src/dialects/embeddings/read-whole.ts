import { readListed, type ListedObject } from '../../json/read-listed.ts';
import type { ScannedBody } from '../../json/scanned-body.ts';
import { cut, memberEdits, spliceInSteps, type Edit } from '../../json/splice.ts';
import type { AttemptPlan, PartAnswer, WholeAnswer } from '../dialect.ts';
import { describeNonJson } from '../shared/describe-non-json.ts';
import { findReportedError } from '../shared/reported-error.ts';
import { withoutByteOrderMark } from '../shared/without-byte-order-mark.ts';
import { readUsage } from './read-usage.ts';
import { VectorCheck, type VectorPlace, type Wanted } from './vector-check.ts';

type WholeBody = Extract<WholeAnswer, { ok: true }>;

const listName = 'data';
const describedBytes = 64 * 1024;

/** A list of numbers is one input, given as tokens. */
export function countInputs(input: unknown): number {
  return Array.isArray(input) && typeof input[0] !== 'number' ? input.length : 1;
}

function wantedOf({ value }: ScannedBody, { supportedParameters }: AttemptPlan, firstIndex: number): Wanted {
  const { input, encoding_format: form, dimensions } = value;
  const isHonoured = typeof dimensions === 'number' && supportedParameters.includes('dimensions');
  return {
    inputs: countInputs(input),
    form: form === 'base64' ? 'base64' : 'float',
    // If a model supports only one length, a client's request for another one must not count as a fault of the upstream.
    dimensions: isHonoured ? dimensions : null,
    firstIndex,
  };
}

/** Edits outside the list: the client's model name, the kind of object, and the removal of an empty `error`. */
function editsAround({ rest, members }: ListedObject, { model }: AttemptPlan): Edit[] {
  const right: Readonly<Record<string, string>> = { object: 'list', model };
  const edits = memberEdits(members, ({ name }) => {
    if (name === 'error') return null;
    return Object.hasOwn(right, name) ? JSON.stringify(right[name]) : undefined;
  });
  const start = members[0]?.nameStart ?? 0;
  const missing = Object.keys(right).filter((name) => !Object.hasOwn(rest, name));
  for (const name of missing) edits.push({ start, end: start, with: `"${name}":${JSON.stringify(right[name])},` });
  return edits;
}

/** An insertion comes before a removal that starts at the same position. */
function inOrder(edits: readonly Edit[]): Edit[] {
  return edits.toSorted((one, other) => one.start - other.start || one.end - other.end);
}

/** With at most this many edits outside the list, the megabytes of the list are not copied. */
const editsOfCut = 8;

function* changed(document: Buffer, edits: readonly Edit[]): Generator<undefined, Pick<WholeBody, 'body' | 'behind'>> {
  if (edits.length > editsOfCut) return { body: yield* spliceInSteps(document, edits) };
  const [body = document, ...behind] = cut(document, edits);
  return { body, behind };
}

/** A range of the document with its edits, in order. */
function piece(document: Buffer, edits: readonly Edit[], { start, end }: VectorPlace): Buffer[] {
  const inside = edits.filter((edit) => edit.start >= start && edit.end <= end);
  return cut(
    document.subarray(start, end),
    inside.map((edit) => ({ start: edit.start - start, end: edit.end - start, with: edit.with })),
  );
}

/** The vectors alone, separated by commas, in the order of the inputs. */
function vectors(document: Buffer, { places, edits }: VectorCheck): Buffer[] {
  const ordered = inOrder(edits);
  const comma = Buffer.from(',');
  return places.flatMap((place, at) => [...(at === 0 ? [] : [comma]), ...piece(document, ordered, place)]);
}

/** The document with its vectors in the order of the inputs: many clients use them in the order they arrive. */
function rearranged(document: Buffer, around: readonly Edit[], check: VectorCheck): Buffer {
  const start = Math.min(...check.places.map((place) => place.start));
  const end = Math.max(...check.places.map((place) => place.end));
  const before = piece(document, around, { start: 0, end: start });
  const behind = piece(document, around, { start: end, end: document.length });
  return Buffer.concat([...before, ...vectors(document, check), ...behind]);
}

type Checked =
  | { readonly ok: false; readonly fault: string }
  | { readonly ok: true; readonly document: Buffer; readonly listed: ListedObject; readonly check: VectorCheck };

function* checked(bytes: Buffer, plan: AttemptPlan, firstIndex: number): Generator<undefined, Checked> {
  const document = withoutByteOrderMark(bytes);
  const check = new VectorCheck(wantedOf(plan.body, plan, firstIndex));
  const listed = yield* readListed(document, listName, check);
  if (listed === null) return { ok: false, fault: check.fault ?? describeNonJson(document.toString('utf8', 0, describedBytes)) };
  const error = findReportedError(listed.rest, listName);
  if (error !== null) return { ok: false, ...error };
  if (!Array.isArray(listed.rest[listName])) return { ok: false, fault: 'the answer has no embeddings' };
  if (check.lacksSome) return { ok: false, fault: 'the answer has fewer embeddings than there are inputs' };
  return { ok: true, document, listed, check };
}

/**
 * A model that cannot shorten its vectors returns them at full length. A response header notifies the client, whose index expects
 * another length.
 */
function droppedOf({ body }: AttemptPlan, { dimensions }: VectorCheck): Pick<WholeBody, 'dropped'> {
  const { dimensions: asked } = body.value;
  return typeof asked === 'number' && asked !== dimensions ? { dropped: ['dimensions'] } : {};
}

const nothingWritten = { text: { wide: 0, narrow: 0 }, endedNaturally: true } as const;

/**
 * Checks an answer and converts it to the requested format: one embedding per input, in the order of the inputs, all of the same length,
 * only finite numbers, and no error reported inside. Every step takes a millisecond or two; a small answer takes one step.
 */
export function* readWhole(bytes: Buffer, plan: AttemptPlan): Generator<undefined, WholeAnswer> {
  const found = yield* checked(bytes, plan, 0);
  if (!found.ok) return found;
  const { document, listed, check } = found;
  const around = inOrder(editsAround(listed, plan));
  const written = check.isInOrder
    ? yield* changed(document, inOrder([...around, ...check.edits]))
    : { body: rearranged(document, around, check) };
  return { ok: true, ...written, usage: readUsage(listed.rest), ...nothingWritten, ...droppedOf(plan, check) };
}

/**
 * The same for an answer to some of the inputs, starting at `firstIndex`. Its body contains only the vectors, to be merged into one answer.
 */
export function* readPart(bytes: Buffer, plan: AttemptPlan, firstIndex: number): Generator<undefined, PartAnswer> {
  const found = yield* checked(bytes, plan, firstIndex);
  if (!found.ok) return found;
  const { document, listed, check } = found;
  const seen = { usage: readUsage(listed.rest), ...nothingWritten, ...droppedOf(plan, check) };
  return { ok: true, body: Buffer.concat(vectors(document, check)), ...seen, dimensions: check.dimensions };
}
