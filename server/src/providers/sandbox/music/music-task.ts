import { createHash } from 'node:crypto';
import { isRecord, readKnobs, SandboxRefusal, type SandboxKnobs } from '../sandbox-knobs.ts';
import type { SandboxBody } from '../sandbox-operation.ts';
import { musicTags } from './style.ts';

export const secondsMin = 30;
export const secondsMax = 300;
export const secondsUsual = 60;
export const songsMax = 2;

/** Everything about a task. The task's ID contains it, so that no node has to store anything. */
export interface MusicTask {
  readonly createdAtMs: number;
  readonly takesMs: number;
  readonly seconds: number;
  readonly songs: number;
  readonly tags: readonly string[];
  readonly isSung: boolean;
  readonly seed: number;
  readonly knobs: Pick<SandboxKnobs, 'chunkDelayMs' | 'cutAfterChunks' | 'stallAfterChunks' | 'failAtPercent'>;
}

function whole(body: SandboxBody, name: string, [min, max, usual]: readonly [number, number, number]): number {
  const value = body[name] ?? usual;
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
  throw new SandboxRefusal(name, `must be a whole number from ${String(min)} to ${String(max)}`);
}

function readTags({ tags }: SandboxBody): readonly string[] {
  if (tags === undefined || tags === null) return [];
  const known = Array.isArray(tags) ? tags.filter((tag) => musicTags.includes(tag as string)) : [];
  if (Array.isArray(tags) && known.length === tags.length && tags.length <= musicTags.length) return known as string[];
  throw new SandboxRefusal('tags', `must be a list of some of: ${musicTags.join(', ')}`);
}

/** The default duration: short, and longer for a longer song, so that progress is visible. */
function usualMs(seconds: number, songs: number): number {
  return 2000 + 40 * seconds * songs;
}

/**
 * Reads a music request.
 * @throws {SandboxRefusal} that names the field.
 */
export function readMusicTask(body: SandboxBody, nowMs: number): { readonly task: MusicTask; readonly status: number | null } {
  const { prompt, lyrics, instrumental, seed } = body;
  if (typeof prompt !== 'string' || prompt === '') throw new SandboxRefusal('prompt', 'must be a text');
  const seconds = whole(body, 'duration', [secondsMin, secondsMax, secondsUsual]);
  const songs = whole(body, 'n', [1, songsMax, 1]);
  const tags = readTags(body);
  const isSung = typeof lyrics === 'string' && instrumental !== true;
  const knobs = readKnobs(isRecord(body.metadata) ? body.metadata : {});
  const { status, latencyMs, chunkDelayMs, cutAfterChunks, stallAfterChunks, failAtPercent } = knobs;
  const same = seed === undefined || seed === null ? [prompt, lyrics ?? null] : [seed];
  const digest = createHash('sha256').update(JSON.stringify(same)).digest();
  const takesMs = isRecord(body.metadata) && 'sandbox_latency_ms' in body.metadata ? latencyMs : usualMs(seconds, songs);
  return {
    status,
    task: {
      createdAtMs: nowMs,
      takesMs,
      seconds,
      songs,
      tags,
      isSung,
      seed: digest.readUInt32LE(),
      knobs: { chunkDelayMs, cutAfterChunks, stallAfterChunks, failAtPercent },
    },
  };
}

export function taskId(task: MusicTask): string {
  return Buffer.from(JSON.stringify(task)).toString('base64url');
}

/** `null` if it is not one of our IDs. */
export function readTaskId(id: string): MusicTask | null {
  try {
    const task: unknown = JSON.parse(Buffer.from(id, 'base64url').toString());
    return isRecord(task) && isRecord(task.knobs) && Array.isArray(task.tags) ? (task as unknown as MusicTask) : null;
  } catch {
    return null;
  }
}
