import type { Dialect } from '../dialect.ts';
import type { MusicUpstream } from '../music-upstream.ts';
import { fieldsOf } from '../shared/fields-of.ts';
import { inWords, jsonBody } from '../shared/music/in-words.ts';
import { failed, soundsDone, unclear } from '../shared/music/reports.ts';
import { readRefusal } from '../shared/read-refusal.ts';

/** What it calls its own refusals, whatever their status. */
function reasonOf(bytes: Buffer): { readonly reason: unknown; readonly words: unknown } {
  try {
    const { detail } = fieldsOf(JSON.parse(bytes.toString('utf8', 0, 64 * 1024)));
    const { status, code, message } = fieldsOf(detail);
    return { reason: status ?? code, words: message };
  } catch {
    return { reason: null, words: null };
  }
}

const music: MusicUpstream = {
  submit: (request, plan) => ({
    method: 'POST',
    path: '/music?output_format=mp3_44100_128',
    body: jsonBody({
      model_id: plan.upstreamModel,
      prompt: request.lyrics === null ? inWords(request) : `${inWords(request)}\nLyrics:\n${request.lyrics}`,
      music_length_ms: request.durationSeconds === null ? null : request.durationSeconds * 1000,
      force_instrumental: request.instrumental ? true : null,
    }),
  }),
  *readSubmit({ contentType, bytes }) {
    // Nothing is cut into steps here: not a byte is looked at but the first ones.
    yield;
    return contentType.startsWith('audio/') ? soundsDone([bytes]) : unclear('the answer is no sound');
  },
  polling: null,
  readRefusal(status, bytes) {
    const { reason, words } = reasonOf(bytes);
    if (reason === 'quota_exceeded') return failed('credentials', '').refusal;
    if (reason === 'bad_prompt' || reason === 'bad_composition_plan') return failed('content', '', words).refusal;
    return readRefusal(status, bytes);
  },
};

/** The answer to the submission is the song, as bytes. */
export const musicElevenlabsDialect: Dialect = {
  ...{ name: 'music-elevenlabs', kind: 'music', client: null },
  ...{ serves: new Map(), music },
};
