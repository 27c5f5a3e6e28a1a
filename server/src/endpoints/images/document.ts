import {
  imageEditEvent,
  imageEditRequest,
  imageGeneration,
  imageGenerationEvent,
  imageGenerationRequest,
} from '@tollgate/contract/model-api/images';
import type { ModelEndpointDocument } from '../endpoint.ts';

/** The reference's description of image generation. */
export const generationsDocument: ModelEndpointDocument = {
  summary: 'Image generation',
  inShort: 'images from a text, as base64 or as addresses',
  description:
    'Creates 1 to 10 images. A single image can be streamed (`stream`, `partial_images`). Unlisted fields are passed to the provider. ' +
    'A request completes or fails within 110 s; a request that took longer is not charged and can be retried. ' +
    'A call is charged only if the whole response was delivered with status 200.',
  request: { name: 'ImageGenerationRequest', schema: imageGenerationRequest },
  example: { model: 'sandbox/image', prompt: 'A red fox in the snow' },
  answer: { name: 'ImageGeneration', schema: imageGeneration },
  event: { name: 'ImageGenerationEvent', schema: imageGenerationEvent, last: 'event: image_generation.completed' },
};

/** The reference's description of image edits. */
export const editsDocument: ModelEndpointDocument = {
  summary: 'Image edits',
  inShort: 'images from images and a text, sent as a form',
  description:
    'Creates 1 to 10 images from 1 to 16 images, sent as files in `multipart/form-data`: `image`, or `image[]` for ' +
    'several, and `mask`. All other fields are those of image generations.',
  request: { name: 'ImageEditRequest', schema: imageEditRequest },
  example: { model: 'sandbox/image', prompt: 'The same fox in summer', image: 'fox.png' },
  answer: { name: 'ImageGeneration', schema: imageGeneration },
  event: { name: 'ImageEditEvent', schema: imageEditEvent, last: 'event: image_edit.completed' },
};
