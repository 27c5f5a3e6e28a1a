/** Goal: people see each error once with all its calls, whatever status class it was logged with. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorsByCode } from './errors-by-code.ts';

const sum = (code: string, statusClass: string, calls: number, lastAt: string) => ({
  code,
  status_class: statusClass,
  calls,
  last_at: lastAt,
  last_call_id: `${code} at ${lastAt}`,
  message: '',
  remedy: '',
});

test('a code is listed once, with the calls of every class, its newest call and its own status', () => {
  const listed = errorsByCode([
    sum('invalid_api_key', '4xx', 25, '2026-11-28T10:00:00Z'),
    sum('upstream_unavailable', '2xx', 21, '2026-11-28T11:00:00Z'),
    sum('upstream_unavailable', '5xx', 9, '2026-11-28T12:00:00Z'),
    sum('unknown_to_us', '5xx', 1, '2026-11-28T12:00:00Z'),
  ]);
  assert.deepEqual(
    listed.map(({ code, status, calls, last_call_id }) => [code, status, calls, last_call_id]),
    [
      ['upstream_unavailable', 503, 30, 'upstream_unavailable at 2026-11-28T12:00:00Z'],
      ['invalid_api_key', 401, 25, 'invalid_api_key at 2026-11-28T10:00:00Z'],
      ['unknown_to_us', '5xx', 1, 'unknown_to_us at 2026-11-28T12:00:00Z'],
    ],
  );
});
