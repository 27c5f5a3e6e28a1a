import { randomInt } from 'node:crypto';

const steps = 2 ** 32;

/** A number in [0, 1) that spreads events which would otherwise coincide. */
export function randomFraction(): number {
  return randomInt(steps) / steps;
}
