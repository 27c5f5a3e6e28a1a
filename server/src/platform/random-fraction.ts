import { randomInt } from 'node:crypto';

const steps = 2 ** 32;

/** In [0, 1): what keeps things apart that would otherwise happen together. */
export function randomFraction(): number {
  return randomInt(steps) / steps;
}
