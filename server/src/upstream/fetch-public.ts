import { lookup } from 'node:dns';
import { isIP } from 'node:net';
import { Agent, fetch, type Response } from 'undici';
import { createConnector } from './connector.ts';
import { isPublicAddress, publicLookup } from './public-address.ts';

export interface PublicFetchOptions {
  /** Also allows addresses that are not public. */
  readonly allowPrivate: boolean;
  readonly timeoutMs: number;
  /** Sends a POST with these headers and body instead of a GET. */
  readonly post?: { readonly headers: Readonly<Record<string, string>>; readonly body: string } | undefined;
  /** Tests pass their own host names. */
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
 * Requests a URL that a person entered. Follows no redirects, and connects only to the public address that was checked. The response is
 * available while `read` runs.
 * @throws {NotPublic}, connection errors, and anything that `read` throws.
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
