import type { Dialect } from '../dialect.ts';
import type { MusicUpstream } from '../music-upstream.ts';
import { inWords, jsonBody } from '../shared/music/in-words.ts';
import { soundsDone, unclear } from '../shared/music/reports.ts';
import { readRefusal } from '../shared/read-refusal.ts';

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
    // No further steps are needed: only the first bytes are examined.
    yield;
    return contentType.startsWith('audio/') ? soundsDone([bytes]) : unclear('the answer is no sound');
  },
  polling: null,
  readRefusal,
};

/** The response to the submission is the song itself, as bytes. */
export const musicElevenlabsDialect: Dialect = {
  name: 'music-elevenlabs',
  kind: 'music',
  client: null,
  serves: new Map(),
  music,
};
