import type { MusicGeneration } from '@tollgate/contract/model-api/music';
import { ApiError, errorCatalogue, isErrorCode } from '@tollgate/contract/errors';
import type { Task } from '../../domain/tasks/task.ts';
import type { MusicRequest } from '../../dialects/music-upstream.ts';
import { AnswerWithFiles, type TaskService } from '../endpoint.ts';

const prefix = 'music_';
const written = /^music_([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

export function notFound(): ApiError {
  return new ApiError('task_not_found', { param: 'id' });
}

/** @throws {ApiError} 404 for an invalid ID. */
export function readTaskId(text: string): string {
  const [, id] = written.exec(text) ?? [];
  if (id === undefined) throw notFound();
  return id;
}

/** The public name of a task. */
export function taskName(id: string): string {
  return prefix + id;
}

const statuses = { submitting: 'queued', running: 'in_progress', storing: 'in_progress' } as const;
const inWords: Readonly<Record<string, string>> = {
  task_cancelled: 'The task was canceled. It was not charged.',
  task_expired: 'The task did not complete within its time limit. It was not charged.',
};

function seconds(ms: number): number {
  return Math.floor(ms / 1000);
}

function errorOf({ state, errorCode, error }: Task): MusicGeneration['error'] {
  if (state !== 'failed' && state !== 'cancelled' && state !== 'expired') return null;
  const code = errorCode ?? 'internal_error';
  const type = isErrorCode(code) ? errorCatalogue[code].type : 'server_error';
  return { code, message: error ?? inWords[code] ?? errorCatalogue.internal_error.message, type, param: null };
}

/** The client's request; `null` if an earlier version did not store it. */
function wanted({ request }: Task): MusicRequest | null {
  return request === null ? null : (JSON.parse(request) as MusicRequest);
}

function asSent(task: Task): Pick<MusicGeneration, 'prompt' | 'duration' | 'tags'> {
  const request = wanted(task);
  if (request === null) return { prompt: null, duration: null, tags: [] };
  return { prompt: request.prompt, duration: request.durationSeconds, tags: [...request.tags] };
}

function secondsOrNull(ms: number | null): number | null {
  return ms === null ? null : seconds(ms);
}

/** A task as its key sees it, with the URLs of its songs. */
export function showTask(desk: TaskService, task: Task): MusicGeneration {
  const { state } = task;
  const isCompleted = state === 'completed';
  const songs = isCompleted ? desk.songsOf(task) : [];
  const lengths = songs.map(({ duration }) => duration ?? 0);
  return {
    id: taskName(task.id),
    object: 'music.generation',
    created_at: seconds(task.createdAtMs),
    completed_at: secondsOrNull(task.endedAtMs),
    expires_at: secondsOrNull(task.expiresAtMs),
    model: task.model,
    status: state === 'submitting' || state === 'running' || state === 'storing' ? statuses[state] : state,
    progress: isCompleted ? 100 : (task.progress ?? 0),
    ...asSent(task),
    data: songs.map((song, index) => ({ id: `${taskName(task.id)}_${String(index)}`, ...song, image_url: null })),
    usage: isCompleted ? { songs: songs.length, seconds: lengths.reduce((sum, length) => sum + length, 0) } : null,
    error: errorOf(task),
  };
}

/**
 * A task as its key sees it, with the songs in the form that the client requested. Songs in base64 are megabytes, so they are only
 * referenced here and read while they are sent.
 */
export function answerTask(desk: TaskService, task: Task): MusicGeneration | AnswerWithFiles {
  const shown = showTask(desk, task);
  if (wanted(task)?.responseFormat !== 'b64_json' || shown.data.length === 0) return shown;
  const { data, ...rest } = shown;
  const pieces: AnswerWithFiles['pieces'][number][] = [];
  let before = `${JSON.stringify(rest).slice(0, -1)},"data":[`;
  for (const [index, { url: _, ...song }] of data.entries()) {
    const file = desk.fileOf(task, index);
    if (file === null) continue;
    pieces.push(`${before}${JSON.stringify(song).slice(0, -1)},"b64_json":"`, file);
    before = '"},';
  }
  return new AnswerWithFiles([...pieces, '"}]}']);
}
