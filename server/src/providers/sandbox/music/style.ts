import type { Chance } from './chance.ts';

/** One period of a sound: 1,024 samples from -1 to 1. */
export type Timbre = Float32Array;

const periodSamples = 1024;

/** @param partials the loudness of the fundamental, its octave, the fifth above that, and so on. */
function timbre(...partials: readonly number[]): Timbre {
  const all = partials.reduce((sum, level) => sum + Math.abs(level), 0);
  return Float32Array.from({ length: periodSamples }, (_, at) => {
    const turn = (2 * Math.PI * at) / periodSamples;
    return partials.reduce((sum, level, partial) => sum + level * Math.sin(turn * (partial + 1)), 0) / all;
  });
}

/** What a tag determines; everything else is random. */
interface Wish {
  readonly beatsPerMinute?: readonly [from: number, to: number];
  readonly scale?: readonly number[];
  readonly lead?: Lead;
  readonly drums?: boolean;
  /** Whether chords sound throughout. */
  readonly pad?: boolean;
}

/** The instrument of the melody: its sound, and the time in seconds in which it fades to half its loudness. */
export interface Lead {
  readonly timbre: Timbre;
  readonly halfLifeSeconds: number;
}

const major = [0, 2, 4, 5, 7, 9, 11];
const minor = [0, 2, 3, 5, 7, 8, 10];
const blues = [0, 3, 5, 6, 7, 10];
const pentatonic = [0, 2, 4, 7, 9];

const piano: Lead = { timbre: timbre(1, 0.5, 0.25, 0.15, 0.1), halfLifeSeconds: 0.25 };
const flute: Lead = { timbre: timbre(1, 0.02), halfLifeSeconds: 2 };
const strings: Lead = { timbre: timbre(1, 0.5, 0.33, 0.25, 0.2, 0.17), halfLifeSeconds: 3 };
const guitar: Lead = { timbre: timbre(1, 0.7, 0.5, 0.3, 0.2), halfLifeSeconds: 0.4 };
const synthesiser: Lead = { timbre: timbre(1, 0, 0.33, 0, 0.2, 0, 0.14, 0, 0.11), halfLifeSeconds: 0.6 };
const voice: Lead = { timbre: timbre(0.6, 1, 0.7, 0.2, 0.1), halfLifeSeconds: 4 };
const defaultLeads = [piano, flute, strings, guitar, synthesiser] as const;
const defaultScales = [major, minor, pentatonic] as const;

const wishes: Readonly<Record<string, Wish>> = {
  slow: { beatsPerMinute: [56, 70] },
  calm: { beatsPerMinute: [64, 80], drums: false },
  upbeat: { beatsPerMinute: [116, 128] },
  fast: { beatsPerMinute: [140, 168] },
  happy: { scale: major, beatsPerMinute: [108, 132] },
  sad: { scale: minor, beatsPerMinute: [60, 80] },
  dark: { scale: minor },
  major: { scale: major },
  minor: { scale: minor },
  blues: { scale: blues, lead: guitar },
  pentatonic: { scale: pentatonic },
  piano: { lead: piano },
  flute: { lead: flute },
  strings: { lead: strings, pad: true },
  guitar: { lead: guitar },
  synthesizer: { lead: synthesiser },
  vocal: { lead: voice },
  drums: { drums: true },
  ambient: { beatsPerMinute: [50, 64], pad: true, drums: false, lead: strings },
  electronic: { lead: synthesiser, drums: true, beatsPerMinute: [120, 132] },
  pop: { scale: major, drums: true, beatsPerMinute: [100, 124] },
  rock: { lead: guitar, drums: true, beatsPerMinute: [112, 140] },
  folk: { lead: guitar, drums: false },
  classical: { lead: strings, drums: false },
  instrumental: {},
};

/** Every tag that the sandbox supports. */
export const musicTags: readonly string[] = Object.keys(wishes);

export interface Style {
  readonly beatsPerMinute: number;
  /** Semitones above the root note, within an octave. */
  readonly scale: readonly number[];
  readonly lead: Lead;
  readonly drums: boolean;
  readonly pad: boolean;
}

/** The style of music with these tags. If tags contradict each other, the last one counts. */
export function styleOf(tags: readonly string[], isSung: boolean, chance: Chance): Style {
  const byChance: Required<Wish> = {
    beatsPerMinute: [84, 124],
    scale: chance.oneOf(defaultScales),
    lead: isSung ? voice : chance.oneOf(defaultLeads),
    drums: chance.below(2) === 0,
    pad: chance.below(2) === 0,
  };
  const { beatsPerMinute: range, ...rest } = tags.reduce((sum, tag) => ({ ...sum, ...wishes[tag] }), byChance);
  return { ...rest, beatsPerMinute: range[0] + chance.below(range[1] - range[0] + 1) };
}
