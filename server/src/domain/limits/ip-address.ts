/** The number of a dotted IPv4 address, or -1. Accepts four decimal parts without leading zeros, ASCII digits only. */
export function parseIpv4(text: string): number {
  let address = 0;
  let part = -1;
  let parts = 0;
  for (let at = 0; at <= text.length; at += 1) {
    // The end of the text ends the last part like a dot.
    const code = at === text.length ? 46 : text.charCodeAt(at);
    if (code === 46) {
      if (part < 0 || parts === 4) return -1;
      address = address * 256 + part;
      parts += 1;
      part = -1;
      continue;
    }
    // A leading zero is refused because some parsers read such a part as octal.
    if (code < 48 || code > 57 || part === 0) return -1;
    part = (part < 0 ? 0 : part * 10) + code - 48;
    if (part > 255) return -1;
  }
  return parts === 4 ? address : -1;
}

export function formatIpv4(address: number): string {
  return [24, 16, 8, 0].map((shift) => String((address >>> shift) & 0xff)).join('.');
}

/**
 * The eight groups of an IPv6 address (RFC 4291 section 2.2, including the dotted tail), or `null`. Accepts no zone and no prefix length.
 */
export function parseIpv6(text: string): readonly number[] | null {
  const halves = text.split('::');
  if (text.length > 45 || halves.length > 2) return null;
  const head = parseGroups(halves[0] ?? '', halves.length === 1);
  const tail = parseGroups(halves[1] ?? '', true);
  if (head === null || tail === null) return null;
  if (halves.length === 1) return head.length === 8 ? head : null;
  const missing = 8 - head.length - tail.length;
  return missing < 1 ? null : [...head, ...new Array<number>(missing).fill(0), ...tail];
}

function parseGroups(text: string, dottedTailAllowed: boolean): number[] | null {
  if (text === '') return [];
  const groups: number[] = [];
  const parts = text.split(':');
  for (const [index, part] of parts.entries()) {
    if (/^[0-9A-Fa-f]{1,4}$/.test(part)) {
      groups.push(Number.parseInt(part, 16));
      continue;
    }
    const dotted = dottedTailAllowed && index === parts.length - 1 ? parseIpv4(part) : -1;
    if (dotted < 0) return null;
    groups.push(dotted >>> 16, dotted & 0xffff);
  }
  return groups;
}

/** Formats as in RFC 5952: lower case, the first longest run of two or more zero groups written as `::`. */
export function formatIpv6(groups: readonly number[]): string {
  const { from, length } = longestZeroRun(groups);
  const hex = groups.map((group) => group.toString(16));
  if (length < 2) return hex.join(':');
  return `${hex.slice(0, from).join(':')}::${hex.slice(from + length).join(':')}`;
}

function longestZeroRun(groups: readonly number[]): { from: number; length: number } {
  let longest = { from: 0, length: 0 };
  let length = 0;
  for (const [index, group] of groups.entries()) {
    length = group === 0 ? length + 1 : 0;
    if (length > longest.length) longest = { from: index + 1 - length, length };
  }
  return longest;
}

/** The IPv4 address embedded in an IPv6 address (`::ffff:a.b.c.d`, RFC 4291 section 2.5.5.2), or -1. */
export function mappedIpv4(groups: readonly number[]): number {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, marker = 0, high = 0, low = 0] = groups;
  if (marker !== 0xffff || (a | b | c | d | e) !== 0) return -1;
  return high * 65_536 + low;
}

/**
 * The canonical spelling of an address, so that addresses can be compared as text: dotted IPv4, also for mapped addresses, or IPv6 as in
 * RFC 5952 without its zone. `null` if the text is not an address.
 */
export function canonicalIp(text: string): string | null {
  if (parseIpv4(text) >= 0) return text;
  const zone = text.indexOf('%');
  const groups = parseIpv6(zone < 0 ? text : text.slice(0, zone));
  if (groups === null) return null;
  const mapped = mappedIpv4(groups);
  return mapped >= 0 ? formatIpv4(mapped) : formatIpv6(groups);
}

/** The network in which one client can choose addresses: the first 64 bits of an IPv6 address, or the IPv4 address itself. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  return parseIpv6(address)?.slice(0, 4).join(':') ?? address;
}

/**
 * The network of one site (RFC 6177): the first 48 bits of an IPv6 address, which contain 65,536 networks of {@link networkOf}, or the IPv4
 * address itself.
 */
export function siteOf(address: string): string {
  if (!address.includes(':')) return address;
  return parseIpv6(address)?.slice(0, 3).join(':') ?? address;
}
