import { jsonBytes, jsonList, jsonObject, type Json } from '../../../json/compose.ts';
import type { LeftOutString } from '../../../json/document-trimmer.ts';
import type { AttemptPlan, Keeping } from '../../dialect.ts';
import { fieldsOf } from '../fields-of.ts';
import { membersOf, type ImagesAnswer } from './embedded-images.ts';

/** A multiple of four characters, so that every chunk of base64 can be decoded separately. */
const charactersPerPiece = 1024 * 1024;
const backslash = 0x5c;

/** The text of a JSON string that is base64. Some upstreams escape the slash. */
function unescaped(bytes: Buffer): Buffer {
  if (!bytes.includes(backslash)) return bytes;
  return Buffer.from(JSON.parse(`"${bytes.toString('latin1')}"`) as string, 'latin1');
}

function* decoded(base64: Buffer): Generator<Buffer> {
  const text = unescaped(base64);
  for (let at = 0; at < text.length; at += charactersPerPiece)
    yield Buffer.from(text.toString('latin1', at, at + charactersPerPiece), 'base64');
}

/** An image with its URL in place of the file. */
function itemAt(item: unknown, url: string | undefined): Json {
  const { url: _none, b64_json: _file, ...rest } = fieldsOf(item);
  return jsonObject(membersOf({ url, ...rest }));
}

/**
 * Applies if a client requested URLs and every image arrived in base64. Returns the bytes of each, to be stored, and the answer with their
 * URLs.
 * @param leftOut the long images, in order, which exist only in the document.
 */
export function keptImages(
  answer: ImagesAnswer,
  { body, stream }: AttemptPlan,
  long: { readonly document: Buffer; readonly leftOut: readonly LeftOutString[]; readonly mark: string },
): { readonly keep?: Keeping } {
  if (stream || body.value.response_format !== 'url') return {};
  const places = long.leftOut.values();
  const files: Keeping['files'][number][] = [];
  for (const item of answer.data) {
    const { b64_json: text } = fieldsOf(item);
    if (typeof text !== 'string' || text === '') return {};
    const place = text === long.mark ? places.next().value : undefined;
    const base64 = place === undefined ? Buffer.from(text) : long.document.subarray(place.start, place.end);
    files.push(() => decoded(base64));
  }
  const { data, ...rest } = answer;
  const withAddresses = (urls: readonly string[]): Buffer =>
    jsonBytes(jsonObject([...membersOf(rest), ['data', jsonList(data.map((item, at) => itemAt(item, urls[at])))]]));
  return { keep: { field: 'response_format', files, with: withAddresses } };
}
