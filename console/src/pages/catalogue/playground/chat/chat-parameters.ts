import { jsonFault, type JsonFault } from '../calls/json-fault.ts';
import { checkFields, checkSchema, checkTools, type ShapeFault } from './check-json.ts';
import type { AnswerFormat, ChatProtocol } from './protocols/protocol.ts';

/** As typed; the model decides on empty fields. */
export interface ChatParameters {
  readonly system: string;
  readonly temperature: string;
  readonly topP: string;
  readonly maxTokens: string;
  readonly isStreamed: boolean;
  readonly tools: string;
  readonly format: AnswerFormat;
  readonly schema: string;
  /** Fields without a control. */
  readonly more: string;
}

export const noParameters: ChatParameters = {
  system: '',
  temperature: '',
  topP: '',
  maxTokens: '',
  isStreamed: true,
  tools: '',
  format: 'text',
  schema: '',
  more: '',
};

export type ParameterFault =
  | { readonly kind: 'range'; readonly min: number; readonly max: number; readonly isWhole: boolean }
  | ({ readonly kind: 'json' } & JsonFault)
  | ({ readonly kind: 'shape' } & ShapeFault);

export type ParameterFaults = Partial<Readonly<Record<keyof ChatParameters, ParameterFault>>>;

export interface ReadParameters {
  /** As chat completions have them. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Sent as they are. */
  readonly more: Readonly<Record<string, unknown>>;
  readonly faults: ParameterFaults;
}

type Read = { readonly value: unknown } | { readonly fault: ParameterFault };

function readNumber(text: string, min: number, max: number, isWhole = false): Read {
  const value = /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN;
  const fits = value >= min && value <= max && (!isWhole || Number.isInteger(value));
  return fits ? { value } : { fault: { kind: 'range', min, max, isWhole } };
}

function readJson(text: string, check: (value: unknown) => ShapeFault | null): Read {
  const fault = jsonFault(text);
  if (fault !== null) return { fault: { kind: 'json', ...fault } };
  const value: unknown = JSON.parse(text);
  const shape = check(value);
  return shape === null ? { value } : { fault: { kind: 'shape', ...shape } };
}

const outputMost = 2_147_483_647;

type Reader = readonly [keyof ChatParameters, (given: ChatParameters) => Read | null];

const readers: readonly (readonly [string, ...Reader])[] = [
  ['temperature', 'temperature', ({ temperature: text }) => (text === '' ? null : readNumber(text, 0, 2))],
  ['top_p', 'topP', ({ topP: text }) => (text === '' ? null : readNumber(text, 0, 1))],
  ['max_tokens', 'maxTokens', ({ maxTokens: text }) => (text === '' ? null : readNumber(text, 1, outputMost, true))],
  ['tools', 'tools', ({ tools }) => (tools.trim() === '' ? null : readJson(tools, checkTools))],
  [
    'response_format',
    'schema',
    ({ format, schema }) => {
      if (format === 'text') return null;
      if (format === 'json_object') return { value: { type: format } };
      const read = readJson(schema, checkSchema);
      return 'fault' in read
        ? read
        : { value: { type: format, json_schema: { name: 'answer', strict: true, schema: read.value } } };
    },
  ],
];

/** Whether the protocol has the chosen format. A choice is kept while a protocol without it is used. */
export function formatFor({ format }: ChatParameters, { formats }: ChatProtocol): AnswerFormat {
  return formats.includes(format) ? format : 'text';
}

/** Parses the typed values into request fields, and returns their errors. */
export function readParameters(typed: ChatParameters, protocol: ChatProtocol): ReadParameters {
  const given = { ...typed, format: formatFor(typed, protocol) };
  let more: ReadParameters['more'] = {};
  const fields: Record<string, unknown> = {};
  const faults: Partial<Record<keyof ChatParameters, ParameterFault>> = {};
  if (given.isStreamed) Object.assign(fields, { stream: true, stream_options: { include_usage: true } });
  for (const [field, name, read] of readers) {
    const found = read(given);
    if (found === null) continue;
    if ('fault' in found) faults[name] = found.fault;
    else fields[field] = found.value;
  }
  if (given.more.trim() !== '') {
    const found = readJson(given.more, (value) => checkFields(value, protocol.ownFields));
    if ('fault' in found) faults.more = found.fault;
    else more = found.value as typeof more;
  }
  return { fields, more, faults };
}
