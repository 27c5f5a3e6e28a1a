import { BodyScanner } from '../../../json/body-scanner.ts';
import { jsonBytes, jsonObject, type Json } from '../../../json/compose.ts';
import type { ScannedBody } from '../../../json/scanned-body.ts';

/** The event names of an operation. */
export type EventPrefix = 'image_generation' | 'image_edit';

const outerFields = ['size', 'quality', 'background', 'output_format', 'usage'];
const space = 0x20;
const lineBreaks = [0x0a, 0x0d];

function scan(bytes: Buffer): ScannedBody {
  const scanner = new BodyScanner();
  scanner.push(bytes);
  return scanner.finish();
}

function valueOf({ bytes, members, value }: ScannedBody, name: string): Json | null {
  const span = members.get(name);
  return span === undefined || value[name] === null ? null : bytes.subarray(span.valueStart, span.valueEnd);
}

/** The first object of a list. Strings in the list cannot be mistaken for it. */
function firstOf(list: Buffer): ScannedBody {
  return scan(list.subarray(list.indexOf('{'), list.lastIndexOf('}') + 1));
}

/** A line break in JSON is only white space; in a stream it would end the line. */
function onOneLine(bytes: Buffer): Buffer {
  for (const mark of lineBreaks)
    for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, at + 1)) bytes[at] = space;
  return bytes;
}

function eventOf(answer: ScannedBody, prefix: EventPrefix): Buffer | null {
  const data = answer.members.get('data');
  if (data === undefined) return null;
  const image = firstOf(answer.bytes.subarray(data.valueStart, data.valueEnd));
  const encoded = valueOf(image, 'b64_json');
  if (encoded === null) return null;
  const type = `${prefix}.completed`;
  const json = jsonObject([
    ['type', JSON.stringify(type)],
    ['b64_json', encoded],
    ['created_at', valueOf(answer, 'created')],
    ['revised_prompt', valueOf(image, 'revised_prompt')],
    ...outerFields.map((name) => [name, valueOf(answer, name)] as const),
  ]);
  return Buffer.concat([Buffer.from(`event: ${type}\ndata: `), onOneLine(jsonBytes(json)), Buffer.from('\n\n')]);
}

/**
 * A whole answer with one image, as the single event that completes a stream; `null` if the image is not in base64, the only form that
 * events have.
 */
export function wholeAsEvent(answer: Buffer, prefix: EventPrefix): Buffer | null {
  try {
    return eventOf(scan(answer), prefix);
  } catch {
    return null;
  }
}
