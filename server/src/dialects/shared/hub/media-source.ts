import { LongText, type Text } from '../../../json/spanned.ts';
import type { Feature } from './features.ts';
import type { MediaPart, MediaSource } from './hub-request.ts';

/** A longer head is not a media type. */
const headBytesMax = 256;
const base64Mark = ';base64,';

/** The media type and the data of a `data:` URL; `null` for another address. */
export function dataIn(url: Text): Extract<MediaSource, { in: 'base64' }> | null {
  const head = typeof url === 'string' ? url.slice(0, headBytesMax) : url.bytes.toString('latin1', 0, headBytesMax);
  const end = head.indexOf(base64Mark);
  if (end === -1 || !/^data:/i.test(head)) return null;
  const [mediaType = ''] = head.slice('data:'.length, end).replaceAll('\\/', '/').split(';');
  const start = end + base64Mark.length;
  const data = typeof url === 'string' ? url.slice(start) : new LongText(url.bytes.subarray(start));
  return { in: 'base64', data, mediaType: mediaType === '' ? 'application/octet-stream' : mediaType.toLowerCase() };
}

/** Where the bytes of a URL are: in itself, or elsewhere. */
export function mediaSourceOf(url: Text): MediaSource {
  return dataIn(url) ?? { in: 'url', url };
}

/** The feature that a medium is. */
export const mediaFeatures: Readonly<Record<MediaPart['media'], Feature>> = {
  image: 'images',
  document: 'documents',
  audio: 'audio',
  video: 'video',
};

/** The medium of a media type. */
export function mediaKindOf(mediaType: string): MediaPart['media'] {
  const [kind] = mediaType.split('/');
  return kind === 'image' || kind === 'audio' || kind === 'video' ? kind : 'document';
}
