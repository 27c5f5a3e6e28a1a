import { fieldsIn, itemsIn, textIn, wordIn, type SpannedObject, type SpannedValue } from '../../../json/spanned.ts';
import { cacheMarkOf } from '../../shared/hub/cache-mark.ts';
import type { Note } from '../../shared/hub/features.ts';
import type { MediaPart, RefusalPart, TextPart } from '../../shared/hub/hub-request.ts';
import { noteFields } from '../../shared/hub/request-fields.ts';
import { responsesFields } from './request-fields.ts';
import { dataIn, mediaFeatures, mediaKindOf, mediaSourceOf } from '../../shared/hub/media-source.ts';

type Media = Pick<MediaPart, 'media' | 'source'> & Partial<Pick<MediaPart, 'fileName' | 'detail'>>;

function imageOf(part: SpannedObject): Media | null {
  const url = textIn(part.image_url) ?? textIn(fieldsIn(part.image_url)?.url);
  const id = wordIn(part.file_id);
  const detail = wordIn(part.detail);
  if (url !== null) return { media: 'image', source: mediaSourceOf(url), detail };
  return id === null ? null : { media: 'image', source: { in: 'id', id }, detail };
}

function fileOf(part: SpannedObject): Media | null {
  const [data, url, id, fileName] = [textIn(part.file_data), textIn(part.file_url), wordIn(part.file_id), wordIn(part.filename)];
  if (data !== null) {
    const source = dataIn(data) ?? { in: 'base64', data, mediaType: 'application/pdf' };
    return { media: mediaKindOf(source.mediaType), source, fileName };
  }
  if (url !== null) return { media: 'document', source: { in: 'url', url }, fileName };
  return id === null ? null : { media: 'document', source: { in: 'id', id }, fileName };
}

function audioOf(part: SpannedObject): Media | null {
  const audio = fieldsIn(part.input_audio) ?? part;
  const data = textIn(audio.data);
  const format = wordIn(audio.format) ?? 'wav';
  return data === null
    ? null
    : { media: 'audio', source: { in: 'base64', data, mediaType: `audio/${format === 'mp3' ? 'mpeg' : format}` } };
}

const media: Readonly<Record<string, (part: SpannedObject) => Media | null>> = {
  input_image: imageOf,
  input_file: fileOf,
  input_audio: audioOf,
};

/** Types of parts that are a text; `text` is what clients of other protocols write. */
const texts: ReadonlySet<SpannedValue | undefined> = new Set([
  'input_text',
  'output_text',
  'text',
  'summary_text',
  'reasoning_text',
]);

export type ContentPart = TextPart | MediaPart | RefusalPart;

function readPart(part: SpannedObject, param: string, note: Note): ContentPart[] {
  const { type } = part;
  noteFields(part, responsesFields.part, param, note);
  const cache = cacheMarkOf(part, note, param);
  if (texts.has(type)) {
    const text = textIn(part.text);
    return text === null ? [] : [{ kind: 'text', text, cache }];
  }
  if (type === 'refusal') {
    const text = textIn(part.refusal);
    return text === null ? [] : [{ kind: 'refusal', text }];
  }
  const read = typeof type === 'string' && Object.hasOwn(media, type) ? media[type] : undefined;
  const found = read?.(part) ?? null;
  if (found === null) {
    note('foreign_items', param);
    return [];
  }
  note(mediaFeatures[found.media], param);
  if (found.source.in === 'id') note('file_ids', param);
  return [{ kind: 'media', fileName: null, detail: null, ...found, cache }];
}

/** @param param of the content: a text, or a list of parts. */
export function readContent(content: SpannedValue | undefined, param: string, note: Note): ContentPart[] {
  const text = textIn(content);
  if (text !== null) return [{ kind: 'text', text }];
  return itemsIn(content).flatMap((item, position) => {
    const part = fieldsIn(item);
    return part === null ? [] : readPart(part, `${param}[${String(position)}]`, note);
  });
}
