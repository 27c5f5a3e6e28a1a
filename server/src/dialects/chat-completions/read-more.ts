import { quantitiesOf, type Quantities } from '@tollgate/contract/quantities';
import { figure } from '../shared/figure.ts';
import { firstFigure, member } from './usage-figures.ts';

/** 0 where nothing is said, `null` where what is said is no count. */
function detail(details: unknown, name: string): number | null {
  const found = figure(member(details, name));
  return found === undefined ? 0 : found;
}

/** Tokens that were written to a cache: all of them, and those that stay for an hour. */
function readWrites(usage: object, details: unknown) {
  const all = firstFigure(
    member(details, 'cache_write_tokens'),
    member(details, 'cache_creation_input_tokens'),
    member(usage, 'cache_creation_input_tokens'),
  );
  const hour = firstFigure(
    member(member(details, 'cache_creation'), 'ephemeral_1h_input_tokens'),
    member(member(usage, 'cache_creation'), 'ephemeral_1h_input_tokens'),
  );
  return { all: all === 0 ? hour : all, hour };
}

function readOutput(details: unknown) {
  return { audio: detail(details, 'audio_tokens'), image: detail(details, 'image_tokens') };
}

interface Media {
  readonly image: number;
  readonly video: number;
  readonly audio: number;
}

/**
 * Sound, pictures and film count what was sent, read from a cache or not; cached and written tokens count what became of it,
 * whatever it was. What is cached or written is priced as that, so the three have what is left; which of them it was nobody
 * says, so sound, the dearest, gives way first. Figures that no overlap explains stay as they are, and are not believed.
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

/** Read by their names and not by looking names up: this is asked of every answer. */
interface PartFields {
  readonly audio_tokens?: unknown;
  readonly image_tokens?: unknown;
  readonly video_tokens?: unknown;
  readonly cache_write_tokens?: unknown;
  readonly cache_creation_input_tokens?: unknown;
  readonly cache_creation?: unknown;
}

function hasNoMedia({ audio_tokens, image_tokens, video_tokens }: PartFields): boolean {
  return isNothing(audio_tokens) && isNothing(image_tokens) && isNothing(video_tokens);
}

function hasNoWrites({ cache_write_tokens, cache_creation_input_tokens, cache_creation }: PartFields): boolean {
  return isNothing(cache_write_tokens) && isNothing(cache_creation_input_tokens) && isNothing(cache_creation);
}

const noFields: PartFields = {};

function fieldsOf(value: unknown): PartFields {
  return typeof value === 'object' && value !== null ? value : noFields;
}

/** Nearly every answer; so nothing is made to find it out. */
function isPlain(usage: object, details: unknown, answered: unknown): boolean {
  const sent = fieldsOf(details);
  return hasNoMedia(sent) && hasNoWrites(sent) && hasNoMedia(fieldsOf(answered)) && hasNoWrites(usage);
}

/**
 * What an upstream says of the parts of its counts, in the spellings of chat completions. `null` for plain text, which is nearly
 * every answer; `invalid` for what is no count.
 */
export function readMore(usage: object, prompt: number, cached: number): Quantities | null | 'invalid' {
  const details = member(usage, 'prompt_tokens_details');
  const answered = member(usage, 'completion_tokens_details');
  if (isPlain(usage, details, answered)) return null;
  const { all, hour } = readWrites(usage, details);
  const [image, video, audio] = [
    detail(details, 'image_tokens'),
    detail(details, 'video_tokens'),
    detail(details, 'audio_tokens'),
  ];
  const output = readOutput(answered);
  if (all === null || hour === null || image === null || video === null || audio === null) return 'invalid';
  if (output.audio === null || output.image === null || hour > all) return 'invalid';
  const sent = besideTheCache({ image, video, audio }, prompt - cached - all, prompt);
  return quantitiesOf([
    ['cache_write', all - hour],
    ['cache_write_1h', hour],
    ['input_image', sent.image],
    ['input_video', sent.video],
    ['input_audio', sent.audio],
    ['output_audio', output.audio],
    ['output_image', output.image],
  ]);
}
