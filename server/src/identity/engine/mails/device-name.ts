/** In this order, because most browsers claim to be several of these. */
const browsers = [
  ['MicroMessenger', 'WeChat'],
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;
const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

const lengthMax = 60;

/** A readable name of the browser and the device from a `User-Agent`. */
export function deviceName(userAgent: string): string {
  const named = [browsers, systems].flatMap((list) => list.find(([mark]) => userAgent.includes(mark))?.[1] ?? []);
  return named.length > 0 ? named.join(', ') : userAgent.slice(0, lengthMax);
}
