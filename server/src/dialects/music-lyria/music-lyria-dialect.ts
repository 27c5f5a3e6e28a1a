import type { Dialect } from '../dialect.ts';
import type { MusicUpstream, TaskReport } from '../music-upstream.ts';
import { fieldsOf } from '../shared/fields-of.ts';
import { inWords, jsonBody } from '../shared/music/in-words.ts';
import { readMusicDocument } from '../shared/music/read-document.ts';
import { failed, soundsDone, textOr, unclear } from '../shared/music/reports.ts';
import { readRefusal } from '../shared/read-refusal.ts';

/** Finish reasons for a song that was refused because of the request's content. */
const refusedFor: ReadonlySet<unknown> = new Set([
  ...['SAFETY', 'PROHIBITED_CONTENT', 'BLOCKLIST', 'RECITATION', 'SPII', 'IMAGE_SAFETY', 'LANGUAGE'],
]);

function* readSubmit({ bytes }: { readonly bytes: Buffer }): Generator<undefined, Exclude<TaskReport, { state: 'running' }>> {
  const document = yield* readMusicDocument(bytes);
  if (document === null) return unclear('the answer is no JSON object');
  const { candidates, promptFeedback: feedback } = document.fields;
  const blocked = textOr(fieldsOf(feedback).blockReason);
  if (blocked !== null) return failed('content', 'it blocked the prompt');
  const { content, finishReason } = fieldsOf(Array.isArray(candidates) ? candidates[0] : null);
  if (refusedFor.has(finishReason)) return failed('content', 'it broke off because of the content');
  const { parts } = fieldsOf(content);
  const sounds: (Buffer | null)[] = [];
  const texts: string[] = [];
  for (const part of Array.isArray(parts) ? parts : []) {
    const { inlineData: inline, text } = fieldsOf(part);
    if (inline !== undefined) sounds.push(yield* document.sound(fieldsOf(inline).data, 'base64'));
    if (typeof text === 'string') texts.push(text);
  }
  if (finishReason !== 'STOP') return unclear('the answer did not end');
  return soundsDone(sounds, { lyrics: textOr(texts.join('\n')) });
}

const music: MusicUpstream = {
  submit(request, plan) {
    const lyrics = request.lyrics === null ? '' : `\nLyrics:\n${request.lyrics}`;
    const text = inWords(request, { length: true, instrumental: true }) + lyrics;
    return {
      method: 'POST',
      path: `/models/${encodeURIComponent(plan.upstreamModel)}:generateContent`,
      body: jsonBody({
        contents: [{ role: 'user', parts: [{ text }] }],
        generationConfig: {
          responseModalities: ['AUDIO', 'TEXT'],
          ...(request.seed === null ? {} : { seed: request.seed }),
        },
      }),
    };
  },
  readSubmit,
  polling: null,
  readRefusal,
};

/** The song is part of a generated answer, next to its lyrics. */
export const musicLyriaDialect: Dialect = { name: 'music-lyria', kind: 'music', client: null, serves: new Map(), music };
