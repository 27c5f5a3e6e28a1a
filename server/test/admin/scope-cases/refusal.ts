import assert from 'node:assert/strict';
import { ApiError } from '@tollgate/contract/errors';

/** The refusal as the client receives it; fails if there is none. */
export async function refusal(ask: () => unknown): Promise<string> {
  try {
    await ask();
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error));
    return JSON.stringify([error.status, error.toBody()]);
  }
  assert.fail('it was done');
}
