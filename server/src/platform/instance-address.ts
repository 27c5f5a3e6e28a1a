import { BlockList, isIP } from 'node:net';

/**
 * Networks in which clouds give the credentials of a machine to every program on it: link-local addresses (RFC 3927, RFC 4291), and the
 * addresses outside them that some clouds use. Models are never served there.
 */
const networks: readonly (readonly [network: string, bits: number, family: 'ipv4' | 'ipv6'])[] = [
  ['169.254.0.0', 16, 'ipv4'],
  ['100.100.100.200', 32, 'ipv4'],
  ['100.96.0.96', 32, 'ipv4'],
  ['168.63.129.16', 32, 'ipv4'],
  ['192.0.0.192', 32, 'ipv4'],
  ['fe80::', 10, 'ipv6'],
  ['fd00:ec2::254', 128, 'ipv6'],
  ['fd20:ce::254', 128, 'ipv6'],
  // 169.254.0.0/16 behind a translator (RFC 6052), and in 6to4 (RFC 3056).
  ['64:ff9b::a9fe:0', 112, 'ipv6'],
  ['2002:a9fe::', 32, 'ipv6'],
];

/** Names of the same services inside clouds. Other names that resolve to addresses above are found by the connector. */
const names = /^(?:instance-data|metadata(?:\.\w+\.internal|\.tencentyun\.com)?)\.?$/i;

const blocked = new BlockList();
for (const network of networks) blocked.addSubnet(...network);

/** Whether a host, as in a URL, is a link-local address or a metadata service of a cloud. Names are not looked up. */
export function isInstanceAddress(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  const family = isIP(bare);
  if (family === 0) return names.test(bare);
  return blocked.check(bare, family === 4 ? 'ipv4' : 'ipv6');
}
