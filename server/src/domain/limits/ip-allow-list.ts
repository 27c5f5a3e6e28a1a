import { ApiError } from '@tollgate/contract/errors';
import { canonicalIp, formatIpv4, formatIpv6, mappedIpv4, parseIpv4, parseIpv6 } from './ip-address.ts';

const entriesMax = 1000;

export interface IpAllowList {
  /** Normalized and without duplicates, in the given order. */
  readonly entries: string[];
  /** Sentences for the person who saved the list. */
  readonly warnings: string[];
}

interface ParsedEntry {
  readonly entry: string;
  readonly warning?: string;
}

/**
 * Reads a key's IP allow-list: at most 1,000 entries, each an IPv4 address, an IPv4 range `<ipv4>/<prefix>`, or an IPv6 address. `null` and
 * an absent list mean an empty one, which restricts nothing.
 * @throws {ApiError} `invalid_parameter` whose `param` names the entry: `ip_allow_list[3]`.
 */
export function parseIpAllowList(entries: unknown): IpAllowList {
  if (entries === null || entries === undefined) return { entries: [], warnings: [] };
  if (!Array.isArray(entries)) throw refused('ip_allow_list', '`ip_allow_list` must be a list of addresses.');
  if (entries.length > entriesMax) {
    throw refused(
      'ip_allow_list',
      `\`ip_allow_list\` takes at most ${String(entriesMax)} entries; ${String(entries.length)} were given.`,
    );
  }
  const found = new Set<string>();
  const warnings: string[] = [];
  for (const [index, text] of (entries as unknown[]).entries()) {
    const { entry, warning } = parseEntry(text, `ip_allow_list[${String(index)}]`);
    if (found.has(entry)) warnings.push(`The entry ${entry} was given more than once and is kept once.`);
    found.add(entry);
    if (warning !== undefined) warnings.push(warning);
  }
  return { entries: [...found], warnings };
}

function refused(param: string, message: string): ApiError {
  return new ApiError('invalid_parameter', { param, message });
}

function parseEntry(text: unknown, param: string): ParsedEntry {
  if (typeof text !== 'string') throw refused(param, `\`${param}\` must be a string.`);
  const slash = text.indexOf('/');
  if (slash >= 0) return parseRangeEntry(text, slash, param);
  if (parseIpv4(text) >= 0) return { entry: text };
  const groups = parseIpv6(text);
  if (groups === null) {
    throw refused(param, `\`${param}\` must be an IPv4 address, an IPv4 range such as "192.0.2.0/24", or an IPv6 address.`);
  }
  const mapped = mappedIpv4(groups);
  if (mapped < 0) return { entry: formatIpv6(groups) };
  const entry = formatIpv4(mapped);
  return { entry, warning: `The entry ${text} is the IPv4 address ${entry} and is kept as that.` };
}

function parseRangeEntry(text: string, slash: number, param: string): ParsedEntry {
  const address = parseIpv4(text.slice(0, slash));
  const prefix = text.slice(slash + 1);
  if (address < 0 || !/^(?:[0-9]|[12][0-9]|3[0-2])$/.test(prefix)) {
    throw refused(
      param,
      `\`${param}\` must be an IPv4 range with a prefix from 0 to 32, such as "192.0.2.0/24"; IPv6 ranges are not supported.`,
    );
  }
  const first = rangeStart(address, Number(prefix));
  const entry = `${formatIpv4(first)}/${prefix}`;
  if (first !== address) return { entry, warning: `The entry ${text} was normalised to the range ${entry}.` };
  if (prefix === '0') return { entry, warning: `The entry ${entry} allows every IPv4 address.` };
  return { entry };
}

function rangeSize(prefix: number): number {
  return 2 ** (32 - prefix);
}

/** Clears the host bits. */
function rangeStart(address: number, prefix: number): number {
  return address - (address % rangeSize(prefix));
}

/**
 * Creates the test of a parsed allow-list. An empty list allows every address. IPv4-mapped IPv6 addresses count as IPv4 on both sides. A
 * list that is not empty never allows text that is not an address.
 */
export function compileIpAllowList(entries: readonly string[]): (address: string) => boolean {
  if (entries.length === 0) return () => true;
  const ipv6 = new Set<string>();
  const ranges: [first: number, last: number][] = [];
  for (const entry of entries) {
    const [text = '', prefix = '32'] = entry.split('/');
    const canonical = canonicalIp(text);
    const address = canonical === null ? -1 : parseIpv4(canonical);
    if (address < 0) ipv6.add(canonical ?? text);
    else ranges.push([rangeStart(address, Number(prefix)), rangeStart(address, Number(prefix)) + rangeSize(Number(prefix)) - 1]);
  }
  const bounds = mergedBounds(ranges);
  return (address) => {
    let ipv4 = parseIpv4(address);
    if (ipv4 < 0) {
      const canonical = canonicalIp(address);
      if (canonical === null) return false;
      ipv4 = parseIpv4(canonical);
      if (ipv4 < 0) return ipv6.has(canonical);
    }
    return isWithin(bounds, ipv4);
  };
}

/** Alternating first and last addresses of the ranges, ascending; overlapping and adjacent ranges are merged. */
function mergedBounds(ranges: [first: number, last: number][]): Float64Array {
  const merged: number[] = [];
  for (const [first, last] of ranges.sort((one, other) => one[0] - other[0])) {
    const reached = merged.at(-1);
    if (reached === undefined || first > reached + 1) merged.push(first, last);
    else if (last > reached) merged[merged.length - 1] = last;
  }
  return Float64Array.from(merged);
}

function isWithin(bounds: Float64Array, address: number): boolean {
  let low = 0;
  let high = bounds.length / 2;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (address > (bounds[middle * 2 + 1] ?? 0)) low = middle + 1;
    else high = middle;
  }
  return low < bounds.length / 2 && address >= (bounds[low * 2] ?? 0);
}
