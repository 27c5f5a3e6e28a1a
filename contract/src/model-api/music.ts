import { z } from 'zod';

/** The shapes of music generation for the reference and for clients. The request path checks by hand. */
export const musicGenerationRequest = z.object({
  model: z.string().min(1).describe('A name of `GET /v1/models` of the kind `music`.'),
  prompt: z.string().min(1).describe('What the music shall be like.'),
  duration: z.int().nullish().describe('Seconds, within what the model can do; most take 30 to 300.'),
  tags: z
    .union([z.array(z.string()), z.string()])
    .nullish()
    .describe('A list, or words with commas between them. Some models know a list of their own.'),
  lyrics: z.string().nullish().describe('What is sung.'),
  instrumental: z.boolean().nullish(),
  title: z.string().nullish(),
  n: z.int().min(1).nullish().describe('How many songs; those that are made are charged.'),
  seed: z.int().min(0).nullish(),
  response_format: z
    .enum(['url', 'b64_json'])
    .nullish()
    .describe('As what the songs of the finished task are answered: addresses, or base64 inside of the answer.'),
  output_format: z.enum(['mp3', 'wav']).nullish().describe('A wish: `format` of each song says what it is.'),
  wait: z
    .union([z.boolean(), z.int().min(0)])
    .nullish()
    .describe('Answer only when it has ended, or after so many seconds; at most 110. As the header `Prefer: wait=<seconds>`.'),
  user: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
});

const song = z.object({
  id: z.string(),
  url: z.string().optional().describe('Leads to the file for a day, without a key; asking again gives a fresh address.'),
  b64_json: z.string().optional().describe('In place of `url` where `b64_json` was asked for; lists of tasks have addresses.'),
  format: z.enum(['mp3', 'wav']),
  title: z.string().nullable(),
  tags: z.array(z.string()),
  lyrics: z.string().nullable(),
  duration: z.number().nullable().describe('Seconds, as the provider says.'),
  image_url: z.null(),
});

export const musicGeneration = z.object({
  id: z.string().describe('`music_…`'),
  object: z.literal('music.generation'),
  created_at: z.int().describe('Seconds since the epoch.'),
  completed_at: z.int().nullable(),
  expires_at: z.int().nullable().describe('Until then the songs are kept.'),
  model: z.string(),
  status: z.enum(['queued', 'in_progress', 'completed', 'failed', 'cancelled', 'expired']),
  progress: z.int().min(0).max(100),
  prompt: z.string().nullable().describe('As sent.'),
  duration: z.int().nullable().describe('Seconds, as sent; `null`: as long as the model likes.'),
  tags: z.array(z.string()).describe('As sent.'),
  data: z.array(song),
  usage: z.object({ songs: z.int(), seconds: z.number() }).nullable().describe('What was charged for; `null` unless completed.'),
  error: z
    .object({ code: z.string(), message: z.string(), type: z.string(), param: z.string().nullable() })
    .nullable()
    .describe('Why there is no music. Such a task costs nothing.'),
});
export type MusicGeneration = z.infer<typeof musicGeneration>;
