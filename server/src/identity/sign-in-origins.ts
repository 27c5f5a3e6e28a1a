/** Hosts that are this machine, whatever the port: it may be forwarded from another one. */
const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;

/**
 * The outside address that a request names in its `Host`; `null` when it is none of ours. Links in mails are made from it, so
 * nobody may choose it.
 * @param origins the configured ones.
 */
export function findOrigin(host: string | readonly string[] | undefined, origins: readonly string[]): string | null {
  if (typeof host !== 'string') return null;
  const known = origins.find((origin) => new URL(origin).host === host.toLowerCase());
  if (known !== undefined) return known;
  return loopback.test(host) ? `http://${host}` : null;
}

/** Name of the cookie that holds a sign-in: browsers keep `__Host-` ones of https to exactly this host. */
export function signInCookie(origin: string): string {
  return origin.startsWith('https://') ? '__Host-tollgate' : 'tollgate';
}
