import type { MadeSong } from '../dialects/music-upstream.ts';
import { ObjectRefused } from '../domain/content/objects.ts';
import type { Task } from '../domain/tasks/task.ts';
import { MediaError } from '../upstream/fetch-media.ts';
import type { KeptSong } from './song.ts';
import { TaskFailed, upstreamFailed } from './task-end.ts';
import { readTerms } from './task-terms.ts';
import type { TaskParts } from './task-parts.ts';
import type { TaskRoute } from './task-route.ts';
import type { Work } from './work.ts';

const attemptsMax = 4;
const pauseMs = 3_000;
const wordsMax = 8_000;

type Parts = Pick<TaskParts, 'clock' | 'media' | 'objects'>;

async function* alone(bytes: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(bytes);
}

async function open({ media }: Parts, { source, format }: MadeSong, { provider, called }: TaskRoute) {
  const usual = format === 'wav' ? 'audio/wav' : 'audio/mpeg';
  if (source.kind === 'bytes') return { mediaType: usual, chunks: alone(source.bytes) };
  const found = await media.open({ url: source.url, baseUrl: called.baseUrl, hosts: provider.mediaHosts });
  return { mediaType: usual, chunks: found.chunks };
}

async function keep(
  parts: Parts,
  task: Task,
  song: MadeSong,
  at: { readonly route: TaskRoute; readonly index: number },
): Promise<KeptSong> {
  const { mediaType, chunks } = await open(parts, song, at.route);
  const { accountId, keyId, id } = task;
  const { name, bytes } = await parts.objects.put({ name: `${id}/${String(at.index)}`, accountId, keyId, mediaType }, chunks);
  const { format, title, tags, lyrics } = song;
  // If the upstream reports no duration, the requested one.
  const { millisecondsEach } = readTerms(task.terms).expected;
  const length = {
    durationMs: song.durationMs ?? millisecondsEach,
    ...(song.durationMs === null && { isDurationGuessed: true }),
  };
  const words = (text: string | null): string | null => text?.slice(0, wordsMax).toWellFormed() ?? null;
  return { name, mediaType, bytes, format, tags, ...length, title: words(title), lyrics: words(lyrics) };
}

function why(error: unknown): TaskFailed | null {
  if (error instanceof MediaError) return null;
  if (!(error instanceof ObjectRefused)) return null;
  if (error.why === 'empty' || error.why === 'too_large') return upstreamFailed(`a song was not stored: ${error.why}`);
  const message = 'There is no room to store the song. The task was not charged; retry later.';
  return new TaskFailed({ code: 'storage_unavailable', ending: 'refused', message, cause: error.message });
}

/**
 * Stores one song, with retries for a limited time.
 * @throws {TaskFailed}, {Stopped}
 */
async function keepAtLast(
  parts: Parts,
  work: Pick<Work, 'pause'>,
  song: MadeSong,
  at: { readonly task: Task; readonly route: TaskRoute; readonly index: number },
): Promise<KeptSong> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await keep(parts, at.task, song, at);
    } catch (error) {
      const reason = why(error);
      if (reason !== null) throw reason;
      if (attempt === attemptsMax) throw upstreamFailed(error instanceof Error ? error.message : String(error));
      await work.pause(parts.clock, pauseMs);
    }
  }
}

/**
 * Stores the songs, up to the requested number; a repetition replaces them. An unavailable song does not affect the others: stored songs
 * are delivered and charged.
 * @throws {TaskFailed} if none is available, {Stopped}
 */
export async function keepSongs(
  parts: Parts,
  work: Pick<Work, 'pause'>,
  wish: { readonly task: Task; readonly songs: readonly MadeSong[]; readonly wanted: number; readonly route: TaskRoute },
): Promise<readonly KeptSong[]> {
  const { task, songs, wanted, route } = wish;
  const kept: KeptSong[] = [];
  let failed: TaskFailed | null = null;
  for (const song of songs) {
    if (kept.length === wanted) break;
    try {
      kept.push(await keepAtLast(parts, work, song, { task, route, index: kept.length }));
    } catch (error) {
      if (!(error instanceof TaskFailed)) throw error;
      failed ??= error;
    }
  }
  if (kept.length === 0 && failed !== null) throw failed;
  return kept;
}
