import { isUtf8 } from 'node:buffer';
import type { FormPart } from '../json/scanned-body.ts';
import { invalidForm } from './invalid-form.ts';

const linesMax = 16;
/** White space around the value is trimmed by hand: a pattern that searches from both ends takes cubic time. */
const line = /^([\w-]+):(.*)$/;
const parameter = /;[ \t]*([A-Za-z]+\*?)=("(?:[^"\\]|\\.)*"|[^\s;"]+)[ \t]*/gy;
const namePattern = /^[A-Za-z_][\w.-]{0,63}(?:\[[\w.-]{0,64}\])?$/;
const typePattern = /^[\w.+-]{1,64}\/[\w.+-]{1,64}/;
const fileNameCharactersMax = 100;
const unsureType = 'application/octet-stream';
const plainCodings: ReadonlySet<string> = new Set(['7bit', '8bit', 'binary']);

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}

function withoutBlanks(text: string): string {
  let from = 0;
  let to = text.length;
  while (isBlank(text[from])) from += 1;
  while (to > from && isBlank(text[to - 1])) to -= 1;
  return text.slice(from, to);
}

function headersOf(head: Buffer): ReadonlyMap<string, string> {
  const lines = isUtf8(head) ? head.toString().split('\r\n') : [];
  const headers = new Map<string, string>();
  for (const text of lines.slice(0, linesMax + 1)) {
    const [, name = '', value = ''] = line.exec(text) ?? [];
    if (name === '' || headers.size === linesMax) throw invalidForm('the headers of a part are invalid');
    if (headers.has(name.toLowerCase())) throw invalidForm(`a part has the header ${name} twice`);
    headers.set(name.toLowerCase(), withoutBlanks(value));
  }
  return headers;
}

function unquoted(text: string): string {
  return text.startsWith('"') ? text.slice(1, -1).replace(/\\(["\\])/g, '$1') : text;
}

/** The parameters of `form-data; name="…"; filename="…"`. No two readers may find different names. */
function parametersOf(disposition: string): ReadonlyMap<string, string> {
  const start = 'form-data'.length;
  const rest = disposition.slice(0, start).toLowerCase() === 'form-data' ? disposition.slice(start) : null;
  const found = [...(rest ?? '').matchAll(parameter)];
  const readable = found.reduce((length, [text]) => length + text.length, 0) === rest?.length;
  const parameters = new Map(found.map(([, name = '', value = '']) => [name.toLowerCase(), unquoted(value)]));
  if (!readable || parameters.size < found.length) throw invalidForm('the Content-Disposition of a part is invalid');
  return parameters;
}

/** Upstreams check the file extension. Paths, and characters with a special meaning in a terminal, are not passed on. */
function cleanFileName(name: string): string {
  return (
    name
      .replace(/^.*[/\\]/, '')
      .replace(/[^\w.-]+/g, '_')
      .slice(-fileNameCharactersMax) || 'file'
  );
}

/** Refuses what old readers decoded or nested, and no current client sends. */
function refuseNested(headers: ReadonlyMap<string, string>, name: string): void {
  const coding = headers.get('content-transfer-encoding')?.toLowerCase() ?? 'binary';
  if (!plainCodings.has(coding)) throw invalidForm(`the part "${name}" has a Content-Transfer-Encoding, which is not supported`);
  if (/^multipart\//i.test(headers.get('content-type') ?? '')) throw invalidForm(`the part "${name}" is a nested form`);
}

function fileOf(parameters: ReadonlyMap<string, string>, type: string | undefined): FormPart['file'] {
  const name = parameters.get('filename') ?? (parameters.has('filename*') ? '' : null);
  if (name === null) return null;
  const [media = unsureType] = typePattern.exec(type ?? '') ?? [];
  return { name: cleanFileName(name), type: media.toLowerCase() };
}

/**
 * Reads the head of a part.
 * @throws {ApiError} `invalid_form`.
 */
export function readPartHead(head: Buffer): Omit<FormPart, 'content'> {
  const headers = headersOf(head);
  const parameters = parametersOf(headers.get('content-disposition') ?? '');
  const name = parameters.get('name') ?? '';
  if (!namePattern.test(name)) throw invalidForm('the name of a part is missing or is not a field name');
  refuseNested(headers, name);
  return { name, file: fileOf(parameters, headers.get('content-type')) };
}
