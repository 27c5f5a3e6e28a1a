import type { Chance } from './chance.ts';
import { styleOf, type Style } from './style.ts';

/** One note, or one drum beat. */
export interface Note {
  readonly instrument: 'lead' | 'bass' | 'pad' | 'kick' | 'snare' | 'hat';
  /** MIDI semitone number; ignored for drums. */
  readonly pitch: number;
  /** From 0 to 1. */
  readonly level: number;
}

/** An endless piece of music: for each half beat, the notes that begin with it. */
export interface Piece {
  readonly style: Style;
  readonly halfBeatSeconds: number;
  next(): readonly Note[];
}

const halfBeatsPerBar = 8;
/** Scale degrees of the chords of four bars. */
const progressions: readonly [readonly number[], ...(readonly number[])[]] = [
  [0, 4, 5, 3],
  [0, 3, 4, 0],
  [0, 5, 3, 4],
  [5, 3, 0, 4],
];

/** Composes a piece that is always the same for the same `chance`. */
export function compose(tags: readonly string[], isSung: boolean, chance: Chance): Piece {
  const style = styleOf(tags, isSung, chance);
  const { scale } = style;
  const ground = 57 + chance.below(7);
  const progression = chance.oneOf(progressions);
  let halfBeat = -1;
  let step = scale.length;

  /** The pitch of a scale step, across octaves. */
  function pitchOf(at: number): number {
    const octave = Math.floor(at / scale.length);
    return ground + 12 * octave + (scale[at - octave * scale.length] ?? 0);
  }

  /** Moves along the scale, uses chord tones on the main beats, and rests now and then. */
  function melody(chord: number, place: number): Note[] {
    if (place % 2 === 1 && chance.below(5) < 2) return [];
    step = Math.max(scale.length - 2, Math.min(2 * scale.length, step + chance.below(5) - 2));
    if (place % 4 === 0) step = scale.length + ((chord + 2 * chance.below(3)) % scale.length);
    return [{ instrument: 'lead', pitch: pitchOf(step), level: place % 4 === 0 ? 0.5 : 0.4 }];
  }

  function drums(place: number): Note[] {
    if (!style.drums) return [];
    const notes: Note[] = [{ instrument: 'hat', pitch: 0, level: 0.08 }];
    if (place % 4 === 0) notes.push({ instrument: 'kick', pitch: 0, level: 0.5 });
    if (place % 4 === 2) notes.push({ instrument: 'snare', pitch: 0, level: 0.2 });
    return notes;
  }

  return {
    style,
    halfBeatSeconds: 30 / style.beatsPerMinute,
    next() {
      halfBeat += 1;
      const place = halfBeat % halfBeatsPerBar;
      const chord = progression[Math.floor(halfBeat / halfBeatsPerBar) % progression.length] ?? 0;
      const notes = [...melody(chord, place), ...drums(place)];
      if (place % 4 === 0) notes.push({ instrument: 'bass', pitch: pitchOf(chord) - 24, level: 0.35 });
      if (style.pad && place === 0)
        for (const third of [0, 2, 4]) notes.push({ instrument: 'pad', pitch: pitchOf(chord + third), level: 0.1 });
      return notes;
    },
  };
}
