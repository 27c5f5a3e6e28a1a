import { PaymentServiceError } from '../domain/payments/payment-method.ts';

const timeoutMs = 10_000;
const answerBytesMax = 64 * 1024;

/** The text of an answer, no more than so much of it and no later than that. @throws {PaymentServiceError} */
export async function boundedAnswer(
  service: string,
  address: string,
  request: { readonly method?: 'POST'; readonly body?: URLSearchParams } = {},
): Promise<string> {
  const answer = await fetch(address, { ...request, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.length;
    if (bytes > answerBytesMax) throw new PaymentServiceError(`${service}: an answer is too long`);
    parts.push(Buffer.from(part));
  }
  if (answer.status >= 500) throw new PaymentServiceError(`${service}: answered ${String(answer.status)}`);
  return Buffer.concat(parts).toString('utf8');
}
