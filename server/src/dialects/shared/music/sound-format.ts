/** What a file of sound is by its first bytes, whatever anybody calls it; `null` for what is neither. */
export function soundFormat(bytes: Buffer): 'mp3' | 'wav' | null {
  const begins = bytes.toString('latin1', 0, 12);
  if (begins.startsWith('RIFF') && begins.endsWith('WAVE')) return 'wav';
  // A tag, or the head of the first frame: eleven bits set and a layer.
  const [first = 0, second = 0] = bytes;
  const isFrame = first === 0xff && (second & 0xe0) === 0xe0 && (second & 0x06) !== 0;
  return begins.startsWith('ID3') || isFrame ? 'mp3' : null;
}
