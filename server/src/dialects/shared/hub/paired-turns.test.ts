import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { plainText } from '../../../json/spanned.ts';
import type { HubPart, HubTurn, ToolReferencePart } from './hub-request.ts';
import { longIds, pairedTurns, shortIds } from './paired-turns.ts';

const seed = Number(process.env.TEST_SEED ?? 20_261_129);

const rule = longIds(/^[a-z0-9_]{1,40}$/);

function call(id: string, name = 'f'): HubPart {
  return { kind: 'toolCall', id, name, namespace: null, args: { form: 'text', json: '{}' } };
}

function result(id: string, text: string): HubPart {
  return { kind: 'toolResult', id, parts: [{ kind: 'text', text }], isError: false };
}

function text(said: string): HubPart {
  return { kind: 'text', text: said };
}

function saidIn(part: HubPart | ToolReferencePart): string {
  return part.kind === 'text' ? plainText(part.text) : part.kind;
}

/** Calls and results by their texts. */
function shown(turns: readonly HubTurn[]): unknown[] {
  return turns.map(({ role, parts }) => [
    role,
    ...parts.map((part) => {
      if (part.kind === 'toolCall') return `call ${part.id}`;
      if (part.kind === 'toolResult') return `${part.isError ? 'error' : 'result'} ${part.id}: ${part.parts.map(saidIn).join()}`;
      return saidIn(part);
    }),
  ]);
}

test('results that are spread over turns, after a text, follow their calls first and in order', () => {
  const turns: HubTurn[] = [
    { role: 'assistant', parts: [text('Hm'), call('a'), call('b')] },
    { role: 'user', parts: [text('look'), result('b', '2')] },
    { role: 'user', parts: [result('a', '1'), text('now')] },
  ];
  assert.deepEqual(shown(pairedTurns(turns, rule)), [
    ['assistant', 'Hm', 'call a', 'call b'],
    ['user', 'result a: 1', 'result b: 2', 'look'],
    ['user', 'now'],
  ]);
});

test('a call without a result has an error, and a result without a call becomes a text', () => {
  const turns: HubTurn[] = [
    { role: 'user', parts: [result('x', 'lost')] },
    { role: 'assistant', parts: [call('a')] },
    { role: 'user', parts: [text('go on')] },
  ];
  assert.deepEqual(shown(pairedTurns(turns, rule)), [
    ['user', 'The result of an earlier tool call:', 'lost'],
    ['assistant', 'call a'],
    ['user', 'error a: The call was interrupted and has no result.', 'go on'],
  ]);
});

test('calls with equal IDs get their own results, in one turn and in later ones', () => {
  const turns: HubTurn[] = [
    { role: 'assistant', parts: [call('f'), call('f')] },
    { role: 'user', parts: [result('f', '1'), result('f', '2')] },
    { role: 'assistant', parts: [call('f')] },
    { role: 'assistant', parts: [call('Call:1|x')] },
    { role: 'user', parts: [result('Call:1|x', '4'), result('f', '3')] },
  ];
  const paired = pairedTurns(turns, rule);
  const calls = paired.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'toolCall' ? [part.id] : [])));
  const results = paired.flatMap(({ parts }) =>
    parts.flatMap((part) =>
      part.kind === 'toolResult' ? [[part.id, part.parts[0]?.kind === 'text' ? part.parts[0].text : '']] : [],
    ),
  );
  assert.equal(new Set(calls).size, 4);
  assert.ok(calls.every((id) => rule.accepted.test(id)));
  assert.deepEqual(
    results,
    calls.map((id, position) => [id, String(position + 1)]),
  );
  assert.equal(calls[0], 'f');
  assert.deepEqual(pairedTurns(turns, rule), paired);
});

test('empty texts are left out, and a turn that becomes empty says so only between turns of the other role', () => {
  const turns: HubTurn[] = [
    { role: 'user', parts: [text('hi'), text('')] },
    { role: 'assistant', parts: [text('')] },
    { role: 'user', parts: [text('')] },
    { role: 'system', parts: [text('')] },
    { role: 'user', parts: [text('')] },
  ];
  assert.deepEqual(shown(pairedTurns(turns, rule)), [
    ['user', 'hi'],
    ['assistant', '(no content)'],
    ['user', '(no content)'],
  ]);
});

test('ten thousand calls with the same ID take linear time', () => {
  const parts = Array.from({ length: 10_000 }, () => call('a'));
  const results = Array.from({ length: 10_000 }, (_, at) => result('a', String(at)));
  const [, after] = pairedTurns(
    [{ role: 'assistant', parts }, ...results.map((part) => ({ role: 'user', parts: [part] }) as const)],
    rule,
  );
  assert.equal(after?.parts.length, 10_000);
});

const id = fc.constantFrom('a', 'b', 'c', 'C:1', '');
const part = fc.oneof(
  id.map((some) => call(some)),
  fc.tuple(id, fc.string({ maxLength: 3 })).map(([some, said]) => result(some, said)),
  fc.constantFrom('', 'x', 'y').map(text),
);
const turn = fc
  .record({ role: fc.constantFrom('user', 'assistant', 'system'), parts: fc.array(part, { maxLength: 4 }) })
  .map(({ role, parts }): HubTurn => ({
    role,
    parts: parts.filter(({ kind }) => kind === 'text' || (kind === 'toolCall' ? role === 'assistant' : role === 'user')),
  }));

test('in any conversation, a turn with calls is followed by exactly their results, and no text is lost', () => {
  fc.assert(
    fc.property(fc.array(turn, { maxLength: 8 }), fc.constantFrom(rule, shortIds), (turns, own) => {
      const paired = pairedTurns(turns, own);
      const ids = paired.flatMap(({ parts }) => parts.flatMap((some) => (some.kind === 'toolCall' ? [some.id] : [])));
      assert.equal(new Set(ids).size, ids.length);
      assert.ok(ids.every((some) => own.accepted.test(some)));
      for (const [at, { role, parts }] of paired.entries()) {
        assert.ok(parts.length > 0);
        const calls = parts.flatMap((some) => (some.kind === 'toolCall' ? [some.id] : []));
        if (role === 'assistant') {
          assert.notEqual(paired[at + 1]?.role, 'assistant');
          const next = paired[at + 1]?.parts ?? [];
          assert.deepEqual(
            next.slice(0, calls.length).map((some) => some.kind === 'toolResult' && some.id),
            calls,
          );
          assert.ok(next.slice(calls.length).every(({ kind }) => kind !== 'toolResult'));
        } else assert.deepEqual(calls, []);
      }
      const wanted = turns.flatMap(({ parts }) => parts).filter((some) => some.kind === 'text' && some.text !== '').length;
      const found = paired
        .flatMap(({ parts }) => parts)
        .filter((some) => some.kind === 'text' && (some.text === 'x' || some.text === 'y')).length;
      assert.ok(found >= wanted);
    }),
    { seed, numRuns: 10_000, verbose: fc.VerbosityLevel.Verbose },
  );
});
