import type { FormRules } from '../../forms/form-rules.ts';
import type { FormPart, ScannedBody } from '../../json/scanned-body.ts';
import type { ModelEndpoint, ModelRequest } from '../endpoint.ts';
import { invalid, missing } from '../shared/checks.ts';
import { editsDocument as document } from './document.ts';
import { estimateImages } from './estimate.ts';
import { readImageRequest } from './image-request.ts';
import { imageZeros } from '../shared/zero-fields.ts';

const form: FormRules = {
  files: new Map([
    ['image', 16],
    ['mask', 1],
  ]),
  integers: new Set(['n', 'output_compression', 'partial_images']),
  flags: new Set(['stream']),
};

/** Media types for which a file is an image, or its type is unknown. */
const imageTypes = /^(?:image\/|application\/octet-stream$)/;

function isImage({ name, file }: FormPart): boolean {
  return file !== null && name !== 'mask';
}

function read(body: ScannedBody): ModelRequest {
  const request = readImageRequest(body);
  const parts = body.form ?? [];
  if (!parts.some(isImage)) throw missing('image', 'send the image to edit as a file');
  for (const { name, file } of parts)
    if (file !== null && !imageTypes.test(file.type)) throw invalid(name, 'must be an image, such as "Content-Type: image/png"');
  return request;
}

/** Generates images from images and text. */
export const imagesEdits: ModelEndpoint = {
  name: 'images.edits',
  kind: 'image',
  method: 'POST',
  path: '/images/edits',
  dialect: 'image-edits',
  form,
  zeroMeansUnset: imageZeros,
  document,
  read,
  estimate: estimateImages,
};
