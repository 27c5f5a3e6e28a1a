import { isUtf8 } from 'node:buffer';
import { ApiError } from '@tollgate/contract/errors';
import { BodyScanner, type ScanLimits } from '../json/body-scanner.ts';
import type { FormPart, ScannedBody } from '../json/scanned-body.ts';
import { boundaryOf } from './boundary.ts';
import type { FormRules } from './form-rules.ts';
import { splitForm } from './split-form.ts';

/** Limit for all texts together. */
const textBytesMax = 1024 * 1024;

function refused(param: string, what: string): ApiError {
  return new ApiError('invalid_parameter', { message: `\`${param}\` ${what}.`, param });
}

/** The name of a field and the brackets after it: `[]` is an element of a list, `[name]` a member. */
function readName(written: string): readonly [field: string, inner: string | null] {
  const at = written.indexOf('[');
  return at === -1 ? [written, null] : [written.slice(0, at), written.slice(at + 1, -1)];
}

function textOf({ name, content }: FormPart): string {
  if (!isUtf8(content)) throw new ApiError('invalid_encoding', { message: `\`${name}\` is not valid UTF-8.`, param: name });
  return content.toString();
}

function valueOf(part: FormPart, rules: FormRules): string | number | boolean {
  const text = textOf(part);
  if (rules.integers.has(part.name) && /^-?\d{1,9}$/.test(text)) return Number(text);
  if (rules.flags.has(part.name) && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

function checkFile({ name, content }: FormPart, rules: FormRules, counts: Map<string, number>): void {
  const [field, inner] = readName(name);
  const most = rules.files.get(field);
  if (most === undefined) throw refused(name, 'must be a text and not a file');
  const isNamed = inner === null || (inner === '' && most > 1);
  if (!isNamed) throw refused(name, `must be named \`${field}\``);
  const count = (counts.get(field) ?? 0) + 1;
  if (count > most) throw refused(field, `must not be more than ${String(most)} ${most === 1 ? 'file' : 'files'}`);
  if (content.length === 0) throw refused(field, 'must not be an empty file');
  counts.set(field, count);
}

/** Adds a text to the fields. No two parts may define the same field. */
function addText(fields: Map<string, unknown>, part: FormPart, rules: FormRules): void {
  const [field, inner] = readName(part.name);
  if (rules.files.has(field)) throw refused(field, 'must be a file, with a file name');
  const value = valueOf(part, rules);
  const known = fields.get(field);
  if (inner === '') {
    if (known === undefined) fields.set(field, [value]);
    else if (Array.isArray(known)) known.push(value);
    else throw refused(field, 'is sent twice; send it once');
  } else if (inner !== null) {
    const members = known ?? new Map<string, unknown>();
    if (!(members instanceof Map) || members.has(inner)) throw refused(part.name, 'is sent twice; send it once');
    fields.set(field, members.set(inner, value));
  } else if (known === undefined) fields.set(field, value);
  else throw refused(field, 'is sent twice; send it once');
}

function jsonOf(value: unknown): string {
  if (!(value instanceof Map)) return JSON.stringify(value);
  return `{${[...value].map(([name, inner]) => `${JSON.stringify(name)}:${jsonOf(inner)}`).join()}}`;
}

/**
 * Reads a form: its texts as if they had been sent as JSON, numbers and flags by the rules of the operation, and its parts unchanged.
 * @throws {ApiError} 400 that names the field, or `invalid_form`.
 */
export function* readForm(
  bytes: Buffer,
  contentType: string,
  rules: FormRules,
  limits: ScanLimits,
): Generator<undefined, ScannedBody> {
  const form = yield* splitForm(bytes, boundaryOf(contentType));
  const texts = form.filter(({ file }) => file === null);
  const textBytes = texts.reduce((sum, { content }) => sum + content.length, 0);
  if (textBytes > textBytesMax) throw new ApiError('invalid_form', { message: 'The texts of the form are longer than 1 MiB.' });
  const counts = new Map<string, number>();
  const fields = new Map<string, unknown>();
  for (const part of form) {
    if (part.file === null) addText(fields, part, rules);
    else checkFile(part, rules, counts);
  }
  const scanner = new BodyScanner(limits);
  scanner.push(Buffer.from(jsonOf(fields)));
  return { ...scanner.finish(), form };
}
