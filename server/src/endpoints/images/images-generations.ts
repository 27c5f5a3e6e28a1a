import type { ModelEndpoint } from '../endpoint.ts';
import { generationsDocument as document } from './document.ts';
import { estimateImages } from './estimate.ts';
import { readImageRequest as read } from './image-request.ts';

/** Texts into images. */
export const imagesGenerations: ModelEndpoint = {
  name: 'images.generations',
  kind: 'image',
  method: 'POST',
  path: '/images/generations',
  dialect: 'images',
  form: null,
  document,
  read,
  estimate: estimateImages,
};
