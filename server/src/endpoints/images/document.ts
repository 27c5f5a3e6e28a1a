import {
  imageEditEvent,
  imageEditRequest,
  imageGeneration,
  imageGenerationEvent,
  imageGenerationRequest,
} from '@tollgate/contract/model-api/images';
import type { ModelEndpointDocument } from '../endpoint.ts';

/** What the reference says of images from a text. */
export const generationsDocument: ModelEndpointDocument = {
  summary: 'Image generation',
  inShort: 'images from a text, as base64 or as addresses',
  description:
    'Draws 1 to 10 images; one of them alone can be watched while it grows (`stream`, `partial_images`). Fields that are not listed pass through to the provider. ' +
    'A request is answered or refused within 110 s, and what took longer is not charged and may be repeated. ' +
    'Charged only when the whole answer was delivered with status 200; every other ending is free.',
  request: { name: 'ImageGenerationRequest', schema: imageGenerationRequest },
  example: { model: 'sandbox/image', prompt: 'A red fox in the snow' },
  answer: { name: 'ImageGeneration', schema: imageGeneration },
  event: { name: 'ImageGenerationEvent', schema: imageGenerationEvent, last: 'event: image_generation.completed' },
};

/** What the reference says of images from images. */
export const editsDocument: ModelEndpointDocument = {
  summary: 'Image edits',
  inShort: 'images from images and a text, sent as a form',
  description:
    'Draws 1 to 10 images from 1 to 16 others, sent as files of a form (`multipart/form-data`): `image`, or `image[]` for each of ' +
    'several, and `mask`. Everything else is as for image generations.',
  request: { name: 'ImageEditRequest', schema: imageEditRequest },
  example: { model: 'sandbox/image', prompt: 'The same fox in summer', image: 'fox.png' },
  answer: { name: 'ImageGeneration', schema: imageGeneration },
  event: { name: 'ImageEditEvent', schema: imageEditEvent, last: 'event: image_edit.completed' },
};
