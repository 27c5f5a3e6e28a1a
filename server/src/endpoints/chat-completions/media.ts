import type { PlacedString, ScannedBody } from '../../json/scanned-body.ts';
import { isFields } from '../shared/checks.ts';
import type { Media } from '../shared/estimate-conversation.ts';
import { mediumIn } from '../shared/medium.ts';

/**
 * Content parts that contain something other than text, and the member below the part's own (`image_url` → `url`) that contains it; `null`
 * if it is a direct member.
 */
const carriers: Readonly<Record<string, string | null>> = {
  image_url: 'url',
  video_url: 'url',
  audio_url: 'url',
  input_audio: 'data',
  file: 'file_data',
  document_url: null,
  video: null,
};

export const mediaTypes: readonly string[] = Object.keys(carriers);
export const mediaCarriers: readonly string[] = Object.values(carriers).filter((name) => name !== null);

const nothing: Media = { wide: 0, narrow: 0, pictureBytes: 0, fileBytes: 0, playedBytes: 0 };

/** Types that hold files; the others hold sounds and films. */
const filed: ReadonlySet<string> = new Set(['image_url', 'file', 'document_url']);
const films: ReadonlySet<string> = new Set(['video_url', 'video']);

/** Adds up the images, audio, video and files of content parts; the same names anywhere else count as text. */
export function measureMedia(body: ScannedBody): Media {
  let sum = nothing;
  for (const string of body.longStrings) {
    const type = mediaTypeAt(body, string);
    if (type === null) continue;
    const bytes = string.end - string.start;
    const isFile = filed.has(type);
    const isPicture = isFile && mediumIn(startOf(body, string)) === 'picture';
    sum = {
      wide: sum.wide + string.wide,
      narrow: sum.narrow + string.narrow,
      pictureBytes: sum.pictureBytes + (isPicture ? bytes : 0),
      fileBytes: sum.fileBytes + (isFile && !isPicture ? bytes : 0),
      playedBytes: sum.playedBytes + (isFile ? 0 : bytes),
    };
  }
  return sum;
}

/** The type of the part that contains the string: `messages[i].content[j].<type>`, or one level below in its carrier. */
function mediaTypeAt(body: ScannedBody, { path }: PlacedString): string | null {
  if (path.length < 5 || path.length > 6 || path[0] !== body.members.get('messages')?.nameStart) return null;
  const type = isName(body, path[2], 'content') ? typeOfPart(body, path) : null;
  if (type === null || !isName(body, path[4], type)) return null;
  return path.length === 5 || isCarrier(body, path[5], type) ? type : null;
}

function isCarrier(body: ScannedBody, place: number | undefined, type: string): boolean {
  const name = carriers[type];
  return typeof name === 'string' ? isName(body, place, name) : type === 'video' && place !== undefined && place < 0;
}

function typeOfPart({ value }: ScannedBody, path: PlacedString['path']): string | null {
  const [, message = 0, , part = 0] = path;
  const messages: readonly unknown[] = Array.isArray(value.messages) ? value.messages : [];
  const { content } = fieldsOf(messages[~message]);
  const { type } = fieldsOf(Array.isArray(content) ? content[~part] : null);
  return typeof type === 'string' && Object.hasOwn(carriers, type) ? type : null;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isFields(value) ? value : {};
}

/** A name written with escapes is not recognized, and its content counts as text. */
function isName({ bytes }: ScannedBody, place: number | undefined, name: string): boolean {
  return place !== undefined && place >= 0 && bytes.toString('latin1', place, place + name.length + 2) === `"${name}"`;
}

/** Enough of a string to name its media type. */
function startOf({ bytes }: ScannedBody, { start }: PlacedString): string {
  return bytes.toString('latin1', start, start + 128);
}

function isAddress(value: unknown): boolean {
  return typeof value === 'string' && value.slice(0, 32).includes('://');
}

/** Whether a part of unknown type contains a URL, directly or one level below. */
function namesAddress(fields: Readonly<Record<string, unknown>>): boolean {
  return Object.values(fields).some((value) => isAddress(value) || (isFields(value) && Object.values(value).some(isAddress)));
}

/** What a part counts as, apart from its bytes. */
export interface PartCount {
  readonly images: 0 | 1;
  /** Whether its size is unknown here: the upstream fetches it, or its tokens do not follow from its bytes. */
  readonly isOpenEnded: boolean;
}

const noCount: PartCount = { images: 0, isOpenEnded: false };
const oneImage: PartCount = { images: 1, isOpenEnded: false };
const openEnded: PartCount = { images: 0, isOpenEnded: true };

/** What a file in a part of this type counts as. Pictures have an upper limit, also if the upstream fetches them. */
function countHeld(type: string, held: unknown): PartCount {
  if (type === 'image_url' && (typeof held !== 'string' || !/^data:/i.test(held))) return oneImage;
  if (typeof held !== 'string' || isAddress(held) || films.has(type)) return openEnded;
  if (!filed.has(type)) return noCount;
  const medium = mediumIn(held);
  if (medium === 'picture') return oneImage;
  return medium === 'document' ? openEnded : noCount;
}

export function countPart(part: unknown): PartCount {
  const fields = fieldsOf(part);
  const { type } = fields;
  if (typeof type !== 'string' || type === 'text') return noCount;
  if (!Object.hasOwn(carriers, type)) return namesAddress(fields) ? openEnded : noCount;
  const own = fields[type];
  const name = carriers[type];
  const held = typeof name === 'string' && isFields(own) ? own[name] : own;
  const all: readonly unknown[] = Array.isArray(held) ? held : [held];
  const counts = all.map((item) => countHeld(type, item));
  return counts.find(({ isOpenEnded }) => isOpenEnded) ?? counts[0] ?? noCount;
}
