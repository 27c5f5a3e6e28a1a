import { zeroFields } from '../../json/leave-out-zeros.ts';
import { quantitiesOf } from '@tollgate/contract/quantities';
import { routingFields } from '@tollgate/contract/model-api/routing-fields';
import { noUsage, type Usage } from '@tollgate/contract/usage';
import { KnownNames } from '../../json/known-names.ts';
import type { Estimate, EstimateFacts, ModelEndpoint, ModelRequest } from '../endpoint.ts';
import type { ScannedBody } from '../../json/scanned-body.ts';
import { refuseMistakable } from '../shared/checks.ts';
import { readModel } from '../shared/read-model.ts';
import { document } from './document.ts';
import { fields, readMusicRequest, usualMusicFacts } from './music-request.ts';
import { answerTask, taskName } from './show-task.ts';

const requestNames = new KnownNames([
  ...['model', 'prompt', 'duration', 'tags', 'n', ...fields.map(([name]) => name)],
  ...routingFields,
]);

/** Reads the fields that do not depend on the model; all others wait for its record. */
function read({ value }: ScannedBody): ModelRequest {
  refuseMistakable(value, requestNames);
  const model = readModel(value);
  const choices = typeof value.n === 'number' && Number.isInteger(value.n) && value.n > 0 && value.n <= 100 ? value.n : 1;
  return { model, stream: false, includeUsage: false, outputTokensMax: null, choices, serviceTier: null };
}

function songs(count: number, seconds: number): Usage {
  const more = quantitiesOf([
    ['song', count],
    ['output_audio_ms', count * seconds * 1000],
  ]);
  return { ...noUsage, more };
}

/** The requested number and length of songs; at worst the model's maximum length. */
function estimate({ choices }: ModelRequest, { value }: ScannedBody, { music = usualMusicFacts }: EstimateFacts): Estimate {
  const { usual, max } = music.durationSeconds;
  const seconds = typeof value.duration === 'number' ? value.duration : usual;
  return { expected: songs(choices, seconds), worst: songs(choices, max), input: noUsage };
}

/** Generates songs from text. */
export const musicGenerations: ModelEndpoint = {
  name: 'music.generations',
  kind: 'music',
  method: 'POST',
  path: '/music/generations',
  dialect: 'music',
  form: null,
  zeroMeansUnset: zeroFields([
    ['n', 'number'],
    ['duration', 'number'],
    ['title', 'text'],
    ['response_format', 'text'],
    ['output_format', 'text'],
    ['user', 'text'],
  ]),
  document,
  read,
  estimate,
  music: { read: readMusicRequest, show: answerTask, nameOf: taskName },
};
