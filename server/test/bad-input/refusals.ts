/** Shared by all rows of bad input: how a request is sent, and what its refusal must fulfil. */
import assert from 'node:assert/strict';
import { errorCatalogue, type ErrorCode } from '@tollgate/contract/errors';
import type { RecordedRequest } from '../scripted-upstream/scripted-exchange.ts';
import type { Fixture } from '../gateway/fixture.ts';
import { postBytes, RawClient, type RawAnswer } from '../gateway/raw-client.ts';

export const question = { model: 'test/chat', messages: [{ role: 'user', content: 'hi' }] };
export const questionText = JSON.stringify(question);

/** 12 input and 5 output tokens at 2 and 8 CNY per million. */
export const reportedCharge = '0.000064';

export interface Refusal {
  readonly code: ErrorCode;
  readonly param?: string | null;
  readonly words?: RegExp;
  /** Whether the connection ends after the response. */
  readonly closes?: boolean;
  /** Whether the key's account has a log row; otherwise the key was never read. */
  readonly logged?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** Must not appear in the response. */
  readonly secret?: string;
}

/** Sends bytes on a separate connection; waits for the whole response, and for the end of the connection if requested. */
export async function sendBytes(fixture: Fixture, bytes: string | Buffer, closes = false): Promise<RawAnswer> {
  const client = await RawClient.open(fixture.port);
  client.send(bytes);
  const answer = await client.answer();
  if (closes) await client.ended();
  client.socket.destroy();
  return answer;
}

/** The response is an error of the catalogue, says what to do, and repeats no markup of the request. */
export function checkRefusal(answer: RawAnswer, expected: Refusal): void {
  const entry = errorCatalogue[expected.code];
  assert.equal(answer.status, entry.status, answer.body);
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
  const { error } = JSON.parse(answer.body) as { readonly error: Readonly<Record<string, unknown>> };
  const { reason, params, ...always } = error;
  assert.deepEqual(Object.keys(always).sort(), ['code', 'message', 'param', 'type']);
  assert.equal(typeof reason, params === undefined ? 'undefined' : 'string', answer.body);
  assert.equal(error.code, expected.code, answer.body);
  assert.equal(error.type, entry.type);
  if (expected.param !== undefined) assert.equal(error.param, expected.param, answer.body);
  assert.match(String(error.message), expected.words ?? /\w.*[.]$/);
  for (const [name, value] of Object.entries(expected.headers ?? {})) assert.equal(answer.headers[name], value, name);
  assert.match(answer.headers['x-request-id'] ?? '', /^[0-9a-f-]{36}$/, 'every answer can be named to support');
  assert.equal(answer.headers['www-authenticate'], entry.status === 401 ? 'Bearer' : undefined);
  assert.equal(answer.headers['retry-after'] !== undefined, 'retryAfterSeconds' in entry);
  assert.equal(answer.headers['x-should-retry'], 'shouldRetry' in entry ? 'false' : undefined);
  if (expected.closes === true) assert.equal(answer.headers.connection, 'close');
  if (expected.secret !== undefined) assert.ok(!answer.body.includes(expected.secret), answer.body);
}

/** Sends a bad request and checks the response, that no upstream is called, that nothing is charged, and the log. */
export async function expectRefused(fixture: Fixture, bytes: string | Buffer, expected: Refusal): Promise<RawAnswer> {
  const upstreamCalls = fixture.upstream.requests.length;
  const answer = await sendBytes(fixture, bytes, expected.closes);
  checkRefusal(answer, expected);
  if (expected.logged === true) {
    const row = await fixture.nextRow();
    assert.equal(row.ending, 'refused');
    assert.equal(row.status, answer.status);
    assert.equal(row.error_code, expected.code);
    assert.equal(Number(row.charge_exact), 0);
    assert.equal(Number(row.uncollected), 0);
    assert.equal(row.id, answer.headers['x-request-id']);
  } else {
    await fixture.waitFor(() => fixture.service.gateway.state.running.size === 0);
  }
  assert.equal(fixture.upstream.requests.length, upstreamCalls, 'a refused request must not reach an upstream');
  return answer;
}

/** Runs the action and returns the requests that reach the upstream. */
export async function upstreamRequests(fixture: Fixture, count: number, action: () => void): Promise<readonly RecordedRequest[]> {
  const before = fixture.upstream.requests.length;
  action();
  await fixture.waitFor(() => fixture.upstream.requests.length >= before + count);
  return fixture.upstream.requests.slice(before);
}

/** Checks that a valid call succeeds and is charged normally, that nothing stays open, and that the books balance. */
export async function expectHealthy(fixture: Fixture): Promise<void> {
  const answer = await sendBytes(fixture, postBytes(question, { key: fixture.key }));
  assert.equal(answer.status, 200, answer.body);
  const row = await fixture.nextRow();
  assert.equal(row.ending, 'complete', 'no refusal left a row that no test expected');
  assert.equal(row.charge_exact, reportedCharge);
  await fixture.expectSettled();
}
