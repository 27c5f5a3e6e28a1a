import type { ModelEndpoint } from '../endpoint.ts';
import { generationsDocument as document } from './document.ts';
import { estimateImages } from './estimate.ts';
import { readImageRequest as read } from './image-request.ts';
import { imageZeros } from '../shared/zero-fields.ts';

/** Generates images from text. */
export const imagesGenerations: ModelEndpoint = {
  name: 'images.generations',
  kind: 'image',
  method: 'POST',
  path: '/images/generations',
  dialect: 'images',
  form: null,
  zeroMeansUnset: imageZeros,
  document,
  read,
  estimate: estimateImages,
};
