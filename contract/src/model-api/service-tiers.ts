/** How urgently, or how cheaply, an upstream did its work. Its ordinary way has no name here. */
export const serviceTiers = ['flex', 'priority', 'fast', 'batch', 'scale'] as const;
export type ServiceTier = (typeof serviceTiers)[number];

const known: ReadonlySet<unknown> = new Set(serviceTiers);

function isServiceTier(value: unknown): value is ServiceTier {
  return known.has(value);
}

/** A tier as a request names it; `null` for the ordinary one, however it is called. */
export function readServiceTier(value: unknown): ServiceTier | null {
  return isServiceTier(value) ? value : null;
}

/** A tier as an upstream reports it: `default` for the ordinary one under any name; `null` if it reports none. */
export function readReportedTier(value: unknown): ServiceTier | 'default' | null {
  if (isServiceTier(value)) return value;
  return typeof value === 'string' && value !== '' ? 'default' : null;
}
