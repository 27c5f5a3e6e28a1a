import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { routingFields } from '@tollgate/contract/model-api/routing-fields';
import { ApiError } from '@tollgate/contract/errors';
import { toUpstream } from '../../dialects/chat-completions/to-upstream.ts';
import { BodyScanner } from '../../json/body-scanner.ts';
import { KnownNames } from '../../json/known-names.ts';
import type { ScannedBody } from '../../json/scanned-body.ts';
import { count } from '../../../test/proofs/counts.ts';
import { testSeed } from '../../../test/proofs/seed.ts';
import { chatCompletions } from './chat-completions.ts';

const seeded = { seed: testSeed, numRuns: count('runs') * 5, verbose: fc.VerbosityLevel.Verbose };

function scan(json: string): ScannedBody {
  const scanner = new BodyScanner();
  scanner.push(Buffer.from(json));
  return scanner.finish();
}

const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{"Model":"x"}' } };

/** A request with a value in every place that the gateway reads. */
function fullRequest(): Record<string, unknown> {
  return {
    model: 'm',
    stream: true,
    stream_options: { include_usage: true },
    max_tokens: 5,
    n: 2,
    logit_bias: { '1': 1 },
    stop: ['x'],
    response_format: { type: 'json_schema', json_schema: { name: 's', schema: {} } },
    tools: [{ type: 'function', function: { name: 'f', parameters: {} } }],
    functions: [{ name: 'f', parameters: {} }],
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'hi' },
          { type: 'image_url', image_url: { url: `data:image/png;base64,${'QUJD'.repeat(500)}` } },
          { type: 'input_audio', input_audio: { data: 'QUJD'.repeat(500) } },
          { type: 'file', file: { file_data: 'data:application/pdf;base64,QUJD' } },
          { type: 'video_url', video_url: { url: 'https://example.com/a.mp4' } },
          { type: 'audio_url', audio_url: { url: 'https://example.com/a.mp3' } },
        ],
      },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'assistant', function_call: {} },
      { role: 'assistant', refusal: 'no' },
      { role: 'assistant', audio: {} },
      { role: 'assistant', reasoning_content: 'hm' },
      { role: 'assistant', reasoning: 'hm' },
      { role: 'tool', tool_call_id: 'c', content: 'x' },
    ],
  };
}

type Path = readonly (string | number)[];

/** Reports every member that is read, whether or not it exists. */
function watched(value: unknown, path: Path, onRead: (path: Path, name: string) => void): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy(value, {
    get(target, name): unknown {
      const found: unknown = Reflect.get(target, name);
      if (typeof name !== 'string') return found;
      if (Array.isArray(target)) return /^\d+$/.test(name) ? watched(found, [...path, Number(name)], onRead) : found;
      onRead(path, name);
      return watched(found, [...path, name], onRead);
    },
  });
}

const plan = {
  model: 'm',
  upstreamModel: 'u',
  stream: true,
  includeUsage: true,
  quirks: { maxTokensOnly: true },
  callId: 'call',
  inputTokens: 1,
  supportedParameters: [],
  outputTokensMax: 9,
  outputLimit: null,
  provider: 'p',
  clientHeaders: {},
};
const facts = { outputLimit: null, contextLength: null, outputBoundHolds: true, typicalOutputTokens: 1 };

/** Every place where code that checks, prices or edits a request reads a name, and the names that are dropped. */
function namesRead(): readonly (readonly [path: Path, name: string])[] {
  const found = new Map<string, readonly [Path, string]>();
  const note = (path: Path, name: string): void => {
    if (/[a-z]/.test(name)) found.set(JSON.stringify([path, name]), [path, name]);
  };
  const scanned = scan(JSON.stringify(fullRequest()));
  const body = { ...scanned, value: watched(scanned.value, [], note) as ScannedBody['value'] };
  chatCompletions.estimate(chatCompletions.read(body), body, facts);
  toUpstream(body, { ...plan, body });
  for (const name of routingFields) note([], name);
  return [...found.values()];
}

const places = namesRead();

