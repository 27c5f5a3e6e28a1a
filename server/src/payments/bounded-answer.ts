import { PaymentServiceError } from '../domain/payments/payment-method.ts';

const timeoutMs = 10_000;
const answerBytesMax = 256 * 1024;

/** A request to a payment service. */
export interface BoundedRequest {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: URLSearchParams | string;
}

export interface BoundedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/**
 * A complete response of any status, limited in size and time.
 * @throws {PaymentServiceError}
 */
export async function boundedAnswer(service: string, address: string, request: BoundedRequest = {}): Promise<BoundedAnswer> {
  const { status, headers, body } = await fetch(address, {
    ...request,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.length;
    if (bytes > answerBytesMax) throw new PaymentServiceError(`${service}: an answer is too long`);
    parts.push(Buffer.from(part));
  }
  return { status, headers, text: Buffer.concat(parts).toString('utf8') };
}

/**
 * The text of a response that does not report a fault of the service.
 * @throws {PaymentServiceError}
 */
export async function boundedText(service: string, address: string, request?: BoundedRequest): Promise<string> {
  const { status, text } = await boundedAnswer(service, address, request);
  if (status >= 500) throw new PaymentServiceError(`${service}: answered ${String(status)}`);
  return text;
}
