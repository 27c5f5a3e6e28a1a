/** The model that sealed its reasoning: only the same one accepts the seal. */
export interface SealOrigin {
  readonly dialect: string;
  readonly provider: string;
  readonly upstreamModel: string;
}

const prefix = 'tg1.';

function escaped(name: string): string {
  return encodeURIComponent(name).replaceAll('.', '%2E');
}

function headOf({ dialect, provider, upstreamModel }: SealOrigin): string {
  return `${prefix}${escaped(dialect)}.${escaped(provider)}.${escaped(upstreamModel)}.`;
}

/** A seal as clients of another protocol receive it: with its origin, so that it returns to no other model. */
export function wrapSeal(origin: SealOrigin, data: string): string {
  return headOf(origin) + data;
}

/** The seal as its vendor made it; `null` if another model made it, or it is not one of ours. */
export function unwrapSeal(origin: SealOrigin, seal: string): string | null {
  const head = headOf(origin);
  return seal.startsWith(head) ? seal.slice(head.length) : null;
}

/** Whether the gateway wrapped the seal. */
export function isWrapped(seal: string): boolean {
  return seal.startsWith(prefix);
}
