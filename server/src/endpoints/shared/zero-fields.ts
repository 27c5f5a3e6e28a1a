import { zeroFields } from '../../json/leave-out-zeros.ts';

/** For all operations that generate text. */
export const generationZeroFields = [
  ['max_tokens', 'number'],
  ['max_completion_tokens', 'number'],
  ['n', 'number'],
  ['stop', 'text', 'list'],
  ['stream_options', 'object'],
  ['logit_bias', 'object'],
  ['user', 'text'],
  ['service_tier', 'text'],
] as const;

export const generationZeros = zeroFields(generationZeroFields);

/** For all operations that generate images. */
export const imageZeros = zeroFields([
  ['n', 'number'],
  ['size', 'text'],
  ['quality', 'text'],
  ['style', 'text'],
  ['background', 'text'],
  ['moderation', 'text'],
  ['input_fidelity', 'text'],
  ['output_format', 'text'],
  ['response_format', 'text'],
  ['user', 'text'],
]);
