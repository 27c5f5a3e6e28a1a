/** Host names of this machine, on any port, because a port may be forwarded from another machine. */
const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;

/** The requester, and the host name used. */
export interface Asking {
  readonly host: string | readonly string[] | undefined;
  /** The address of the connection. */
  readonly address: string | undefined;
  /** Whether a proxy forwards the request for another client. */
  readonly isForwarded: boolean;
}

function isOfThisMachine({ address = '', isForwarded }: Asking): boolean {
  return !isForwarded && /^(?:::ffff:)?127\.|^::1$/.test(address);
}

/**
 * The public origin that a request's `Host` names; `null` if it is not one of ours. Links in mails are built from it, so clients must not
 * choose it. Once there is a public origin, names of this machine are accepted from local users only.
 * @param origins the configured ones.
 */
export function findOrigin(asking: Asking, origins: readonly string[]): string | null {
  const { host } = asking;
  if (typeof host !== 'string') return null;
  const known = origins.find((origin) => new URL(origin).host === host.toLowerCase());
  if (known !== undefined) return known;
  const isInside = isOfThisMachine(asking) || origins.every((origin) => loopback.test(new URL(origin).host));
  return loopback.test(host) && isInside ? `http://${host}` : null;
}

/** Name of the cookie that contains a sign-in. Over https, browsers bind `__Host-` cookies to exactly this host. */
export function signInCookie(origin: string): string {
  return origin.startsWith('https://') ? '__Host-tollgate' : 'tollgate';
}
