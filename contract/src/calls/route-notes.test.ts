import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routeNotes, routeNoteText } from './route-notes.ts';

test('each note is read as what it was written as, and has words in both languages', () => {
  for (const code of routeNotes.codes) {
    const stored = routeNotes.write(code, { fault: 'the upstream answered with status 503', most: '4', fields: 'tools' });
    assert.equal(routeNotes.read(stored)?.code, code, stored);
    assert.match(routeNoteText(stored, 'zh'), /[一-鿿]/);
    assert.doesNotMatch(routeNoteText(stored, 'zh') + routeNoteText(stored, 'en'), /[{}]/);
  }
});

test('several reasons of a route are all translated, and an unknown one stays as it is', () => {
  const aside = routeNotes.write('aside_after', { fault: 'the upstream answered with status 401: a; b' });
  assert.equal(routeNoteText('in maintenance; its keys are at their limits', 'zh'), '维护中；密钥都已达到限额');
  assert.match(routeNoteText(aside, 'en'), /rejected the key/);
  assert.match(routeNoteText(`${aside}; its keys are at their limits`, 'zh'), /拒绝了密钥.*；密钥都已达到限额$/);
  assert.equal(routeNoteText('of a later version', 'zh'), 'of a later version');
});
