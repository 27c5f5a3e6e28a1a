import { noKnobs } from '../sandbox-knobs.ts';
import { sandboxModel } from '../sandbox-model.ts';
import type { SandboxOperation, SandboxReply } from '../sandbox-operation.ts';
import { Chance } from './chance.ts';
import { compose } from './compose.ts';
import {
  readMusicTask,
  readTaskId,
  secondsMax,
  secondsMin,
  secondsUsual,
  songsMax,
  taskId,
  type MusicTask,
} from './music-task.ts';
import { musicTags } from './style.ts';
import { synthesise } from './synthesise.ts';

function json(value: object): SandboxReply {
  return { knobs: noKnobs, contentType: 'application/json', chunks: [Buffer.from(JSON.stringify(value))] };
}

/** Files concatenated. */
function* songsOf({ songs, tags, isSung, seed, seconds }: MusicTask): Generator<Buffer> {
  for (let song = 0; song < songs; song += 1) yield* synthesise(compose(tags, isSung, new Chance(seed + song)), seconds);
}

function report(id: string, task: MusicTask, nowMs: number): SandboxReply {
  const { createdAtMs, takesMs, knobs } = task;
  const progress = Math.max(0, nowMs >= createdAtMs + takesMs ? 100 : Math.floor((100 * (nowMs - createdAtMs)) / takesMs));
  if (knobs.failAtPercent !== null && progress >= knobs.failAtPercent) {
    const message = 'The sandbox failed the task as asked.';
    return json({ id, status: 'failed', error: { code: 'upstream_unavailable', message } });
  }
  if (progress < 100) return json({ id, status: 'in_progress', progress });
  return { knobs: { ...noKnobs, ...knobs }, contentType: 'audio/wav', chunks: songsOf(task) };
}

/** Audible music that takes as long as a task; the sound is generated while it is sent. */
export const music: SandboxOperation = {
  path: '/music/generations',
  dialect: 'music',
  model: sandboxModel({
    name: 'sandbox/music',
    kind: 'music',
    supportedParameters: ['duration', 'instrumental', 'lyrics', 'metadata', 'n', 'seed', 'tags'],
    music: {
      durationSeconds: { min: secondsMin, max: secondsMax, usual: secondsUsual },
      tags: musicTags,
      promptCharactersMax: 2_000,
      lyricsCharactersMax: 3_000,
      songsMax,
      deadlineSeconds: 1_800,
    },
  }),
  *answer(body, { created }) {
    yield { kind: 'turn' };
    const { task, status } = readMusicTask(body, created * 1000);
    const id = taskId(task);
    const accepted = json({ id, status: 'queued', progress: 0 });
    return { ...accepted, knobs: { ...noKnobs, status } };
  },
  follow(id, method, atMs) {
    const task = readTaskId(id);
    if (task === null) return null;
    return method === 'DELETE' ? json({ id, status: 'cancelled' }) : report(id, task, atMs);
  },
};
