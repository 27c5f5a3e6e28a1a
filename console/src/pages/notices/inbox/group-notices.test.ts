import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupNotices } from './group-notices.ts';

const dayOf = (moment: string): string => moment.slice(0, 10);

/** `cap_90 key_a 21`: kind, object, day of November. */
function grouped(...lines: readonly string[]): readonly (readonly string[])[] {
  const notices = lines.map((line) => {
    const [kind = '', object = '', day = ''] = line.split(' ');
    const isKey = object.startsWith('key_');
    return { line, kind, key_id: isKey ? object : null, link: isKey ? null : object, created_at: `2026-11-${day}T08:00:00Z` };
  });
  return groupNotices(notices, dayOf).map((run) => run.map(({ line }) => line));
}

test('levels of one cap are one group, over any number of days', () => {
  const lines = ['cap_100 key_a 24', 'cap_90 key_a 24', 'cap_80 key_a 22', 'cap_100 key_a 1'];
  assert.deepEqual(grouped(...lines), [lines]);
});

test('messages of one kind and one day are one group, whatever they are about', () => {
  const lines = ['cap_80 key_a 24', 'cap_80 key_b 24', 'cap_90 key_c 24'];
  assert.deepEqual(grouped(...lines), [lines]);
});

test('another kind, and another object on another day, begin a group', () => {
  const day = ['cap_80 key_a 24', 'cap_80 key_b 24', 'cap_80 key_c 24'];
  const earlier = ['cap_80 key_b 23', 'cap_80 key_b 22', 'cap_90 key_b 21'];
  assert.deepEqual(grouped(...day, ...earlier), [day, earlier]);
  const invoices = ['invoice_progress /invoices/1 24', 'invoice_progress /invoices/2 24', 'invoice_progress /invoices/1 20'];
  assert.deepEqual(grouped(...day, ...invoices), [day, invoices]);
});

test('one or two messages stay as they are, and none gets lost or changes its place', () => {
  const lines = ['cap_80 key_a 24', 'cap_90 key_a 24', 'balance_low /billing 24', 'cap_80 key_a 24'];
  assert.deepEqual(
    grouped(...lines),
    lines.map((line) => [line]),
  );
  assert.deepEqual(grouped(), []);
});