/** The request with an additional member in one place, as JSON text. */
function withMember(path: Path, nameJson: string, value: unknown): string {
  const request = fullRequest();
  let at: unknown = request;
  for (const step of path) at = (at as Record<string | number, unknown>)[step];
  (at as Record<string, unknown>)['@@'] = value;
  return JSON.stringify(request).replace('"@@"', () => nameJson);
}

function shown(path: Path, name: string): string {
  const steps = [...path, name].map((step) => (typeof step === 'number' ? `[${String(step)}]` : `.${step}`));
  return steps.join('').replace(/^\./, '');
}

const otherCases: Readonly<Record<string, readonly string[]>> = { s: ['S', 'ſ'], k: ['K', '\u212a'] };

/** The same name with some letters in another case and some characters escaped: decoded, and as JSON text. */
function inOtherCase(name: string, choices: readonly number[]): { readonly name: string; readonly json: string } {
  const characters = Array.from(name, (character, at) => {
    const cases = [character, ...(otherCases[character] ?? [character.toUpperCase()])];
    return cases[(choices[at] ?? 0) % cases.length] ?? character;
  });
  const escaped = characters.map((character, at) => {
    const digits = character.charCodeAt(0).toString(16).padStart(4, '0');
    return ((choices[at] ?? 0) >> 4) % 4 === 0 ? `\\u${digits}` : character;
  });
  return { name: characters.join(''), json: `"${escaped.join('')}"` };
}

test('a member that equals in another case one that the gateway reads, sets or strips is refused at every place', () => {
  assert.ok(places.length > 60, `${String(places.length)} places`);
  const any = fc.tuple(fc.nat(places.length - 1), fc.array(fc.nat(255), { minLength: 32, maxLength: 32 }), fc.jsonValue());
  fc.assert(
    fc.property(any, ([position, choices, value]) => {
      const [path, name] = places[position] ?? assert.fail();
      const other = inOtherCase(name, choices);
      fc.pre(other.name !== name);
      assert.throws(
        () => chatCompletions.read(scan(withMember(path, other.json, value))),
        (error) => {
          assert.ok(error instanceof ApiError, String(error));
          assert.deepEqual([error.code, error.status, error.param], ['invalid_parameter', 400, shown(path, other.name)]);
          assert.ok(error.message.includes(`\`${name}\``), error.message);
          return true;
        },
      );
    }),
    seeded,
  );
});

test('and in its place, too: nothing is missing then but the name in its own case', () => {
  for (const member of ['model', 'messages']) {
    const request = fullRequest();
    request[member.toUpperCase()] = request[member];
    request[member] = undefined;
    assert.throws(() => chatCompletions.read(scan(JSON.stringify(request))), new RegExp(`write \`${member}\``));
  }
});

test('a schema, metadata, arguments and what only a provider reads may hold any names', () => {
  const free = { Model: 1, MESSAGES: [{ Role: 1 }], Type: 'x', Stream_Options: { INCLUDE_USAGE: false }, meſſages: 1 };
  const request = fullRequest();
  Object.assign(request, { metadata: free, thinking: free, reasoning_effort: 'high', Vendor_Extension: free });
  Object.assign(request, { tools: [{ type: 'function', function: { name: 'f', parameters: { properties: free } } }] });
  Object.assign(request, { response_format: { type: 'json_schema', json_schema: { schema: free } } });
  Object.assign(request, {
    logit_bias: { '1': 1 },
    messages: [{ role: 'assistant', tool_calls: [{ ...call, function: free }] }],
  });
  assert.equal(chatCompletions.read(scan(JSON.stringify(request))).model, 'm');
});

test('names are taken for each other exactly where a parser that ignores case does so', () => {
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
  const known = new KnownNames(letters);
  for (let code = 0; code < 0x1_0000; code += 1) {
    const character = String.fromCharCode(code);
    if (letters.includes(character)) continue;
    const equal = letters.find((letter) => new RegExp(`^${letter}$`, 'iu').test(character)) ?? null;
    const found = known.mistakenFor(character);
    // The dotless i has the same upper case as i, which some parsers compare. Unicode's own folding distinguishes the two.
    assert.equal(found, character === 'ı' ? 'i' : equal, `U+${code.toString(16)}`);
  }
});
