import { quantitiesOf, type Quantities, type QuantityName } from '@tollgate/contract/quantities';
import type { Usage } from '@tollgate/contract/usage';
import { figure } from '../figure.ts';
import { hasTools, readTools, type ToolFields } from './read-tools.ts';
import type { ReportCounts } from './usage-counts.ts';
import { member } from './usage-figures.ts';

/** 0 if missing, `null` for an invalid count. */
function detail(details: unknown, name: string): number | null {
  const found = figure(member(details, name));
  return found === undefined ? 0 : found;
}

interface Media {
  readonly image: number;
  readonly video: number;
  readonly audio: number;
}

/** `null` if one of them is an invalid count. */
function readMedia(details: unknown): Media | null {
  const [image, video, audio] = [
    detail(details, 'image_tokens'),
    detail(details, 'video_tokens'),
    detail(details, 'audio_tokens'),
  ];
  return image === null || video === null || audio === null ? null : { image, video, audio };
}

/**
 * Audio, image and video tokens count what was sent, cached or not. Cached and written tokens count what was read from or stored in the
 * cache, of any kind. These are priced as such, so the three media get the remainder. No report says which of the media was cached, so
 * audio, the most expensive, is reduced first. Figures that no overlap explains stay unchanged and are not trusted.
 */
function besideTheCache(media: Media, room: number, prompt: number): Media {
  const { image, video, audio } = media;
  if (image + video + audio > prompt || room < 0) return media;
  const ofImage = Math.min(image, room);
  const ofVideo = Math.min(video, room - ofImage);
  return { image: ofImage, video: ofVideo, audio: Math.min(audio, room - ofImage - ofVideo) };
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === 0;
}

/** Read as properties and not by look-ups: this runs for every answer. */
interface MediaFields {
  readonly audio_tokens?: unknown;
  readonly image_tokens?: unknown;
  readonly video_tokens?: unknown;
}

const noFields: MediaFields = {};

function hasNoMedia(value: unknown): boolean {
  const { audio_tokens, image_tokens, video_tokens }: MediaFields =
    typeof value === 'object' && value !== null ? value : noFields;
  return isNothing(audio_tokens) && isNothing(image_tokens) && isNothing(video_tokens);
}

/** Audio and images in the cached input, if reported; no more than the cached total. */
function cachedParts(details: unknown, cached: number): readonly (readonly [QuantityName, number])[] {
  const parts = member(details, 'cached_tokens_details');
  const audio = Math.min(detail(parts, 'audio_tokens') ?? 0, cached);
  const image = Math.min(detail(parts, 'image_tokens') ?? 0, cached - audio);
  return [
    ['cached_audio', audio],
    ['cached_image', image],
  ];
}

function readParts(usage: object, counts: ReportCounts, of: Pick<Usage, 'inputTokens' | 'cachedTokens'>) {
  const details = member(usage, 'prompt_tokens_details');
  const [sent, answered] = [readMedia(details), readMedia(member(usage, 'completion_tokens_details'))];
  if (sent === null || answered === null) return null;
  const { inputTokens, cachedTokens } = of;
  const written = inputTokens === 0 ? 0 : counts.written;
  const hour = inputTokens === 0 ? 0 : counts.writtenForAnHour;
  const cached = cachedParts(details, cachedTokens);
  const [[, cachedAudio], [, cachedImage]] = cached as [(typeof cached)[0], (typeof cached)[0]];
  const uncached = { ...sent, audio: Math.max(sent.audio - cachedAudio, 0), image: Math.max(sent.image - cachedImage, 0) };
  const { image, video, audio } = besideTheCache(uncached, inputTokens - cachedTokens - written, inputTokens);
  return [
    ['cache_write', written - hour],
    ['cache_write_1h', hour],
    ['input_image', image],
    ['input_video', video],
    ['input_audio', audio],
    ...cached,
    ['output_audio', answered.audio],
    ['output_image', answered.image],
  ] as const;
}

/**
 * The breakdown of an upstream's token counts, and its counts of other things, in the fields of chat completions. `null` for plain text,
 * which is nearly every answer; `invalid` for an invalid count.
 */
export function readMore(
  usage: object & ToolFields,
  counts: ReportCounts,
  of: Pick<Usage, 'inputTokens' | 'cachedTokens'>,
): Quantities | null | 'invalid' {
  const details = member(usage, 'prompt_tokens_details');
  const hasNoParts = counts.written === 0 && hasNoMedia(details) && hasNoMedia(member(usage, 'completion_tokens_details'));
  const hasNoTools = !hasTools(usage, details);
  if (hasNoParts && hasNoTools) return null;
  const parts = hasNoParts ? [] : readParts(usage, counts, of);
  if (parts === null) return 'invalid';
  return quantitiesOf([...parts, ...(hasNoTools ? [] : readTools(usage, details))]);
}
