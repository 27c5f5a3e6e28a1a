import { musicGeneration, musicGenerationRequest } from '@tollgate/contract/model-api/music';
import type { ModelEndpointDocument } from '../endpoint.ts';

/** The reference's description of music. */
export const document: ModelEndpointDocument = {
  summary: 'Music generation',
  inShort: 'songs from a text, as a task that takes minutes',
  description:
    'Creates a task and returns its state. Poll the task until it has ended, or wait for it (`wait`). ' +
    'The request is checked against the capabilities of the model first. The expected cost is reserved; a task is charged only once its songs ' +
    'are stored here. Songs are kept for 7 days at addresses that need no key.',
  request: { name: 'MusicGenerationRequest', schema: musicGenerationRequest },
  example: { model: 'sandbox/music', prompt: 'Rain on a tin roof', duration: 30, tags: ['calm', 'piano'] },
  answer: { name: 'MusicGeneration', schema: musicGeneration },
  event: null,
};
