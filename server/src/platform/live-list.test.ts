import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { LiveList, type Listed } from './live-list.ts';

test('a live list holds exactly what was added and not removed, in any order of coming and going', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(19), fc.boolean()), { maxLength: 200 }), (steps) => {
      const members = Array.from({ length: 20 }, (_, id): Listed & { id: number } => ({ id, slot: -1 }));
      const list = new LiveList<Listed & { id: number }>();
      const model = new Set<number>();
      for (const [id, adds] of steps) {
        const member = members[id];
        assert.ok(member);
        if (adds && !model.has(id)) list.add(member);
        if (!adds) list.delete(member);
        if (adds) model.add(id);
        else model.delete(id);
        assert.deepEqual(new Set(list.snapshot().map((listed) => listed.id)), model);
        assert.equal(list.size, model.size);
        for (const listed of list.snapshot()) assert.equal(list.at(listed.slot), listed);
      }
    }),
  );
});
