import type { lookup } from 'node:dns';
import { deliveryFaults } from '@tollgate/contract/notices/delivery-faults';
import { OutsideError, type OutsideAnswer, type PostOutside } from '../platform/outside-post.ts';
import { fetchPublic, NotPublic } from './fetch-public.ts';

const timeoutMs = 10_000;
const answerBytesMax = 64 * 1024;

type Answer = Parameters<Parameters<typeof fetchPublic>[2]>[0];

/** The accepted part of the body. The connection is closed before the rest. */
async function read(answer: Answer): Promise<OutsideAnswer> {
  const collected: Uint8Array[] = [];
  let bytes = 0;
  if (answer.body !== null)
    for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
      collected.push(chunk);
      bytes += chunk.length;
      if (bytes >= answerBytesMax) break;
    }
  return { status: answer.status, body: Buffer.concat(collected).subarray(0, answerBytesMax).toString('utf8') };
}

/** The codes of connection and DNS errors are sufficient, and contain no address. */
function reasonOf(error: unknown): string {
  if (error instanceof NotPublic) return deliveryFaults.write('not_public', {});
  if (!(error instanceof Error)) return deliveryFaults.write('no_answer', {});
  if (error.name === 'TimeoutError') return deliveryFaults.write('timeout', { seconds: String(timeoutMs / 1000) });
  if (/redirect/i.test(error.message)) return deliveryFaults.write('redirect', {});
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' && /^[A-Z_]{1,50}$/.test(code)
    ? deliveryFaults.write('unreachable', { error: code })
    : deliveryFaults.write('no_connection', {});
}

/** @param resolve lets tests pass their own host names. */
export function createPostOutside(resolve?: typeof lookup): PostOutside {
  return async ({ url, headers, body, allowPrivate }) => {
    const place = URL.parse(url);
    if (place === null) throw new OutsideError(deliveryFaults.write('unreadable_url', {}));
    try {
      return await fetchPublic(place, { allowPrivate, timeoutMs, resolve, post: { headers, body } }, read);
    } catch (error) {
      throw new OutsideError(reasonOf(error));
    }
  };
}
