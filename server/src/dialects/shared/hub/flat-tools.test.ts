import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { jsonBytes } from '../../../json/compose.ts';
import { FlatTools } from './flat-tools.ts';
import { freeArgumentsJson, freeTextOf } from './free-arguments.ts';
import type { HubRequest, HubTool, ToolName } from './hub-request.ts';
import { sentTools } from './sent-tools.ts';
import { plainRequest as plain } from '../../../../test/corpus/plain-request.ts';

const seed = Number(process.env.TEST_SEED ?? 20_261_129);

function toolOf({ name, namespace }: ToolName, isDeferred = false): HubTool {
  return { name, namespace, description: null, parameters: { form: 'schema', schema: null, strict: null }, isDeferred };
}

test('a namespace goes before the name, and leads back', () => {
  const tool = toolOf({ namespace: 'functions', name: 'exec' });
  const tools = new FlatTools({ ...plain, tools: [{ ...tool, parameters: { form: 'free', format: null } }] });
  assert.equal(tools.flatOf(tool), 'functions__exec');
  assert.deepEqual(tools.toolOf('functions__exec'), { name: 'exec', namespace: 'functions', isFree: true });
  assert.deepEqual(tools.toolOf('unknown'), { name: 'unknown', namespace: null, isFree: false });
});

const word = fc.oneof(
  fc.constantFrom('a', 'b', 'a__b', '__', '', 'é', 'x'.repeat(64), 'x'.repeat(65)),
  fc.string({ maxLength: 70 }),
);
const name = fc.record({ name: word, namespace: fc.option(word) });

test('different tools have different accepted names, which lead back to them', () => {
  fc.assert(
    fc.property(fc.array(name, { maxLength: 12 }), fc.array(name, { maxLength: 4 }), (offered, called) => {
      const parts = called.map((tool) => ({ kind: 'toolCall', id: 'c', args: { form: 'text', json: '' }, ...tool }) as const);
      const tools = new FlatTools({
        ...plain,
        tools: offered.map((tool) => toolOf(tool)),
        turns: [{ role: 'assistant', parts }],
      });
      for (const tool of [...offered, ...called]) {
        const flat = tools.flatOf(tool);
        assert.match(flat, /^[A-Za-z0-9_-]{1,64}$/);
        assert.deepEqual(tools.toolOf(flat), { ...tool, isFree: false });
      }
    }),
    { seed, numRuns: 10_000, verbose: fc.VerbosityLevel.Verbose },
  );
});

test('a free text survives as the argument of a function', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      assert.equal(freeTextOf(jsonBytes(freeArgumentsJson(text)).toString()), text.toWellFormed());
    }),
    { seed, numRuns: 10_000, verbose: fc.VerbosityLevel.Verbose },
  );
  for (const odd of ['', '{', '{"input":1}', '[1]', 'ls -l', 'null']) assert.equal(freeTextOf(odd), odd);
});

test('tools that no search has found and tools that are not allowed are left out', () => {
  const [found, hidden, usual] = [
    toolOf({ name: 'found', namespace: null }, true),
    toolOf({ name: 'hidden', namespace: null }, true),
    toolOf({ name: 'usual', namespace: null }),
  ];
  const request: HubRequest = {
    ...plain,
    tools: [found, hidden, usual],
    turns: [
      {
        role: 'user',
        parts: [{ kind: 'toolResult', id: 's', parts: [{ kind: 'toolReference', name: 'found' }], isError: false }],
      },
    ],
  };
  assert.deepEqual(sentTools(request, { keepsDeferred: false }), [found, usual]);
  assert.deepEqual(sentTools(request, { keepsDeferred: true }), [found, hidden, usual]);
  const toolChoice = { kind: 'allowed', tools: [usual], isRequired: true } as const;
  assert.deepEqual(sentTools({ ...request, toolChoice }, { keepsDeferred: true }), [usual]);
});
