import { z } from 'zod';

/** Music generation schemas for the reference and for clients. The request path validates by hand. */
export const musicGenerationRequest = z.object({
  model: z.string().min(1).describe('A name of `GET /v1/models` of the kind `music`.'),
  prompt: z.string().min(1).describe('Description of the music.'),
  duration: z.int().nullish().describe('Seconds within the range of the model, usually 30 to 300.'),
  tags: z
    .union([z.array(z.string()), z.string()])
    .nullish()
    .describe('A list, or words separated by commas. Some models support only certain tags.'),
  lyrics: z.string().nullish().describe('Lyrics of the song.'),
  instrumental: z.boolean().nullish(),
  title: z.string().nullish(),
  n: z.int().min(1).nullish().describe('Number of songs; completed songs are charged.'),
  seed: z.int().min(0).nullish(),
  response_format: z
    .enum(['url', 'b64_json'])
    .nullish()
    .describe('Form of the finished songs: addresses, or base64 in the response.'),
  output_format: z.enum(['mp3', 'wav']).nullish().describe('Preferred format; see `format` of each song for the actual one.'),
  wait: z
    .union([z.boolean(), z.int().min(0)])
    .nullish()
    .describe('Seconds to wait for completion, at most 110. Same as the header `Prefer: wait=<seconds>`.'),
  user: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
});

const song = z.object({
  id: z.string(),
  url: z.string().optional().describe('Address of the file, valid for a day without a key. A new request returns a new address.'),
  b64_json: z.string().optional().describe('Replaces `url` if `b64_json` was requested; task lists have addresses.'),
  format: z.enum(['mp3', 'wav']),
  title: z.string().nullable(),
  tags: z.array(z.string()),
  lyrics: z.string().nullable(),
  duration: z.number().nullable().describe('Seconds, as reported by the provider.'),
  image_url: z.null(),
});

export const musicGeneration = z.object({
  id: z.string().describe('`music_…`'),
  object: z.literal('music.generation'),
  created_at: z.int().describe('Seconds since the epoch.'),
  completed_at: z.int().nullable(),
  expires_at: z.int().nullable().describe('When the songs are deleted.'),
  model: z.string(),
  status: z.enum(['queued', 'in_progress', 'completed', 'failed', 'cancelled', 'expired']),
  progress: z.int().min(0).max(100),
  prompt: z.string().nullable().describe('As sent.'),
  duration: z.int().nullable().describe('Seconds, as sent; `null`: chosen by the model.'),
  tags: z.array(z.string()).describe('As sent.'),
  data: z.array(song),
  usage: z.object({ songs: z.int(), seconds: z.number() }).nullable().describe('Charged quantities; `null` unless completed.'),
  error: z
    .object({ code: z.string(), message: z.string(), type: z.string(), param: z.string().nullable() })
    .nullable()
    .describe('Why the task failed. A failed task is not charged.'),
});
export type MusicGeneration = z.infer<typeof musicGeneration>;
