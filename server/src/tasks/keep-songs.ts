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
  // Where the upstream says nothing, as long as was asked for.
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
  const message = 'There is no room to store the song. The task was not charged; repeat later.';
  return new TaskFailed({ code: 'storage_unavailable', ending: 'refused', message, cause: error.message });
}

/** Stores what was made, each song again and again for a while. Done again it replaces what is there. @throws {TaskFailed}, {Stopped} */
export async function keepSongs(
  parts: Parts,
  work: Pick<Work, 'pause'>,
  { task, songs, route }: { readonly task: Task; readonly songs: readonly MadeSong[]; readonly route: TaskRoute },
): Promise<readonly KeptSong[]> {
  const kept: KeptSong[] = [];
  for (const [index, song] of songs.entries()) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        kept.push(await keep(parts, task, song, { route, index }));
        break;
      } catch (error) {
        const reason = why(error);
        if (reason !== null) throw reason;
        if (attempt === attemptsMax) throw upstreamFailed(error instanceof Error ? error.message : String(error));
        await work.pause(parts.clock, pauseMs);
      }
    }
  }
  return kept;
}
