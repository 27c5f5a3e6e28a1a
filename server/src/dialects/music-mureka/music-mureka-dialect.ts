import type { Dialect } from '../dialect.ts';
import type { MusicUpstream, TaskPlan, TaskReport } from '../music-upstream.ts';
import { fieldsOf } from '../shared/fields-of.ts';
import { inWords, jsonBody } from '../shared/music/in-words.ts';
import { readMusicDocument } from '../shared/music/read-document.ts';
import { addressesDone, failed, lengthMs, running, songAt, textOr, unclear } from '../shared/music/reports.ts';
import { readRefusal } from '../shared/read-refusal.ts';

const underWay: ReadonlySet<unknown> = new Set(['preparing', 'queued', 'running', 'streaming', 'reviewing']);
const over: ReadonlySet<unknown> = new Set(['failed', 'timeouted', 'cancelled']);

const instrumentalPrefix = 'instrumental/';

/** Instrumental music has a separate URL and therefore a separate model: a task must be polled where it was submitted. */
function placeOf({ upstreamModel }: TaskPlan): { readonly path: string; readonly model: string } {
  return upstreamModel.startsWith(instrumentalPrefix)
    ? { path: '/instrumental', model: upstreamModel.slice(instrumentalPrefix.length) }
    : { path: '/song', model: upstreamModel };
}

function* readPoll({ bytes }: { readonly bytes: Buffer }): Generator<undefined, TaskReport> {
  const document = yield* readMusicDocument(bytes);
  const { status, choices, failed_reason: reason, progress } = document?.fields ?? {};
  if (underWay.has(status)) return running(progress);
  if (over.has(status)) return failed('upstream', `the task ${String(status)} there`, reason);
  if (status !== 'succeeded') return unclear('the answer names no state');
  const songs = (Array.isArray(choices) ? choices : []).map((choice) => {
    const { url, duration, title } = fieldsOf(choice);
    return songAt(url, { title: textOr(title), durationMs: lengthMs(duration, 1) });
  });
  return addressesDone(songs);
}

const music: MusicUpstream = {
  submit(request, plan) {
    const { path, model } = placeOf(plan);
    const prompt = inWords(request, { length: true });
    const lyrics = path === '/song' ? request.lyrics : null;
    return { method: 'POST', path: `${path}/generate`, body: jsonBody({ model, prompt, lyrics, n: request.songs }) };
  },
  *readSubmit({ bytes }) {
    const document = yield* readMusicDocument(bytes);
    const { id } = document?.fields ?? {};
    if (typeof id === 'string' || typeof id === 'number') return { state: 'accepted', upstreamId: String(id).slice(0, 200) };
    return unclear('the answer names no task');
  },
  polling: {
    poll: (id, plan) => ({ method: 'GET', path: `${placeOf(plan).path}/query/${encodeURIComponent(id)}`, body: null }),
    readPoll,
    cancel: null,
  },
  readRefusal,
};

/** Tasks for songs and for instrumental music. */
export const musicMurekaDialect: Dialect = { name: 'music-mureka', kind: 'music', client: null, serves: new Map(), music };
