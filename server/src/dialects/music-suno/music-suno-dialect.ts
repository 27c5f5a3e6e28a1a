import type { Dialect } from '../dialect.ts';
import type { MusicUpstream, TaskReport } from '../music-upstream.ts';
import { fieldsOf } from '../shared/fields-of.ts';
import { inWords, jsonBody } from '../shared/music/in-words.ts';
import { readMusicDocument, type MusicDocument } from '../shared/music/read-document.ts';
import { addressesDone, failed, lengthMs, running, songAt, textOr, unclear, type WhyFailed } from '../shared/music/reports.ts';
import { readRefusal } from '../shared/read-refusal.ts';

/** States that these proxies use, in lower case; some write them in upper case. */
const underWay: ReadonlySet<string> = new Set([
  ...['not_start', 'submitted', 'queued', 'queueing', 'pending', 'in_progress', 'processing', 'text_success', 'streaming'],
]);
const done: ReadonlySet<string> = new Set(['success', 'succeeded', 'complete', 'completed']);
const over: ReadonlySet<string> = new Set(['failure', 'failed', 'error', 'fail', 'cancelled']);

function lower(value: unknown): string {
  return typeof value === 'string' ? value.toLowerCase() : '';
}

/** The success code is a word or a number. */
function isGood(code: unknown): boolean {
  return code === 1 || code === 200 || ['success', '1', '200'].includes(lower(code));
}

/** The cause of a failed task. Only errors about the content are the fault of the request. */
function whyFailed(words: unknown): WhyFailed {
  return typeof words === 'string' && /sensitive|moderation|flagged|policy|copyright|artist name|违规|敏感/i.test(words)
    ? 'content'
    : 'upstream';
}

type BadVerdict = Extract<TaskReport, { state: 'failed' | 'unclear' }>;

/** `null` if the code reports success. With status 200 it may report anything. */
function badVerdict(document: MusicDocument | null): BadVerdict | null {
  if (document === null) return unclear('the answer is no JSON object');
  const { code, message, msg } = document.fields;
  if (isGood(code)) return null;
  return failed(whyFailed(message ?? msg), 'it answers 200 with a bad code', message ?? msg);
}

function* readPoll({ bytes }: { readonly bytes: Buffer }): Generator<undefined, TaskReport> {
  const document = yield* readMusicDocument(bytes);
  // A refused poll says nothing about the task.
  if (badVerdict(document) !== null) return unclear('the poll was refused');
  const { status, progress, fail_reason: reason, data } = fieldsOf(document?.fields.data);
  const state = lower(status);
  if (underWay.has(state)) return running(progress);
  if (over.has(state)) return failed(whyFailed(reason), 'the task failed there', reason);
  if (!done.has(state)) return unclear('the answer names no state');
  const songs = (Array.isArray(data) ? data : []).map((clip) => {
    const { audio_url: url, title, metadata } = fieldsOf(clip);
    const { tags, prompt, duration } = fieldsOf(metadata);
    const tagList = typeof tags === 'string' ? tags.split(',').map((tag) => tag.trim()) : [];
    const facts = { title: textOr(title), lyrics: textOr(prompt), durationMs: lengthMs(duration, 1000) };
    return songAt(url, { ...facts, tags: tagList.filter((tag) => tag !== '').slice(0, 50) });
  });
  return addressesDone(songs);
}

const music: MusicUpstream = {
  submit(request, plan) {
    const { lyrics, title, instrumental, tags, prompt } = request;
    // If there are lyrics, they are the prompt, and the style is sent as tags.
    const wish =
      lyrics === null
        ? { gpt_description_prompt: inWords(request, { length: true }) }
        : { prompt: lyrics, tags: [prompt, ...tags].join(', ') };
    const body = jsonBody({ mv: plan.upstreamModel, ...wish, title, make_instrumental: instrumental });
    return { method: 'POST', path: '/suno/submit/music', body };
  },
  *readSubmit({ bytes }) {
    const document = yield* readMusicDocument(bytes);
    const bad = badVerdict(document);
    if (bad !== null) return bad;
    const { data } = document?.fields ?? {};
    const id = textOr(data) ?? textOr(fieldsOf(data).task_id) ?? textOr(fieldsOf(data).taskId);
    return id === null ? unclear('the answer names no task') : { state: 'accepted', upstreamId: id.slice(0, 200) };
  },
  polling: {
    poll: (id) => ({ method: 'GET', path: `/suno/fetch/${encodeURIComponent(id)}`, body: null }),
    readPoll,
    cancel: null,
  },
  readRefusal,
};

/** Tasks of proxies in front of a vendor that has no public API; usually two songs each. */
export const musicSunoDialect: Dialect = { name: 'music-suno', kind: 'music', client: null, serves: new Map(), music };
