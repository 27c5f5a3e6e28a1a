import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ApiError } from '@tollgate/contract/errors';
import { responsesClientSide } from './responses-client-side.ts';

describe('an error', () => {
  test('about a cap has the type that one agent does not repeat, for that agent alone', () => {
    const typeOf = (
      code: 'daily_cap_reached' | 'monthly_cap_reached' | 'cap_reserved',
      headers: Record<string, string>,
    ): unknown =>
      (
        responsesClientSide.errorBody(new ApiError(code), { requestId: 'x', headers }) as {
          readonly error: { readonly type?: unknown };
        }
      ).error.type;
    const agent = { 'x-codex-turn-metadata': '{}' };
    assert.equal(typeOf('daily_cap_reached', agent), 'insufficient_quota');
    assert.equal(typeOf('monthly_cap_reached', agent), 'insufficient_quota');
    assert.equal(typeOf('daily_cap_reached', {}), 'rate_limit_error');
    assert.equal(typeOf('cap_reserved', agent), 'rate_limit_error');
  });

  test('never advises to wait for more than a minute, which agents do silently', () => {
    const advised = (retryAfterSeconds: number): unknown =>
      responsesClientSide.adviseOn?.(new ApiError('rate_limit_exceeded', { retryAfterSeconds }), { requestId: 'x', headers: {} });
    assert.deepEqual([advised(60), advised(61), advised(3_600)], [{}, { retryAfterSeconds: 60 }, { retryAfterSeconds: 60 }]);
  });
});
