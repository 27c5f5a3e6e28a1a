import { musicGeneration, musicGenerationRequest } from '@tollgate/contract/model-api/music';
import type { ModelEndpointDocument } from '../endpoint.ts';

/** What the reference says of music. */
export const document: ModelEndpointDocument = {
  summary: 'Music generation',
  inShort: 'songs from a text, as a task that takes minutes',
  description:
    'Begins a task and answers how far it is; ask for it again until it has ended, or wait for it (`wait`). ' +
    'What a model can do is checked before any provider is asked. The expected cost is set aside at once; a task is charged when its songs ' +
    'are stored here, and every other end is free. Songs are kept for 7 days, at addresses that need no key.',
  request: { name: 'MusicGenerationRequest', schema: musicGenerationRequest },
  example: { model: 'sandbox/music', prompt: 'Rain on a tin roof', duration: 30, tags: ['calm', 'piano'] },
  answer: { name: 'MusicGeneration', schema: musicGeneration },
  event: null,
};
