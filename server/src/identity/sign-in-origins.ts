/** Hosts that are this machine, whatever the port: it may be forwarded from another one. */
const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;

/** Who asks under which name. */
export interface Asking {
  readonly host: string | readonly string[] | undefined;
  /** Of the connection. */
  readonly address: string | undefined;
  /** A proxy says that it asks for somebody else. */
  readonly isForwarded: boolean;
}

function isOfThisMachine({ address = '', isForwarded }: Asking): boolean {
  return !isForwarded && /^(?:::ffff:)?127\.|^::1$/.test(address);
}

/**
 * The outside address that a request names in its `Host`; `null` when it is none of ours. Links in mails are made from it, so
 * nobody may choose it: names of this machine are for those who sit at it, once there is an outside address.
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
