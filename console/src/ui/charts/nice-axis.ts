export interface Axis {
  readonly max: number;
  readonly step: number;
}

const fractions = [0.1, 0.2, 0.25, 0.5, 1, 2, 2.5];

/**
 * Round ticks: steps of 1, 2, 2.5 or 5 times a power of ten, at most five.
 * @param leastStep 1 for integers, such as calls.
 */
export function niceAxis(largest: number, { steps = 5, leastStep = 0 } = {}): Axis {
  if (leastStep > 0 && largest <= steps * leastStep)
    return { max: Math.max(1, Math.ceil(largest / leastStep)) * leastStep, step: leastStep };
  if (largest <= 0) return { max: 1, step: 1 };
  const power = 10 ** Math.floor(Math.log10(largest));
  const isFit = (step: number): boolean => step * steps >= largest && (leastStep === 0 || Number.isInteger(step / leastStep));
  const step = (fractions.find((fraction) => isFit(fraction * power)) ?? 5) * power;
  return { step, max: step * Math.ceil(largest / step) };
}

/** Decimals that distinguish such steps: 2 for 0.25, none for 20. */
export function placesOfStep(step: number): number {
  const text = step.toPrecision(2).includes('e') ? step.toFixed(9) : String(Number(step.toPrecision(2)));
  return text.replace(/0+$/, '').split('.')[1]?.length ?? 0;
}
