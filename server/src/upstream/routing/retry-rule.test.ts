import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { modelKinds } from '@tollgate/contract/enumerations';
import type { AttemptFailure } from './health/route-health.ts';
import { mayHaveBegun, maySendAgain, pauseBeforeRetryMs } from './retry-rule.ts';

function status(code: number, retryAfterMs: number | null = null): AttemptFailure {
  return { status: code, retryAfterMs, blame: 'upstream' };
}

test('only what may pass is worth a second try at the same route', () => {
  for (const fault of ['connect', 'reset'] as const) assert.notEqual(pauseBeforeRetryMs({ fault }, 0), null, fault);
  for (const fault of ['first_byte_timeout', 'idle_timeout', 'total_timeout', 'protocol'] as const)
    assert.equal(pauseBeforeRetryMs({ fault }, 0), null, fault);
  const passing = [429, 502, 503, 504, 529];
  for (let code = 400; code < 600; code += 1)
    assert.equal(pauseBeforeRetryMs(status(code), 0) !== null, passing.includes(code), String(code));
});

test('a refusal of our key or of this one request is not asked for again', () => {
  for (const blame of ['credentials', 'request'] as const)
    assert.equal(pauseBeforeRetryMs({ status: 429, retryAfterMs: null, blame }, 0), null, blame);
});

test('the pause is 0.2 to 1 s, never shorter than the upstream asks for; more than 1 s is for the client to wait', () => {
  const jitter = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(jitter, fc.option(fc.nat(5_000)), (drawn, askedMs) => {
      const pauseMs = pauseBeforeRetryMs(status(503, askedMs), drawn);
      if (askedMs !== null && askedMs > 1_000) assert.equal(pauseMs, null);
      else assert.ok(pauseMs !== null && pauseMs >= 200 && pauseMs <= 1_000 && pauseMs >= (askedMs ?? 0), String(pauseMs));
    }),
  );
  assert.deepEqual([pauseBeforeRetryMs({ fault: 'reset' }, 0), pauseBeforeRetryMs({ fault: 'reset' }, 0.5)], [200, 600]);
});

test('images and music are not sent again once an upstream may have the request; everything else is, and all are before', () => {
  for (const kind of modelKinds) {
    assert.equal(maySendAgain(kind, false), true, kind);
    assert.equal(maySendAgain(kind, true), kind !== 'image' && kind !== 'music', kind);
  }
});

test('an upstream that refuses a request, or has no room for it, has not begun to work on it', () => {
  const statuses = [400, 401, 404, 429, 500, 502, 503, 504, 529];
  assert.deepEqual(statuses.filter(mayHaveBegun), [500, 502, 504]);
});
