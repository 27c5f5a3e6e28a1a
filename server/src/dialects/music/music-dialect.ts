import type { ErrorCode } from '@tollgate/contract/errors';
import type { Dialect } from '../dialect.ts';
import type { MusicUpstream, TaskAnswer, TaskReport } from '../music-upstream.ts';
import { clientSide } from '../shared/client-side.ts';
import { fieldsOf, type Fields } from '../shared/fields-of.ts';
import { jsonBody } from '../shared/music/in-words.ts';
import { readMusicDocument } from '../shared/music/read-document.ts';
import {
  addressesDone,
  failed,
  lengthMs,
  running,
  songAt,
  soundsDone,
  textOr,
  unclear,
  type WhyFailed,
} from '../shared/music/reports.ts';
import { readRefusal } from '../shared/read-refusal.ts';

const clientFaults: ReadonlyMap<unknown, WhyFailed> = new Map<ErrorCode, WhyFailed>([
  ['content_policy_violation', 'content'],
  ['invalid_parameter', 'parameter'],
]);

function report(fields: Fields): TaskReport {
  const { status, progress, data, error } = fields;
  if (status === 'queued' || status === 'in_progress') return running(progress);
  if (status === 'failed' || status === 'cancelled' || status === 'expired') {
    const { code, message } = fieldsOf(error);
    return failed(clientFaults.get(code) ?? 'upstream', `the task is ${status} there`, message);
  }
  if (status !== 'completed') return unclear('the answer names no state');
  const songs = (Array.isArray(data) ? data : []).map((song) => {
    const { url, title, tags, lyrics, duration } = fieldsOf(song);
    const words = (Array.isArray(tags) ? tags : []).filter((tag) => typeof tag === 'string');
    const facts = { title: textOr(title), tags: words, lyrics: textOr(lyrics), durationMs: lengthMs(duration, 1000) };
    return songAt(url, facts);
  });
  return addressesDone(songs);
}

/** Files concatenated; each begins with its length. */
function* wavesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at + 8 <= bytes.length;) {
    const end = at + 8 + bytes.readUInt32LE(at + 4);
    yield bytes.subarray(at, end);
    at = end;
  }
}

/** The files form one body, so an invalid one means that the body was cut. */
function wavesDone(waves: readonly Buffer[]): TaskReport {
  const done = soundsDone(waves);
  return done.state === 'done' && done.songs.length < waves.length ? unclear('what should be a song is no sound') : done;
}

function* readPoll({ contentType, bytes }: TaskAnswer): Generator<undefined, TaskReport> {
  if (contentType === 'audio/wav') return wavesDone([...wavesOf(bytes)]);
  const document = yield* readMusicDocument(bytes);
  return document === null ? unclear('the answer is no JSON object') : report(document.fields);
}

const path = '/music/generations';

const music: MusicUpstream = {
  submit: (request, plan) => ({
    method: 'POST',
    path,
    body: jsonBody({
      model: plan.upstreamModel,
      prompt: request.prompt,
      duration: request.durationSeconds,
      tags: request.tags.length === 0 ? null : request.tags,
      lyrics: request.lyrics,
      instrumental: request.instrumental ? true : null,
      title: request.title,
      n: request.songs,
      seed: request.seed,
      output_format: request.outputFormat,
      metadata: request.metadata ?? null,
    }),
  }),
  *readSubmit({ bytes }) {
    const document = yield* readMusicDocument(bytes);
    if (document === null) return unclear('the answer is no JSON object');
    const at = report(document.fields);
    const id = textOr(document.fields.id);
    if (at.state !== 'running') return at;
    return id === null ? unclear('the answer names no task') : { state: 'accepted', upstreamId: id };
  },
  polling: {
    poll: (id) => ({ method: 'GET', path: `${path}/${encodeURIComponent(id)}`, body: null }),
    readPoll,
    cancel: (id) => ({ method: 'DELETE', path: `${path}/${encodeURIComponent(id)}`, body: null }),
  },
  readRefusal,
};

/** Our own API as an upstream: the sandbox, which returns its songs as bytes, and other gateways like this one. */
export const musicDialect: Dialect = { name: 'music', kind: 'music', client: clientSide, serves: new Map(), music };
