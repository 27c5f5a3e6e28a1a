import assert from 'node:assert/strict';
import type { RefusalReason } from '@tollgate/contract/refusals/all-refusals';
import type { Answer } from '../admin/admin-bench.ts';

/** Requires that a request is refused with this name. */
export async function refusedAs(reason: RefusalReason, answer: Promise<Answer>): Promise<Answer> {
  const { body, text } = await answer;
  assert.equal(body?.error?.reason, reason, text);
  return answer;
}

/** Requires that a request succeeds. */
export async function done(answer: Promise<Answer>): Promise<Answer> {
  const { status, text } = await answer;
  assert.ok(status < 300, text);
  return answer;
}

/** The id of what a request creates. */
export async function made(answer: Promise<Answer>): Promise<string> {
  return String((await done(answer)).body.id);
}
