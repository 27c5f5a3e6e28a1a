export interface Axis {
  readonly max: number;
  readonly step: number;
}

const fractions = [0.1, 0.2, 0.25, 0.5, 1, 2, 2.5];

/** Ticks that a person would choose: steps of 1, 2, 2.5 or 5 times a power of ten, five of them at most. */
export function niceAxis(largest: number, steps = 5): Axis {
  if (largest <= 0) return { max: 1, step: 1 };
  const power = 10 ** Math.floor(Math.log10(largest));
  const step = (fractions.find((fraction) => fraction * power * steps >= largest) ?? 5) * power;
  return { step, max: step * Math.ceil(largest / step) };
}
