export function showTime(ms: number): string {
  return new Date(ms).toISOString();
}

export function showTimeOrNull(ms: number | null): string | null {
  return ms === null ? null : showTime(ms);
}
