import { lookup } from 'node:dns';
import { isIP } from 'node:net';
import { Agent, fetch, type Response } from 'undici';
import { createConnector } from './connector.ts';
import { isPublicAddress, publicLookup } from './public-address.ts';

export interface PublicFetchOptions {
  /** Reads addresses that are not public, too. */
  readonly allowPrivate: boolean;
  readonly timeoutMs: number;
  /** Posts this instead of a GET. */
  readonly post?: { readonly headers: Readonly<Record<string, string>>; readonly body: string } | undefined;
  /** Tests have their own names. */
  readonly resolve?: typeof lookup | undefined;
}

/** The address is not on the public internet. */
export class NotPublic extends Error {
  override readonly name = 'NotPublic';
}

function notPublic(): NotPublic {
  return new NotPublic('its host does not have public addresses only');
}

function publicAgent({ hostname }: URL, resolve: typeof lookup): Agent {
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0 && !isPublicAddress(literal)) throw notPublic();
  return new Agent({ connect: createConnector({ lookup: publicLookup(resolve, notPublic) }) });
}

function causeOf(error: unknown): Error {
  if (!(error instanceof Error)) return new Error('no answer');
  return error.cause instanceof Error ? error.cause : error;
}

/**
 * Requests an address that a person has named, without redirects, and connects only to the public address that was checked. The answer is
 * available while `read` reads it.
 * @throws {NotPublic}, what the connection fails with, and what `read` throws.
 */
export async function fetchPublic<Value>(
  url: URL,
  { allowPrivate, timeoutMs, post, resolve = lookup }: PublicFetchOptions,
  read: (answer: Response) => Promise<Value>,
): Promise<Value> {
  const agent = allowPrivate ? new Agent({ connect: createConnector() }) : publicAgent(url, resolve);
  try {
    const request = post === undefined ? {} : { method: 'POST', ...post };
    const signal = AbortSignal.timeout(timeoutMs);
    return await read(await fetch(url, { ...request, redirect: 'error', signal, dispatcher: agent }));
  } catch (error) {
    throw causeOf(error);
  } finally {
    await agent.destroy();
  }
}
