import { ApiError } from '@tollgate/contract/errors';
import { FileAnswer, type LocalCall, type LocalEndpoint, type LocalParts } from '../endpoint.ts';
import { answerTask, notFound, readTaskId, showTask } from './show-task.ts';

const limitUsual = 20;
const limitMax = 100;
const id = { name: 'id', description: '`music_…`' };

async function show({ keyId, rest }: LocalCall, { tasks }: LocalParts): Promise<object> {
  const task = await tasks.find(keyId, readTaskId(rest));
  if (task === null) throw notFound();
  return answerTask(tasks, task);
}

async function cancel({ keyId, rest }: LocalCall, { tasks }: LocalParts): Promise<object> {
  const task = await tasks.cancel(keyId, readTaskId(rest));
  if (task === null) throw notFound();
  return answerTask(tasks, task);
}

/** @throws {ApiError} 400 */
function pageOf({ search }: LocalCall) {
  const { limit, after } = Object.fromEntries(new URLSearchParams(search));
  const count = limit === undefined ? limitUsual : Number(limit);
  if (!Number.isInteger(count) || count < 1 || count > limitMax)
    throw new ApiError('invalid_parameter', {
      param: 'limit',
      message: `\`limit\` must be a whole number from 1 to ${String(limitMax)}.`,
    });
  return { limit: count, after: after === undefined ? null : readTaskId(after) };
}

export const musicShow: LocalEndpoint = {
  name: 'music.generations.get',
  method: 'GET',
  path: '/music/generations/*',
  isPoll: true,
  document: {
    summary: 'Show a music task',
    inShort: 'state of a task, and its songs',
    description: 'A failed task returns 200 with `status: "failed"` and is not charged. Requests are free.',
    rest: id,
  },
  answer: show,
};

export const musicContent: LocalEndpoint = {
  name: 'music.generations.content',
  method: 'GET',
  path: '/music/generations/*/content',
  isPoll: true,
  document: {
    summary: 'Play a song of a music task',
    inShort: 'the audio file; `?index=1` for the second song',
    description:
      'Returns a song for 7 days to the key that created it, also in ranges. `index` is the index of the song in `data`, 0 by default. The addresses in `data` lead to the same files without a key.',
    rest: id,
    file: { description: 'The song.', mediaTypes: ['audio/mpeg', 'audio/wav'] },
  },
  async answer({ keyId, rest, search }, { tasks }) {
    const index = new URLSearchParams(search).get('index') ?? '0';
    if (!/^\d{1,2}$/.test(index))
      throw new ApiError('invalid_parameter', {
        param: 'index',
        message: '`index` must be a whole number: the index of a song in `data`, from 0.',
      });
    const task = await tasks.find(keyId, readTaskId(rest));
    if (task === null) throw notFound();
    const object = tasks.fileOf(task, Number(index));
    if (object !== null) return new FileAnswer(object);
    const { status, data } = showTask(tasks, task);
    const why = status === 'completed' ? `it has ${String(data.length)} of them` : `it is ${status.replace('_', ' ')}`;
    throw new ApiError('content_not_found', { param: 'index', message: `The task has no song with the index ${index}: ${why}.` });
  },
};

export const musicList: LocalEndpoint = {
  name: 'music.generations.list',
  method: 'GET',
  path: '/music/generations',
  isPoll: true,
  document: {
    summary: 'List music tasks',
    inShort: 'the tasks of this key, newest first',
    description:
      'Tasks of the last 7 days of this key, newest first; `limit` up to 100, and `after` the last id of the page before.',
  },
  async answer(call, { tasks }) {
    const page = pageOf(call);
    const found = await tasks.list(call.keyId, { ...page, limit: page.limit + 1 });
    const shown = found.slice(0, page.limit).map((task) => showTask(tasks, task));
    return { object: 'list', data: shown, has_more: found.length > page.limit, last_id: shown.at(-1)?.id ?? null };
  },
};

export const musicCancel: LocalEndpoint = {
  name: 'music.generations.cancel',
  method: 'POST',
  path: '/music/generations/*/cancel',
  document: {
    summary: 'Cancel a music task',
    inShort: 'not charged unless it is already completed',
    description: 'Returns the state of the task. A completed task can no longer be canceled.',
    rest: id,
  },
  answer: cancel,
};

export const musicDelete: LocalEndpoint = {
  ...musicCancel,
  name: 'music.generations.delete',
  method: 'DELETE',
  path: '/music/generations/*',
  document: { ...musicCancel.document, inShort: 'the same' },
};
