import type { MusicUpstream, TaskReport } from '../music-upstream.ts';
import type { Dialect } from '../dialect.ts';
import { fieldsOf } from '../shared/fields-of.ts';
import { inWords, jsonBody } from '../shared/music/in-words.ts';
import { readMusicDocument } from '../shared/music/read-document.ts';
import { failed, lengthMs, soundsDone, unclear, type WhyFailed } from '../shared/music/reports.ts';
import { readRefusal } from '../shared/read-refusal.ts';

/** Meanings of the error numbers that arrive with status 200. Any other number is a fault of the upstream. */
const faults: ReadonlyMap<number, WhyFailed> = new Map([
  [1004, 'credentials'],
  [1008, 'credentials'],
  [2049, 'credentials'],
  [1026, 'content'],
  [1027, 'content'],
  // A fault in the request that we created: another route may accept it.
  [2013, 'request'],
]);

function* readSubmit({ bytes }: { readonly bytes: Buffer }): Generator<undefined, Exclude<TaskReport, { state: 'running' }>> {
  const document = yield* readMusicDocument(bytes);
  if (document === null) return unclear('the answer is no JSON object');
  const { base_resp: verdict, data, extra_info: extra } = document.fields;
  const { status_code: code, status_msg: words } = fieldsOf(verdict);
  if (code !== 0)
    return failed(faults.get(Number(code)) ?? 'upstream', `it answers 200 with code ${String(Number(code))}`, words);
  const sound = yield* document.sound(fieldsOf(data).audio, 'hex');
  return soundsDone([sound], { durationMs: lengthMs(fieldsOf(extra).music_duration, 1) });
}

const music: MusicUpstream = {
  submit: (request, plan) => ({
    method: 'POST',
    path: '/music_generation',
    body: jsonBody({
      model: plan.upstreamModel,
      prompt: inWords(request, { length: true }),
      lyrics: request.lyrics,
      is_instrumental: request.instrumental ? true : null,
      // The model sings only the given lyrics, unless it is allowed to write them.
      lyrics_optimizer: request.lyrics === null && !request.instrumental ? true : null,
      // In the answer itself: the hosts of its URLs are not documented.
      output_format: 'hex',
      audio_setting: { sample_rate: 44_100, bitrate: 256_000, format: 'mp3' },
    }),
  }),
  readSubmit,
  polling: null,
  readRefusal,
};

/** The response to the submission contains the songs. Failures also have status 200. */
export const musicMinimaxDialect: Dialect = { name: 'music-minimax', kind: 'music', client: null, serves: new Map(), music };
