import type { Socket } from 'node:net';
import { ApiError } from '@tollgate/contract/errors';
import { isRepeated } from '../http/head-fault.ts';
import { hashKeyValue, readBearer } from '../domain/tenants/key-value.ts';
import { refuseUnusableKey } from './refuse-unusable-key.ts';
import type { AuthenticatedCall, ReceivedCall } from './call.ts';
import type { GatewayContext } from './gateway-context.ts';
import type { KeyEntry } from '../domain/tenants/directory.ts';

/** A refusal that belongs to nobody: the value sent matches no key. Only the operator sees it, and never the value. */
function refuseStranger(context: GatewayContext, call: ReceivedCall, fault: string, message?: string): ApiError {
  const atMs = call.requestTimeMs;
  const tooMany = context.failedAttempts.record(call.sourceIp, atMs);
  const error = tooMany
    ? new ApiError('too_many_failed_attempts')
    : new ApiError('invalid_api_key', message === undefined ? {} : { message });
  context.books.stray({ atMs, sourceIp: call.sourceIp, path: call.pathAsSent, code: error.code, fault });
  return error;
}

/** The key that the last request of a connection brought: clients keep connections, and hashing costs on every call. */
const lastKeys = new WeakMap<Socket, { readonly header: string; readonly entry: KeyEntry }>();

async function findEntry(context: GatewayContext, call: ReceivedCall): Promise<KeyEntry> {
  if (isRepeated(call.request, 'authorization')) throw refuseStranger(context, call, 'two Authorization headers');
  const { socket, headers } = call.request;
  const last = lastKeys.get(socket);
  // The entry is live: whatever was changed about the key since is seen through it.
  if (last !== undefined && last.header === headers.authorization) return last.entry;
  const bearer = readBearer(headers.authorization);
  if ('fault' in bearer) throw refuseStranger(context, call, bearer.fault, bearer.message);
  // A source that keeps guessing must not reach the database; keys already known are found without it.
  const found = context.directory.find(
    hashKeyValue(bearer.value),
    !context.failedAttempts.exceeded(call.sourceIp, call.requestTimeMs),
  );
  const entry = found instanceof Promise ? await found : found;
  if (entry === null) throw refuseStranger(context, call, 'unknown key');
  if (headers.authorization !== undefined) lastKeys.set(socket, { header: headers.authorization, entry });
  return entry;
}

/**
 * Whose call is it? Key, key state and source address are checked for every route, before a byte of the body is read.
 * @throws {ApiError} 401 `invalid_api_key` with one constant text for every well-formed value; 403 `ip_not_allowed`.
 */
export async function authenticate(context: GatewayContext, call: ReceivedCall): Promise<AuthenticatedCall> {
  const entry = await findEntry(context, call);
  const authenticated: AuthenticatedCall = Object.assign(call, { entry });
  refuseUnusableKey(authenticated, context.clock.nowMs());
  return authenticated;
}
