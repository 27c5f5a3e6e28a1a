const sideMin = 16;
const sideMax = 8_192;
const written = /^([1-9]\d{1,3})x([1-9]\d{1,3})$/;

/** Width times height of a requested size; `null` for `auto` and for an invalid size. */
export function dotsOf(size: unknown): number | null {
  const [, width = 0, height = 0] = (typeof size === 'string' ? written.exec(size) : null)?.map(Number) ?? [];
  const isSize = Math.min(width, height) >= sideMin && Math.max(width, height) <= sideMax;
  return isSize ? width * height : null;
}

/** A `Check` that accepts only one spelling of each size, so that a price by size is found by its name. */
export function fitsSize(size: unknown): string | null {
  if (size === 'auto' || dotsOf(size) !== null) return null;
  return `must be "auto", or width and height from ${String(sideMin)} to ${String(sideMax)} dots such as "1024x1024"`;
}
