/** The longest wait passed on to clients: official clients ignore a longer one or give up. */
const retryAfterMsMax = 60_000;

/** The three date formats of HTTP. The last two are obsolete but still accepted. */
const dates: readonly RegExp[] = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];
const plainNumber = /^\d{1,9}(?:\.\d{1,6})?$/;

function readDate(text: string): number | null {
  if (!dates.some((form) => form.test(text))) return null;
  const atMs = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(atMs) ? null : atMs;
}

function bounded(ms: number): number {
  return Math.min(Math.max(ms, 0), retryAfterMsMax);
}

/** The wait that a refusal asks for, given in seconds, as a date or in milliseconds; `null` if it is missing or unreadable. */
export function readRetryAfterMs(headers: Readonly<Record<string, string | string[] | undefined>>, nowMs: number): number | null {
  const { 'retry-after-ms': exact, 'retry-after': usual } = headers;
  if (typeof exact === 'string' && plainNumber.test(exact)) return bounded(Number(exact));
  if (typeof usual !== 'string') return null;
  if (plainNumber.test(usual)) return bounded(Number(usual) * 1000);
  const atMs = readDate(usual);
  return atMs === null ? null : bounded(atMs - nowMs);
}
