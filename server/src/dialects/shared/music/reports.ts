import type { MadeSong, TaskReport } from '../../music-upstream.ts';
import type { UpstreamRefusal } from '../../upstream-refusal.ts';
import { soundFormat, soundLengthMs } from './sound-format.ts';

type Failed = Extract<TaskReport, { state: 'failed' }>;
type Unclear = Extract<TaskReport, { state: 'unclear' }>;
type Done = Extract<TaskReport, { state: 'done' }>;

const wordsCharactersMax = 2000;

/** Who or what caused the failure. */
export type WhyFailed = 'content' | 'parameter' | 'upstream' | 'credentials' | 'request';

const refusals: Readonly<Record<WhyFailed, Pick<UpstreamRefusal, 'blame' | 'code'>>> = {
  content: { blame: 'client', code: 'content_policy_violation' },
  parameter: { blame: 'client', code: 'invalid_parameter' },
  upstream: { blame: 'upstream', code: 'upstream_unavailable' },
  credentials: { blame: 'credentials', code: 'upstream_unavailable' },
  request: { blame: 'request', code: 'upstream_unavailable' },
};

/**
 * A task that failed permanently.
 * @param cause for the log, without the upstream's message.
 * @param words the upstream's message.
 */
export function failed(why: WhyFailed, cause: string, words: unknown = null): Failed {
  const refusal = refusals[why];
  const said = typeof words === 'string' && words !== '' ? words.slice(0, wordsCharactersMax) : null;
  return { state: 'failed', refusal: { ...refusal, status: 200, words: said, param: null }, cause };
}

export function unclear(fault: string): Unclear {
  return { state: 'unclear', fault };
}

/** Percent from 45, "45" or "45%"; `null` for an invalid value. */
export function running(progress: unknown): Extract<TaskReport, { state: 'running' }> {
  const percent = typeof progress === 'string' ? Number(/^(\d{1,3})(?:\.\d+)?%?$/.exec(progress)?.[1] ?? -1) : progress;
  const isPercent = typeof percent === 'number' && percent >= 0 && percent <= 100;
  return { state: 'running', progress: isPercent ? Math.floor(percent) : null };
}

/** What is known about a song besides its sound. */
export type SongFacts = Partial<Pick<MadeSong, 'title' | 'tags' | 'lyrics' | 'durationMs'>>;

const unknownFacts = { title: null, tags: [], lyrics: null, durationMs: null };

/** More than any client requests at once. */
const songsMax = 100;

/** Songs included as bytes. An invalid one is dropped; the others stay. */
export function soundsDone(sounds: Iterable<Buffer | null>, facts: SongFacts = {}): Done | Unclear {
  const songs: MadeSong[] = [];
  let isThere = false;
  for (const bytes of sounds) {
    isThere = true;
    if (songs.length === songsMax) return unclear('there are more songs in the answer than anybody asks for');
    const format = bytes === null ? null : soundFormat(bytes);
    if (bytes === null || format === null) continue;
    songs.push({ source: { kind: 'bytes', bytes }, format, ...unknownFacts, durationMs: soundLengthMs(bytes), ...facts });
  }
  if (songs.length > 0) return { state: 'done', songs };
  return unclear(isThere ? 'what should be a song is no sound' : 'there is no song in the answer');
}

/** A song at a URL; `null` if there is none. */
export function songAt(url: unknown, facts: SongFacts): MadeSong | null {
  if (typeof url !== 'string' || url.length > 4096 || !/^https?:\/\//.test(url)) return null;
  const format = /\.wav(?:\?|$)/i.test(url) ? 'wav' : 'mp3';
  return { source: { kind: 'address', url }, format, ...unknownFacts, ...facts };
}

/** Songs stored at the upstream. One without a URL is dropped; the others stay. */
export function addressesDone(songs: readonly (MadeSong | null)[]): Done | Unclear {
  const there = songs.filter((song) => song !== null);
  return there.length === 0 ? unclear('a song has no address') : { state: 'done', songs: there };
}

export function textOr(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Converts a duration to milliseconds; `null` if it is not one. */
export function lengthMs(value: unknown, perUnit: number): number | null {
  const isLength = typeof value === 'number' && value > 0 && value * perUnit < 24 * 3_600_000;
  return isLength ? Math.round(value * perUnit) : null;
}
