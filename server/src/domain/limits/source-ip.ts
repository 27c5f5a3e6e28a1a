import { canonicalIp, formatIpv4, mappedIpv4, parseIpv4, parseIpv6 } from './ip-address.ts';

/** Returns the address that a request came from, in canonical form; `unknown` for a peer without one (a local socket). */
export type SourceIp = (peerAddress: string | undefined, xForwardedForValues: readonly string[]) => string;

/**
 * Returns a test for trusted proxy addresses.
 * @param trustedProxies addresses or ranges, IPv4 and IPv6.
 * @throws {RangeError} that names an invalid entry, with a message suitable for a configuration error.
 */
export function createTrustedProxies(trustedProxies: readonly string[]): (address: string) => boolean {
  const trusted = trustedProxies.map(parseTrustedProxy);
  return (address) => {
    if (trusted.length === 0) return false;
    const groups = groupsOf(address);
    return groups !== null && trusted.some((range) => isWithin(range, groups));
  };
}

/**
 * Decides which address counts: the socket's address, unless it is a trusted proxy. Otherwise it is the rightmost hop of `X-Forwarded-For`
 * that is not itself a trusted proxy; several header lines form one list. Reading stops at the first hop that is not an address (`unknown`,
 * garbage), and the proxy that reported that hop counts. Nothing left of it is trusted, because the client may have written it.
 * @throws {RangeError} as {@link createTrustedProxies}
 */
export function createSourceIp(trustedProxies: readonly string[]): SourceIp {
  const isTrusted = createTrustedProxies(trustedProxies);
  return (peerAddress, xForwardedForValues) => {
    let source = peerAddress === undefined ? null : canonicalIp(peerAddress);
    if (source === null) return 'unknown';
    const hops = xForwardedForValues.length === 0 ? [] : xForwardedForValues.join(',').split(',');
    while (isTrusted(source)) {
      const hop = hops.pop();
      const address = hop === undefined ? null : hopAddress(hop);
      if (address === null) return source;
      source = address;
    }
    return source;
  };
}

/** The address of one hop without its port: `192.0.2.1:443`, `[2001:db8::1]:443`, `2001:db8::1`. */
function hopAddress(hop: string): string | null {
  const text = hop.trim();
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text);
  if (bracketed !== null) {
    const inner = bracketed[1] ?? '';
    return inner.includes(':') ? canonicalIp(inner) : null;
  }
  return canonicalIp(/^[\d.]+:\d{1,5}$/.test(text) ? text.slice(0, text.indexOf(':')) : text);
}

interface Range {
  readonly groups: readonly number[];
  readonly bits: number;
}

/** IPv4 addresses are compared in mapped form, so that one comparison covers both families. */
function groupsOf(address: string): readonly number[] | null {
  const ipv4 = parseIpv4(address);
  return ipv4 < 0 ? parseIpv6(address) : [0, 0, 0, 0, 0, 0xffff, ipv4 >>> 16, ipv4 & 0xffff];
}

function parseTrustedProxy(entry: string): Range {
  const [address = '', prefix, ...rest] = entry.split('/');
  const groups = groupsOf(address);
  const isDotted = parseIpv4(address) >= 0;
  const width = isDotted ? 32 : 128;
  const bits = prefix === undefined ? width : /^(?:0|[1-9]\d{0,2})$/.test(prefix) ? Number(prefix) : Infinity;
  if (groups === null || bits > width || rest.length > 0) {
    throw new RangeError(
      `"${entry}" is not an address or range of a trusted proxy; write for example "10.0.0.0/8" or "fd00::/8"`,
    );
  }
  if (!isDotted && prefix !== undefined && mappedIpv4(groups) >= 0) {
    throw new RangeError(
      `"${entry}" must be written as an IPv4 range: "${formatIpv4(mappedIpv4(groups))}/${String(Math.max(0, bits - 96))}"`,
    );
  }
  return { groups, bits: isDotted ? 96 + bits : bits };
}

function isWithin(range: Range, groups: readonly number[]): boolean {
  for (let index = 0, left = range.bits; left > 0; index += 1, left -= 16) {
    const mask = left >= 16 ? 0xffff : (0xffff << (16 - left)) & 0xffff;
    if ((((groups[index] ?? 0) ^ (range.groups[index] ?? 0)) & mask) !== 0) return false;
  }
  return true;
}
