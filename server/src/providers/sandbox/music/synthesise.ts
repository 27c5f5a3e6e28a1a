import { Chance } from './chance.ts';
import type { Note, Piece } from './compose.ts';
import type { Timbre } from './style.ts';

export const samplesPerSecond = 22_050;
const fadeOutSeconds = 2;
/** A tone below this level is over. */
const inaudible = 0.002;
/** An abrupt start would click. */
const attackSamples = 200;
const kickTone = 55;

/** A sounding voice. */
interface Voice {
  /** `null` for noise. */
  readonly timbre: Timbre | null;
  /** Fraction of a period, per sample. */
  readonly turn: number;
  readonly decay: number;
  phase: number;
  level: number;
  age: number;
}

function decayFor(halfLifeSeconds: number): number {
  return 0.5 ** (1 / (halfLifeSeconds * samplesPerSecond));
}

function voiceOf({ instrument, pitch, level }: Note, { style: { lead }, halfBeatSeconds }: Piece): Voice {
  const tone = instrument === 'kick' ? kickTone : 440 * 2 ** ((pitch - 69) / 12);
  const halfLives = {
    lead: lead.halfLifeSeconds,
    bass: halfBeatSeconds,
    pad: 8 * halfBeatSeconds,
    kick: 0.05,
    snare: 0.04,
    hat: 0.015,
  };
  const isNoise = instrument === 'snare' || instrument === 'hat';
  const decay = decayFor(halfLives[instrument]);
  return { timbre: isNoise ? null : lead.timbre, turn: tone / samplesPerSecond, decay, phase: 0, level, age: 0 };
}

/** Adds one voice to the samples, to their end. */
function addVoice(samples: Float32Array, voice: Voice, noise: Chance): void {
  const { timbre, turn, decay } = voice;
  let { phase, level, age } = voice;
  for (let at = 0; at < samples.length; at += 1) {
    const sound = timbre === null ? noise.below(2) - 0.5 : (timbre[Math.floor(phase * timbre.length)] as number);
    samples[at] = (samples[at] as number) + sound * level * Math.min(1, age / attackSamples);
    phase += turn;
    if (phase >= 1) phase -= 1;
    level *= decay;
    age += 1;
  }
  Object.assign(voice, { phase, level, age });
}

/** The header of a WAV file (RIFF WAVE) with one 16-bit channel. */
function waveHead(samples: number): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + 2 * samples, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(samplesPerSecond, 24);
  head.writeUInt32LE(2 * samplesPerSecond, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(2 * samples, 40);
  return head;
}

function toBytes(samples: Float32Array, fade: (at: number) => number): Buffer {
  const bytes = Buffer.allocUnsafe(2 * samples.length);
  for (let at = 0; at < samples.length; at += 1) {
    const value = Math.max(-1, Math.min(1, (samples[at] as number) * fade(at)));
    bytes.writeInt16LE(Math.round(value * 32_767), 2 * at);
  }
  return bytes;
}

/** Plays a piece for this number of seconds as an audio file. Half a beat at a time is computed, on demand. */
export function* synthesise(piece: Piece, seconds: number): Generator<Buffer> {
  const total = seconds * samplesPerSecond;
  const noise = new Chance(1);
  let voices: Voice[] = [];
  yield waveHead(total);
  for (let halfBeat = 0, from = 0; from < total; halfBeat += 1) {
    const to = Math.min(total, Math.round((halfBeat + 1) * piece.halfBeatSeconds * samplesPerSecond));
    const notes = piece.next();
    const samples = new Float32Array(to - from);
    voices.push(...notes.map((note) => voiceOf(note, piece)));
    for (const voice of voices) addVoice(samples, voice, noise);
    voices = voices.filter(({ level }) => level > inaudible).slice(-24);
    const begins = from;
    yield toBytes(samples, (at) => Math.min(1, (total - begins - at) / (fadeOutSeconds * samplesPerSecond)));
    from = to;
  }
}
