import { lookup } from 'node:dns';
import { isIP } from 'node:net';
import { Agent, type Dispatcher } from 'undici';
import type { Deadlines } from '../platform/deadlines.ts';
import { createConnector } from './connector.ts';
import type { UpstreamFault } from './exchange.ts';
import { codingOf, faultOfError, faultOfHead } from './http-faults.ts';
import { isPublicAddress, publicLookup } from './public-address.ts';

/** A file that an upstream's response refers to. */
export interface MediaRequest {
  /** The URL as the upstream wrote it. */
  readonly url: string;
  /** The base URL of the response. Files from the same origin are also fetched, because the operator configured it. */
  readonly baseUrl: string;
  /** Hosts of this vendor's files; `.example.com` includes all of its subdomains. */
  readonly hosts: readonly string[];
  /** Limit for the whole file; 120 s by default and at most. */
  readonly totalTimeoutMs?: number;
}

/** A file whose download has started. A reader that stops before the end breaks the connection. */
export interface Media {
  /** `audio/mpeg`, in lower case and without parameters; `''` if the host declares no type. */
  readonly mediaType: string;
  /** The announced length; `null` if only the end of the file shows it. */
  readonly lengthBytes: number | null;
  /**
   * Ends only at the end of the file.
   * @throws {MediaError}
   */
  readonly chunks: AsyncIterable<Buffer>;
}

/** Why a file is unavailable. The message is for operators and contains no URL. */
export class MediaError extends Error {
  override readonly name = 'MediaError';
  readonly fault: UpstreamFault;

  constructor(fault: UpstreamFault) {
    super(fault.cause);
    this.fault = fault;
  }
}

/** Downloads the files that upstreams refer to in their responses, only from the vendor's hosts. */
export interface MediaSource {
  /** @throws {MediaError} if the URL is not one of the vendor's, or the download fails. */
  open(request: MediaRequest): Promise<Media>;
  close(): Promise<void>;
}

export interface MediaSourceOptions {
  readonly deadlines: Deadlines;
  readonly bytesMax?: number;
  /** Tests pass their own host names. */
  readonly resolve?: typeof lookup;
}

const defaultBytesMax = 64 * 1024 * 1024;
const totalTimeoutMaxMs = 120_000;
/** Limit until the head of the response, and between two chunks. */
const idleTimeoutMs = 30_000;
/** Types that indicate a page or a message in place of a file. Anything else may be a file, regardless of its declared type. */
const noFile = /^(?:text|message|multipart)\/|[/+](?:json|xml)$/;
const headers = ['accept', '*/*', 'accept-encoding', 'identity'];

/**
 * A malicious upstream could return any URL. The source therefore accepts only hosts of the vendor, which must resolve to public addresses,
 * and connects to the checked address. It follows no redirect, accepts no content encoding, no user info and no unusual port, and limits
 * bytes and time.
 */
export function createMediaSource({ deadlines, bytesMax = defaultBytesMax, resolve = lookup }: MediaSourceOptions): MediaSource {
  const limits = { connections: 16, keepAliveTimeout: 4_000, headersTimeout: 0, bodyTimeout: 0, allowH2: false };
  const vendors = new Agent({ ...limits, connect: createConnector({ lookup: publicLookup(resolve, notPublic) }) });
  const upstreams = new Agent({ ...limits, connect: createConnector() });
  return {
    async open(request) {
      const place = placeOf(request);
      const agent = place.isOwn ? upstreams : vendors;
      const watch = new Watch(deadlines, request.totalTimeoutMs ?? totalTimeoutMaxMs);
      try {
        const { origin, pathname, search } = place.url;
        const answer = await agent.request({ origin, path: pathname + search, method: 'GET', headers, signal: watch.signal });
        const lengthBytes = checkHead(answer, bytesMax);
        return { mediaType: mediaTypeOf(answer), lengthBytes, chunks: read(answer.body, watch, bytesMax) };
      } catch (error) {
        throw watch.end(error, false);
      }
    },
    async close() {
      await Promise.all([vendors.destroy(), upstreams.destroy()]);
    },
  };
}

