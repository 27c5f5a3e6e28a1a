import type { Socket } from 'node:net';
import { ApiError } from '@tollgate/contract/errors';
import { hashKeyValue } from '../../domain/tenants/key-value.ts';
import { isLent } from '../../domain/tenants/lent-keys.ts';
import { refuseUnusableKey } from '../refusals/refuse-unusable-key.ts';
import type { AuthenticatedCall, Filling, ReceivedCall } from '../call.ts';
import type { GatewayContext } from '../gateway-context.ts';
import type { KeyEntry } from '../../domain/tenants/directory.ts';
import { findSentKey, findWholeKey, readSentKey, type SentKey, type UnclearKey } from './sent-key.ts';
import { wrongBaseAddress } from '../refusals/wrong-base-address.ts';

type Parts = Pick<
  GatewayContext,
  'books' | 'clock' | 'directory' | 'failedAttempts' | 'lentKeys' | 'publicUrl' | 'lookupAllowance'
>;

/** Records a refusal that belongs to no account, because the value sent matches no key. Only operators see it, and never the value. */
function noteStranger(context: Parts, call: ReceivedCall, error: ApiError, fault: string): ApiError {
  const { requestTimeMs: atMs, sourceIp, pathAsSent: path } = call;
  context.books.stray({ atMs, sourceIp, path, code: error.code, fault });
  return error;
}

/** Counts the attempt, and returns the error for the client. */
function countAttempt(
  { failedAttempts }: Parts,
  { sourceIp, requestTimeMs: atMs }: ReceivedCall,
  words: { readonly message?: string; readonly cause: string },
): ApiError {
  if (!failedAttempts.record(sourceIp, atMs)) return new ApiError('invalid_api_key', words);
  const retryAfterSeconds = failedAttempts.retryAfterMs(sourceIp, atMs) / 1000;
  return new ApiError('too_many_failed_attempts', { retryAfterSeconds });
}

const wordsOf = (message: string | undefined) =>
  message === undefined ? {} : { message: `Incorrect API key provided. ${message}` };

function refuseStranger(context: Parts, call: ReceivedCall, fault: string, message?: string): ApiError {
  // A client with a wrong base URL is not guessing keys.
  if (call.target.kind === 'wrong_base') return noteStranger(context, call, wrongBaseAddress(context), fault);
  return noteStranger(context, call, countAttempt(context, call, { ...wordsOf(message), cause: fault }), fault);
}

/** Refuses a key that was not looked up, because too many others were looked up in this second. */
function refuseUnasked(context: Parts, call: ReceivedCall): ApiError {
  const wrongBase = call.target.kind === 'wrong_base';
  const error = wrongBase ? wrongBaseAddress(context) : new ApiError('too_many_failed_attempts', { retryAfterSeconds: 1 });
  return noteStranger(context, call, error, 'not looked up');
}

/** The key of the last request on each connection: clients keep connections open, and hashing costs time on every call. */
const lastKeys = new WeakMap<Socket, { readonly sent: SentKey; readonly entry: KeyEntry }>();

/**
 * Looks up a key that is not in memory in the database. Sources that keep guessing share a small allowance of look-ups. Requests with a
 * wrong base URL, whose attempts are not counted, share it too.
 */
function lookUp(context: Parts, call: ReceivedCall, hash: Buffer): Promise<KeyEntry | null> | KeyEntry | null {
  const { sourceIp, requestTimeMs: atMs, target } = call;
  const isFree = target.kind !== 'wrong_base' && !context.failedAttempts.exceeded(sourceIp, atMs);
  if (!isFree && !context.lookupAllowance.take(hash.toString('latin1'), atMs)) throw refuseUnasked(context, call);
  return context.directory.find(hash);
}

/** The value of a lent key; `null` for any other text. */
function lentValue({ place, text }: SentKey): string | null {
  const value = place.in === 'bearer' && text.startsWith('Bearer ') ? text.slice('Bearer '.length) : text;
  return isLent(value) ? value : null;
}

/** Not cached with the connection, because a lent key expires. */
async function findLender(context: Parts, call: ReceivedCall, value: string): Promise<KeyEntry> {
  const hash = await context.lentKeys.read(value, call.requestTimeMs);
  if (hash === null)
    throw refuseStranger(context, call, 'lent key over', 'The page may not call with it any more: load the page again.');
  const entry = await (context.directory.find(hash, false) ?? lookUp(context, call, hash));
  if (entry === null) throw refuseStranger(context, call, 'unknown key');
  return entry;
}

/**
 * Refuses a malformed key. If the head contains a whole key anyway, the refusal is logged for its owner, with the cause but never the
 * value. The client gets the same response, and the attempt counts, whether or not the key exists.
 */
function refuseForm(context: Parts, call: ReceivedCall, { fault, message }: UnclearKey): Promise<never> | never {
  const value = findWholeKey(call.request);
  if (value === null || call.target.kind === 'wrong_base') throw refuseStranger(context, call, fault, message);
  const refuseAs = (entry: KeyEntry | null): never => {
    if (entry === null) throw refuseStranger(context, call, fault, message);
    (call as Filling<AuthenticatedCall>).entry = entry;
    throw refuseStranger(context, call, fault, message);
  };
  const hash = hashKeyValue(value);
  const found = context.directory.find(hash, false) ?? lookUp(context, call, hash);
  return found instanceof Promise ? found.then(refuseAs) : refuseAs(found);
}

function findEntry(context: Parts, call: ReceivedCall): KeyEntry | Promise<KeyEntry> {
  const sent = findSentKey(call.request, call.side.keyPlaces);
  if ('fault' in sent) return refuseForm(context, call, sent);
  const last = lastKeys.get(call.request.socket);
  // The entry is live: later changes of the key are visible in it.
  if (last?.sent.text === sent.text && last.sent.place === sent.place) return last.entry;
  const lent = lentValue(sent);
  if (lent !== null) return findLender(context, call, lent);
  const read = readSentKey(sent);
  if ('fault' in read) return refuseForm(context, call, read);
  const hash = hashKeyValue(read.value);
  const found = context.directory.find(hash, false) ?? lookUp(context, call, hash);
  return found instanceof Promise
    ? found.then((entry) => remember(context, call, { sent, entry }))
    : remember(context, call, { sent, entry: found });
}

function remember(
  context: Parts,
  call: ReceivedCall,
  { sent, entry }: { readonly sent: SentKey; readonly entry: KeyEntry | null },
): KeyEntry {
  if (entry === null) throw refuseStranger(context, call, 'unknown key');
  lastKeys.set(call.request.socket, { sent, entry });
  return entry;
}

function withEntry(context: Parts, call: ReceivedCall, entry: KeyEntry): AuthenticatedCall {
  const authenticated = call as Filling<AuthenticatedCall>;
  authenticated.entry = entry;
  // Nothing is served below a wrong base URL, so the key's state does not matter; the call only needs its owner, for the log.
  if (call.target.kind !== 'wrong_base') refuseUnusableKey(authenticated, context.clock.nowMs());
  return authenticated;
}

/**
 * Identifies whose call it is. Key, key state and source address are checked on every route, before a byte of the body is read.
 * @throws {ApiError} 401 `invalid_api_key` with one constant text for every well-formed value; 401 `wrong_base_address`; 403
 * `ip_not_allowed`; 429 `too_many_failed_attempts`.
 */
export function authenticate(context: Parts, call: ReceivedCall): AuthenticatedCall | Promise<AuthenticatedCall> {
  const found = findEntry(context, call);
  return found instanceof Promise ? found.then((entry) => withEntry(context, call, entry)) : withEntry(context, call, found);
}
