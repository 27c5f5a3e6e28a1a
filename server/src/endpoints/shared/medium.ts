import type { Media } from './estimate-conversation.ts';

/**
 * What a file counts as. A picture has a highest number of tokens, a text and a sound at most as many as bytes. A document or film has no
 * such limit: its texts are compressed, and each of its pages counts as a picture.
 */
export type Medium = 'picture' | 'text' | 'sound' | 'document';

export function mediumOf(mediaType: string): Medium {
  const [kind = ''] = mediaType.toLowerCase().split('/', 1);
  if (kind === 'image') return 'picture';
  if (kind === 'text') return 'text';
  return kind === 'audio' ? 'sound' : 'document';
}

const dataUrl = /^data:([^;,]{0,100})[;,]/i;

/** What a file counts as whose data is a `data:` URL, or base64 alone, which is a PDF to every provider. */
export function mediumIn(data: string): Medium {
  return mediumOf(dataUrl.exec(data)?.[1] ?? 'application/pdf');
}

/** Where the bytes of a file are counted; of films and sounds apart from files, `playedBytes`. */
export function bytesOf(medium: Medium): Exclude<keyof Media, 'wide' | 'narrow' | 'playedBytes'> {
  return medium === 'picture' ? 'pictureBytes' : 'fileBytes';
}
