import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findMembers } from './members.ts';
import { memberEdits, splice, spliceInSteps, spliceText } from './splice.ts';

const seed = Number(process.env.TEST_SEED ?? 20_261_121);

test('changing and removing members leaves valid JSON in which every other member is as it was', () => {
  const entry = fc.tuple(
    fc.string({ unit: 'grapheme', maxLength: 5 }),
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom('keep', 'drop', 'set'),
  );
  fc.assert(
    fc.property(
      fc.uniqueArray(entry, { selector: ([name]) => name, maxLength: 6 }),
      fc.constantFrom(undefined, 1),
      (entries, indent) => {
        const json = JSON.stringify(Object.fromEntries(entries.map(([name, value]) => [name, value])), null, indent);
        const fate = new Map(entries.map(([name, , what]) => [name, what]));
        const edits = memberEdits(
          findMembers(json),
          ({ name }) => ({ keep: undefined, drop: null, set: '"new"' })[fate.get(name) ?? 'keep'],
        );
        const edited = spliceText(json, edits);
        const expected = entries
          .filter(([, , what]) => what !== 'drop')
          .map(([name, value, what]) => [name, what === 'set' ? 'new' : value]);
        assert.deepEqual(JSON.parse(edited), JSON.parse(JSON.stringify(Object.fromEntries(expected))));
      },
    ),
    { seed, numRuns: 500, verbose: fc.VerbosityLevel.Verbose },
  );
});

test('bytes without an edit are the same bytes, not a copy', () => {
  const bytes = Buffer.from('{"a":1}');
  assert.equal(splice(bytes, []), bytes);
  assert.equal(splice(bytes, [{ start: 5, end: 6, with: '"é"' }]).toString(), '{"a":"é"}');
});

test('megabytes are edited in many steps, and come out as if they were edited in one', () => {
  const gap = fc.tuple(fc.nat({ max: 1_500_000 }), fc.nat({ max: 3 }), fc.constantFrom('', 'é', '"中文"', 'x'.repeat(5_000)));
  fc.assert(
    fc.property(fc.array(gap, { maxLength: 6 }), fc.nat({ max: 4_000_000 }), (gaps, rest) => {
      let end = 0;
      const edits = gaps.map(([kept, removed, put]) => {
        const start = end + kept;
        end = start + removed;
        return { start, end, with: put };
      });
      const bytes = Buffer.alloc(end + rest, 'abcdefg');
      const copying = spliceInSteps(bytes, edits);
      let steps = 1;
      let next = copying.next();
      for (; next.done !== true; next = copying.next()) steps += 1;
      assert.ok(splice(bytes, edits).equals(next.value));
      assert.ok(edits.length === 0 || steps >= bytes.length / (2 * 1024 * 1024));
    }),
    { seed, numRuns: 50, verbose: fc.VerbosityLevel.Verbose },
  );
});
