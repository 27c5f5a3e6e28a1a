import type { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** IPv4 networks that are not part of the public internet (RFC 6890 and its successors): private, shared, local, test, multicast. */
const notPublic: readonly (readonly [network: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

/** Only this range of IPv6 is allocated. Addresses that contain an IPv4 address are outside it or are listed below. */
const givenOut: readonly [network: string, bits: number] = ['2000::', 3];
const notPublic6: readonly (readonly [network: string, bits: number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const refused = new BlockList();
for (const [network, bits] of notPublic) refused.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of notPublic6) refused.addSubnet(network, bits, 'ipv6');
const allowed6 = new BlockList();
allowed6.addSubnet(...givenOut, 'ipv6');

/** Whether an IP address belongs to the public internet, so that it reaches nothing in the operator's networks. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !refused.check(address, 'ipv4');
  return family === 6 && allowed6.check(address, 'ipv6') && !refused.check(address, 'ipv6');
}

/**
 * Resolves a name for a connection and passes its addresses on only if all of them are accepted. The connection uses the checked addresses:
 * no second look-up can return others. IP addresses are not looked up, so callers check them.
 * @param refusal creates the error with which the connection fails otherwise.
 */
export function checkedLookup(
  resolve: typeof lookup,
  accepts: (address: string) => boolean,
  refusal: () => Error,
): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) done(error, '');
      else if (!addresses.every(({ address }) => accepts(address))) done(refusal(), '');
      else if (options.all === true) done(null, addresses);
      else done(null, addresses[0]?.address ?? '', addresses[0]?.family);
    });
  };
}

/** Resolves a name to public addresses only. */
export function publicLookup(resolve: typeof lookup, refusal: () => Error): LookupFunction {
  return checkedLookup(resolve, isPublicAddress, refusal);
}
