import { readFileSync, statSync } from 'node:fs';
import { fetchPublic, NotPublic, type PublicFetchOptions } from '../upstream/fetch-public.ts';
import { CommandFault } from './fault.ts';

/** A public list in its original form. */
export interface PriceListText {
  readonly source: string;
  /** When it was last changed, otherwise when it was read. */
  readonly asOf: string;
  readonly document: unknown;
}

const bytesMax = 32 * 1024 * 1024;
const timeoutMs = 30_000;

function parsed(source: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandFault(`${source} is not JSON.`);
  }
}

/**
 * Reads a list from a file on this machine.
 * @throws {CommandFault}
 */
export function readPriceFile(path: string): PriceListText {
  let text: string;
  let asOf: string;
  try {
    const { size, mtime } = statSync(path);
    if (size > bytesMax) throw new CommandFault(`${path} is larger than ${String(bytesMax / 1024 / 1024)} MiB.`);
    text = readFileSync(path, 'utf8');
    asOf = mtime.toISOString();
  } catch (error) {
    if (error instanceof CommandFault) throw error;
    throw new CommandFault(`Could not load ${path} (${String((error as NodeJS.ErrnoException).code)}).`);
  }
  return { source: path, asOf, document: parsed(path, text) };
}

/** The parts of a response that are used. */
interface Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly body: AsyncIterable<Uint8Array> | null;
  readonly headers: { get(name: string): string | null };
}

async function collect({ body }: Answer): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  if (body === null) return '';
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) throw new CommandFault(`The list is larger than ${String(bytesMax / 1024 / 1024)} MiB.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function changedAt({ headers }: Answer): string {
  const atMs = Date.parse(headers.get('last-modified') ?? headers.get('date') ?? '');
  return Number.isNaN(atMs) ? 'unknown' : new Date(atMs).toISOString();
}

/**
 * Fetches a list over https from the public internet, limited in size and time, without redirects.
 * @param resolve lets tests pass their own host names.
 * @throws {CommandFault}
 */
export async function fetchPriceList(
  address: string,
  allowPrivate: boolean,
  resolve?: PublicFetchOptions['resolve'],
): Promise<PriceListText> {
  const url = URL.parse(address);
  const schemes = allowPrivate ? ['https:', 'http:'] : ['https:'];
  if (url === null || !schemes.includes(url.protocol) || url.username !== '')
    throw new CommandFault('The address of a list must use https and have no user.');
  try {
    return await fetchPublic(url, { allowPrivate, timeoutMs, resolve }, async (answer: Answer) => {
      if (!answer.ok) throw new CommandFault(`Could not load the list: ${url.host} returned status ${String(answer.status)}.`);
      return { source: address, asOf: changedAt(answer), document: parsed(address, await collect(answer)) };
    });
  } catch (error) {
    if (error instanceof CommandFault) throw error;
    if (error instanceof NotPublic)
      throw new CommandFault(`${url.host} is not on the public internet. Use --allow-private yes to allow it.`);
    throw new CommandFault(
      `Could not load the list from ${url.host} (${error instanceof Error ? error.message : 'no response'}).`,
    );
  }
}
