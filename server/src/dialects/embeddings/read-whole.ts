import { readListed, type ListedObject } from '../../json/read-listed.ts';
import type { ScannedBody } from '../../json/scanned-body.ts';
import { cut, memberEdits, spliceInSteps, type Edit } from '../../json/splice.ts';
import type { AttemptPlan, WholeAnswer } from '../dialect.ts';
import { describeNonJson } from '../shared/describe-non-json.ts';
import { findReportedError } from '../shared/reported-error.ts';
import { withoutByteOrderMark } from '../shared/without-byte-order-mark.ts';
import { readUsage } from './read-usage.ts';
import { VectorCheck, type Wanted } from './vector-check.ts';

type WholeBody = Extract<WholeAnswer, { ok: true }>;

const listName = 'data';
const describedBytes = 64 * 1024;

/** A list of numbers is one input: tokens. */
function countInputs(input: unknown): number {
  return Array.isArray(input) && typeof input[0] !== 'number' ? input.length : 1;
}

function wantedOf({ value }: ScannedBody, { supportedParameters }: AttemptPlan): Wanted {
  const { input, encoding_format: form, dimensions } = value;
  const isHonoured = typeof dimensions === 'number' && supportedParameters.includes('dimensions');
  return {
    inputs: countInputs(input),
    form: form === 'base64' ? 'base64' : 'float',
    // A model that knows one length only must not become a fault of its upstream by what a client asks for.
    dimensions: isHonoured ? dimensions : null,
  };
}

/** Around the list: the client's name for the model, the kind of object, no empty `error`. */
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

/** An insertion comes before a removal that starts at the same place. */
function inOrder(edits: readonly Edit[]): Edit[] {
  return edits.toSorted((one, other) => one.start - other.start || one.end - other.end);
}

/** Where nothing changes but what is around the list, megabytes need not be copied for it. */
const editsOfCut = 8;

function* changed(document: Buffer, edits: readonly Edit[]): Generator<undefined, Pick<WholeBody, 'body' | 'behind'>> {
  if (edits.length > editsOfCut) return { body: yield* spliceInSteps(document, edits) };
  const [body = document, ...behind] = cut(document, edits);
  return { body, behind };
}

/**
 * Checks an answer and brings it into the form that the client asked for: for each input one embedding, all of the same length,
 * finite numbers only, and no error reported inside. Every step is a millisecond or two of work; a small answer takes one.
 */
export function* readWhole(bytes: Buffer, plan: AttemptPlan): Generator<undefined, WholeAnswer> {
  const document = withoutByteOrderMark(bytes);
  const check = new VectorCheck(wantedOf(plan.body, plan));
  const listed = yield* readListed(document, listName, check);
  if (listed === null) return { ok: false, fault: check.fault ?? describeNonJson(document.toString('utf8', 0, describedBytes)) };
  const error = findReportedError(listed.rest, listName);
  if (error !== null) return { ok: false, ...error };
  if (!Array.isArray(listed.rest[listName])) return { ok: false, fault: 'the answer has no embeddings' };
  if (check.lacksSome) return { ok: false, fault: 'the answer has fewer embeddings than there are inputs' };
  return {
    ok: true,
    ...(yield* changed(document, inOrder([...editsAround(listed, plan), ...check.edits]))),
    usage: readUsage(listed.rest),
    text: { wide: 0, narrow: 0 },
    endedNaturally: true,
  };
}
