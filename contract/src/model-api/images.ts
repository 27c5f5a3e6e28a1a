import { z } from 'zod';

/**
 * Image generation schemas for the reference and for clients. Objects are loose: unknown fields pass through to the provider and back. The
 * request path validates by hand to avoid the cost of a schema.
 */
export const imageQualities = ['auto', 'low', 'medium', 'high', 'xhigh', 'max', 'standard', 'hd'] as const;
export type ImageQuality = (typeof imageQualities)[number];

export const imageGenerationRequest = z.looseObject({
  model: z.string().min(1).describe('A name of `GET /v1/models` of the kind `image`.'),
  prompt: z.string().min(1).max(32_000),
  n: z.int().min(1).max(10).nullish().describe('Number of images; delivered images are charged.'),
  size: z
    .string()
    .nullish()
    .describe('`auto`, or width and height in pixels such as `1024x1024`; supported sizes depend on the model.'),
  quality: z.enum(imageQualities).nullish(),
  style: z.string().nullish(),
  background: z.string().nullish().describe('`transparent`, `opaque` or `auto`.'),
  moderation: z.string().nullish().describe('`low` or `auto`.'),
  output_format: z.string().nullish().describe('`png`, `jpeg` or `webp`.'),
  output_compression: z.int().min(0).max(100).nullish().describe('In percent.'),
  response_format: z
    .enum(['url', 'b64_json'])
    .nullish()
    .describe('Preferred form. If it is not available, the other form is returned and `x-tollgate-dropped` lists this field.'),
  stream: z.boolean().nullish().describe('Streams one image in events; not together with `n`.'),
  partial_images: z.int().min(0).max(3).nullish().describe('Number of partial images to send first.'),
  user: z.string().nullish(),
});
export type ImageGenerationRequest = z.infer<typeof imageGenerationRequest>;

const file = z.string().meta({ format: 'binary' });

export const imageEditRequest = z.looseObject({
  ...imageGenerationRequest.shape,
  image: z.union([file, z.array(file).min(1).max(16)]).describe('The image to edit, or up to 16 in `image[]`.'),
  mask: file.nullish().describe('Transparent areas of the mask are redrawn.'),
  input_fidelity: z.string().nullish().describe('`low` or `high`.'),
});
export type ImageEditRequest = z.infer<typeof imageEditRequest>;

const tokens = z.int().min(0);

export const imageGeneration = z.looseObject({
  created: z.int().optional().describe('Seconds since the epoch.'),
  data: z
    .array(
      z.looseObject({
        b64_json: z.string().nullish().describe('The image in base64.'),
        url: z.string().nullish().describe('Address of the image at the provider, usually valid for a few hours.'),
        revised_prompt: z.string().nullish(),
      }),
    )
    .min(1)
    .max(10)
    .describe('At least one image, and at most `n`; each has `b64_json` or `url`.'),
  usage: z
    .looseObject({
      input_tokens: tokens,
      output_tokens: tokens,
      total_tokens: tokens,
      input_tokens_details: z.looseObject({ text_tokens: tokens.nullish(), image_tokens: tokens.nullish() }).nullish(),
    })
    .nullish(),
});
export type ImageGeneration = z.infer<typeof imageGeneration>;

/** One event of a streamed image. */
function event<Prefix extends string>(prefix: Prefix) {
  return z.looseObject({
    type: z.enum([`${prefix}.partial_image`, `${prefix}.completed`]),
    b64_json: z.string().describe('The current image in base64.'),
    partial_image_index: z.int().min(0).optional(),
    usage: imageGeneration.shape.usage,
  });
}

export const imageGenerationEvent = event('image_generation');
export const imageEditEvent = event('image_edit');
