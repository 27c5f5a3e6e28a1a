import { PaymentServiceError, type CallbackRefusal } from '../domain/payments/payment-method.ts';

/** `"12.30"` in fen; `null` for an invalid amount. */
export function fenOf(text: unknown): bigint | null {
  const match = typeof text === 'string' ? /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text) : null;
  if (match === null) return null;
  const [, whole = '0', fraction = ''] = match;
  return BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'));
}

/** Fen as `"12.30"`. */
export function yuanOf(fen: bigint): string {
  const digits = fen.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Fields of a form or a query; `null` if a name occurs twice, because two readers may use different values. */
export function fieldsOf(params: URLSearchParams): Readonly<Record<string, string>> | null {
  const fields = Object.fromEntries(params);
  return Object.keys(fields).length === params.size ? fields : null;
}

/** The refusal of a report. `reason` is logged and contains no secrets. */
export function refusal(reason: string, own: Pick<CallbackRefusal, 'unproved'> = {}): CallbackRefusal {
  return { kind: 'refusal', reason, ...own };
}

const reasonMax = 200;

/** Turns anything that a library threw into a fault that operators may read. */
function serviceFault(service: string, error: unknown): PaymentServiceError {
  if (error instanceof PaymentServiceError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new PaymentServiceError(`${service}: ${reason.replaceAll(/\s+/g, ' ').slice(0, reasonMax)}`);
}

/** Calls a service; anything thrown becomes a {@link PaymentServiceError}. */
export async function asked<Answer>(service: string, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    throw serviceFault(service, error);
  }
}
