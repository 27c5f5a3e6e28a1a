/** Hosts that are this machine, on any port: it may be forwarded from another machine. */
const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;

/** The requester, and the host name used. */
export interface Asking {
  readonly host: string | readonly string[] | undefined;
  /** Of the connection. */
  readonly address: string | undefined;
  /** A proxy forwards the request for another client. */
  readonly isForwarded: boolean;
}

function isOfThisMachine({ address = '', isForwarded }: Asking): boolean {
  return !isForwarded && /^(?:::ffff:)?127\.|^::1$/.test(address);
}

/**
 * The outside address that a request names in its `Host`; `null` if it is none of ours. Links in mails are built from it, so clients may not
 * choose it: names of this machine are only for local users once there is an outside address.
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

/** Name of the cookie that holds a sign-in: browsers keep `__Host-` ones of https to exactly this host. */
export function signInCookie(origin: string): string {
  return origin.startsWith('https://') ? '__Host-tollgate' : 'tollgate';
}
