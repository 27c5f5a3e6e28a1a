/** Service tiers of upstreams, which differ in urgency or price. The standard tier has no entry. */
export const serviceTiers = ['flex', 'priority', 'fast', 'batch', 'scale'] as const;
export type ServiceTier = (typeof serviceTiers)[number];

const known: ReadonlySet<unknown> = new Set(serviceTiers);

function isServiceTier(value: unknown): value is ServiceTier {
  return known.has(value);
}

/** Reads the tier of a request; `null` for the standard tier under any name. */
export function readServiceTier(value: unknown): ServiceTier | null {
  return isServiceTier(value) ? value : null;
}

/** Reads the tier reported by an upstream: `default` for the standard tier under any name, `null` if none is reported. */
export function readReportedTier(value: unknown): ServiceTier | 'default' | null {
  if (isServiceTier(value)) return value;
  return typeof value === 'string' && value !== '' ? 'default' : null;
}
