/** The format of an audio file by its first bytes, regardless of its declared type; `null` if it is neither. */
export function soundFormat(bytes: Buffer): 'mp3' | 'wav' | null {
  const begins = bytes.toString('latin1', 0, 12);
  if (begins.startsWith('RIFF') && begins.endsWith('WAVE')) return 'wav';
  // A tag, or the header of the first frame: eleven bits set and a layer.
  const [first = 0, second = 0] = bytes;
  const isFrame = first === 0xff && (second & 0xe0) === 0xe0 && (second & 0x06) !== 0;
  return begins.startsWith('ID3') || isFrame ? 'mp3' : null;
}

const waveHeadBytes = 44;

/** The duration of an audio file that declares it at its beginning, as WAV does; `null` for others. */
export function soundLengthMs(bytes: Buffer): number | null {
  const isPlain = soundFormat(bytes) === 'wav' && bytes.length > waveHeadBytes && bytes.toString('latin1', 36, 40) === 'data';
  const bytesPerSecond = isPlain ? bytes.readUInt32LE(28) : 0;
  return bytesPerSecond === 0 ? null : Math.round(((bytes.length - waveHeadBytes) * 1000) / bytesPerSecond);
}