function placeOf({ url: text, baseUrl, hosts }: MediaRequest): { readonly url: URL; readonly isOwn: boolean } {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) throw refusal('its address is none of the web');
  if (url.username + url.password !== '') throw refusal('its address holds credentials');
  if (url.origin === URL.parse(baseUrl)?.origin) return { url, isOwn: true };
  if (url.port !== '' || !hosts.some((host) => isHostOf(url.hostname, host))) throw refusal('its address is none of the vendor');
  // Only names are looked up, so IP addresses are checked here.
  const literal = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(literal) !== 0 && !isPublicAddress(literal)) throw refusal('its address is not public');
  // Some vendors still return http although their hosts support both.
  url.protocol = 'https:';
  return { url, isOwn: false };
}

function isHostOf(hostname: string, host: string): boolean {
  return host.startsWith('.') ? hostname.endsWith(host) : hostname === host;
}

function notPublic(): MediaError {
  return refusal('its host does not have public addresses only');
}

function refusal(why: string): MediaError {
  return new MediaError({ kind: 'protocol', cause: `a file was not fetched: ${why}` });
}

/** @returns the announced length. */
function checkHead(answer: Dispatcher.ResponseData, bytesMax: number): number | null {
  const { statusCode, headers: given } = answer;
  // The content is passed on unchanged.
  const coded = codingOf(given) === null ? null : ({ kind: 'protocol', cause: 'the file is coded' } as const);
  const fault = faultOfHead(statusCode, given) ?? coded;
  if (fault !== null) throw new MediaError(fault);
  if (statusCode !== 200) throw refusal(`its host answered ${String(statusCode)}`);
  if (noFile.test(mediaTypeOf(answer))) throw refusal('a page is in its place');
  const { 'content-length': length, 'transfer-encoding': coding } = given;
  // Without either header, the end of the file and a broken connection look the same.
  if (length === undefined && coding === undefined) throw refusal('its host does not say where it ends');
  if (Number(length ?? 0) > bytesMax) throw refusal('it is too large');
  return length === undefined ? null : Number(length);
}

function mediaTypeOf({ headers: given }: Dispatcher.ResponseData): string {
  const type = given['content-type'];
  return typeof type === 'string' ? (type.split(';')[0] ?? '').trim().toLowerCase() : '';
}

async function* read(body: AsyncIterable<Buffer>, watch: Watch, bytesMax: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > bytesMax) throw refusal('it is too large');
      // The reader may be slow; while it is, only the total time is limited.
      watch.pause();
      yield chunk;
      watch.next();
    }
  } catch (error) {
    throw watch.end(error, true);
  } finally {
    watch.stop();
  }
}

/** The time limits of one file. */
class Watch {
  readonly #deadlines: Deadlines;
  readonly #controller = new AbortController();
  readonly #idle;
  readonly #total;
  #expired: UpstreamFault | null = null;

  constructor(deadlines: Deadlines, totalTimeoutMs: number) {
    this.#deadlines = deadlines;
    this.#idle = deadlines.watch(idleTimeoutMs, () => {
      this.#expire({ kind: 'idle_timeout', cause: 'a file stalled' });
    });
    this.#total = deadlines.watch(Math.min(totalTimeoutMs, totalTimeoutMaxMs), () => {
      this.#expire({ kind: 'total_timeout', cause: 'a file took too long as a whole' });
    });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  pause(): void {
    this.#idle.atMs = Infinity;
  }

  next(): void {
    this.#deadlines.postpone(this.#idle, idleTimeoutMs);
  }

  stop(): void {
    this.#deadlines.forget(this.#idle);
    this.#deadlines.forget(this.#total);
  }

  /** Ends the running request and returns why it failed. */
  end(error: unknown, headSeen: boolean): MediaError {
    this.stop();
    this.#controller.abort();
    if (this.#expired !== null) return new MediaError(this.#expired);
    if (error instanceof MediaError) return error;
    return new MediaError(faultOfError(error instanceof Error ? error : new Error('unknown'), !headSeen, headSeen));
  }

  #expire(fault: UpstreamFault): void {
    this.#expired = fault;
    this.#controller.abort();
  }
}
