/** Context sizes as vendors name them: `128K`, `1M`. */
export function contextText(tokens: number): string {
  if (tokens >= 1_000_000) return `${String(Number((tokens / (tokens % 1_048_576 === 0 ? 1_048_576 : 1_000_000)).toFixed(2)))}M`;
  if (tokens < 1_000) return String(tokens);
  // 128,000 is also 125 × 1,024, but vendors call it 128K.
  return `${String(Math.round(tokens / (tokens % 1_000 !== 0 && tokens % 1_024 === 0 ? 1_024 : 1_000)))}K`;
}
