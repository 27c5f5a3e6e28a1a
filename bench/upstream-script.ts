import type { ChatProtocol } from './load-plan.ts';

/** Vectors of a call, as numbers or as base64. */
export interface Embedding {
  readonly inputs: number;
  readonly form: 'float' | 'base64';
}

/** The scripted upstream's answers from now on; sent to its process before each measurement. */
export interface UpstreamScript {
  /** Wait before the first byte of an answer. */
  readonly latencyMs: number;
  /** Content chunks per stream. */
  readonly chunks: number;
  /** Time between two chunks of one stream, a whole number of milliseconds. */
  readonly chunkGapMs: number;
  /** Its answer instead of chat. */
  readonly embedding?: Embedding;
  /** The protocol of its streams; chat completions by default. */
  readonly protocol?: ChatProtocol;
}

export const promptUpstream: UpstreamScript = { latencyMs: 0, chunks: 10, chunkGapMs: 10 };

/** Digits of the moment a chunk was written (monotonic microseconds, one clock for all processes of a machine). */
export const stampDigits = 15;
/** Precedes the stamp at the beginning of a chunk's text, in every protocol. */
export const stampMark = '":"@';

export function monotonicMicros(): number {
  const [seconds, nanos] = process.hrtime();
  return seconds * 1e6 + Math.floor(nanos / 1000);
}
