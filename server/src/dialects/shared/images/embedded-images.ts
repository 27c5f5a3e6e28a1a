import { jsonBytes, jsonList, jsonObject, type Json } from '../../../json/compose.ts';
import type { AttemptPlan, Embedding } from '../../dialect.ts';
import { fieldsOf } from '../fields-of.ts';
import { beginsAsPicture } from './begins-as-picture.ts';
import { endBytes, endsAsPicture } from './ends-as-picture.ts';

export interface ImagesAnswer {
  readonly data: readonly unknown[];
  readonly [name: string]: unknown;
}

/** Fields as JSON; `undefined` ones are left out. */
export function membersOf(fields: Readonly<Record<string, unknown>>): readonly (readonly [string, Json])[] {
  return Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, JSON.stringify(value)] as const]));
}

/** An image with its file in place of its URL. */
function itemWith(item: unknown, file: Buffer | undefined): Json {
  const { url: _url, b64_json: _none, ...rest } = fieldsOf(item);
  return jsonObject([['b64_json', file === undefined ? 'null' : ['"', file, '"']], ...membersOf(rest)]);
}

function isPicture(file: Buffer): boolean {
  return beginsAsPicture(file) && endsAsPicture({ beginning: file, end: file.subarray(-endBytes), length: file.length });
}

/**
 * Applies if a client requested the images themselves (a stream always does) and all of them arrived as URLs. Returns the files to fetch,
 * and the answer with them.
 */
export function embeddedImages(answer: ImagesAnswer, { body, stream }: AttemptPlan): { readonly embed?: Embedding } {
  if (!stream && body.value.response_format !== 'b64_json') return {};
  const urls = answer.data.map((item) => fieldsOf(item).url);
  const isEach = urls.every((url) => typeof url === 'string');
  if (!isEach) return {};
  const { data, ...rest } = answer;
  const withFiles = (files: readonly Buffer[]): Buffer =>
    jsonBytes(jsonObject([...membersOf(rest), ['data', jsonList(data.map((item, at) => itemWith(item, files[at])))]]));
  return { embed: { field: 'response_format', urls, fits: isPicture, with: withFiles } };
}
