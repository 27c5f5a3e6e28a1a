const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** The document without the byte order mark that some upstreams put before it. */
export function withoutByteOrderMark(bytes: Buffer): Buffer {
  return bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? bytes.subarray(byteOrderMark.length) : bytes;
}
