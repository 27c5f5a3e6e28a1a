import { ApiError } from '@tollgate/contract/errors';
import type { LocalCall, LocalEndpoint, LocalParts } from '../endpoint.ts';
import { notFound, readTaskId, showTask } from './show-task.ts';

const limitUsual = 20;
const limitMax = 100;
const id = { name: 'id', description: '`music_…`' };

async function show({ keyId, rest }: LocalCall, { tasks }: LocalParts): Promise<object> {
  const task = await tasks.find(keyId, readTaskId(rest));
  if (task === null) throw notFound();
  return showTask(tasks, task);
}

async function cancel({ keyId, rest }: LocalCall, { tasks }: LocalParts): Promise<object> {
  const task = await tasks.cancel(keyId, readTaskId(rest));
  if (task === null) throw notFound();
  return showTask(tasks, task);
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
  document: {
    summary: 'Show a music task',
    inShort: 'how far one is, and its songs',
    description: 'A task that failed is answered with 200 and `status: "failed"`; it costs nothing. Asking is free.',
    rest: id,
  },
  answer: show,
};

export const musicList: LocalEndpoint = {
  name: 'music.generations.list',
  method: 'GET',
  path: '/music/generations',
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
    inShort: 'which costs nothing then, unless it is made already',
    description: 'Answers how far the task is. One that is made already is not cancelled any more.',
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
