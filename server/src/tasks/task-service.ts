import type { ContentAddresses } from '../domain/content/content-address.ts';
import type { StoredObject } from '../domain/content/objects.ts';
import { hasEnded, type Task } from '../domain/tasks/task.ts';
import type { Tasks } from '../domain/tasks/tasks.ts';
import type { Clock } from '../platform/clock.ts';
import { readSongs, type KeptSong } from './song.ts';
import type { TaskRunner } from './task-runner.ts';

export interface TaskServiceParts {
  readonly tasks: Pick<Tasks, 'find' | 'list' | 'askCancel'>;
  readonly runner: Pick<TaskRunner, 'nudge' | 'waitFor'>;
  readonly clock: Clock;
  readonly contentAddresses: ContentAddresses;
  /** Without `/v1`. */
  readonly publicUrl: () => string;
  /** Contact for users; `null` if the operator has configured none. */
  readonly supportContact: () => Promise<string | null>;
}

/** How long a cancellation is awaited. The task's owner may be another node, which polls every two seconds. */
const cancelWaitMs = 6_000;
const lookEveryMs = 500;
/** After more than this many consecutive failures, waiting is no longer useful advice. */
const failuresInARowMax = 5;

function objectOf({ accountId, keyId, expiresAtMs }: Task, { name, mediaType, bytes }: KeptSong): StoredObject {
  return { name, accountId, keyId, mediaType, bytes, expiresAtMs: expiresAtMs ?? Infinity };
}

/** The tasks of a key, as the key's owner sees them. */
export function createTaskService({ tasks, runner, clock, contentAddresses, publicUrl, supportContact }: TaskServiceParts) {
  return {
    find: (keyId: string, id: string) => tasks.find(keyId, id),
    list: (keyId: string, page: Parameters<Tasks['list']>[1]) => tasks.list(keyId, page),

    /** Additional advice for a key whose last tasks all failed at their upstreams; otherwise empty. */
    async advice(keyId: string): Promise<string> {
      const last = await tasks.list(keyId, { limit: failuresInARowMax + 1, after: null });
      const failed = last.filter(({ state, errorCode }) => state === 'failed' && errorCode === 'upstream_unavailable');
      if (failed.length <= failuresInARowMax) return '';
      const whom = (await supportContact()) ?? 'the operator of this service';
      return ` More than ${String(failuresInARowMax)} tasks in a row have failed: please contact ${whom}, with the whole request and the \`x-request-id\` of this answer.`;
    },

    async cancel(keyId: string, id: string): Promise<Task | null> {
      const isAsked = await tasks.askCancel(keyId, id);
      if (isAsked) {
        runner.nudge(id);
        await runner.waitFor(id, cancelWaitMs);
      }
      const untilMs = clock.monotonicMs() + cancelWaitMs;
      for (;;) {
        const task = await tasks.find(keyId, id);
        if (!isAsked || task === null || hasEnded(task.state) || clock.monotonicMs() >= untilMs) return task;
        await new Promise<void>((resolve) => clock.after(lookEveryMs, resolve));
      }
    },

    songsOf(task: Task) {
      return readSongs(task.result).map((song) => {
        const { format, title, tags, lyrics, durationMs } = song;
        const url = `${publicUrl()}/v1${contentAddresses.of(objectOf(task, song), clock.nowMs())}`;
        return { url, format, title, tags: [...tags], lyrics, duration: durationMs / 1000 };
      });
    },

    fileOf(task: Task, index: number): StoredObject | null {
      const song = task.state === 'completed' ? readSongs(task.result)[index] : undefined;
      return song === undefined ? null : objectOf(task, song);
    },
  };
}
