import type { MusicGeneration } from '@tollgate/contract/model-api/music';
import { callGateway, type Caller } from '../calls/call-gateway.ts';

export interface Song {
  /** Object URL of the downloaded file, for playback and download. */
  readonly url: string;
  readonly format: string;
  readonly seconds: number;
}

export interface MusicWork {
  readonly task: MusicGeneration;
  readonly songs: readonly Song[];
}

const askEveryMs = 1_000;

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new DOMException('stopped', 'AbortError'));
    });
  });
}

async function fetchSong(caller: Caller, { id }: MusicGeneration, index: number): Promise<string> {
  const path = `/music/generations/${id}/content?index=${String(index)}`;
  const answer = await callGateway(caller, { path, method: 'GET' });
  if (!answer.ok) throw new Error(`HTTP ${String(answer.status)}`);
  return URL.createObjectURL(await answer.blob());
}

/** Polls a task until it ends, and downloads its songs. The files get object URLs, which play in every browser. */
export async function followTask(
  caller: Caller,
  begun: MusicGeneration,
  signal: AbortSignal,
  show: (work: MusicWork) => void,
): Promise<MusicWork> {
  let task = begun;
  while (task.status === 'queued' || task.status === 'in_progress') {
    show({ task, songs: [] });
    await pause(askEveryMs, signal);
    const answer = await callGateway(caller, { path: `/music/generations/${task.id}`, method: 'GET', signal });
    // A refused poll does not affect the task, so polling continues.
    if (answer.ok) task = (await answer.json()) as MusicGeneration;
  }
  show({ task, songs: [] });
  const songs = await Promise.all(
    task.data.map(async ({ format, duration }, index) => ({
      url: await fetchSong(caller, task, index),
      format,
      seconds: duration ?? 0,
    })),
  );
  return { task, songs };
}

/** Cancels a task; only its state shows whether that was in time. */
export async function cancelTask(caller: Caller, id: string): Promise<void> {
  await callGateway(caller, { path: `/music/generations/${id}/cancel` });
}
