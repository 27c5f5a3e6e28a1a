import { fieldsIn, itemsIn, textIn, wordIn, type SpannedObject, type SpannedValue, type Text } from '../../../json/spanned.ts';
import { cacheMarkOf } from '../../shared/hub/cache-mark.ts';
import type { Note } from '../../shared/hub/features.ts';
import type { HubPart, MediaPart } from '../../shared/hub/hub-request.ts';
import { noteFields, type RequestFields } from '../../shared/hub/request-fields.ts';
import { dataIn, mediaFeatures, mediaKindOf, mediaSourceOf } from '../../shared/hub/media-source.ts';
import { chatFields } from './request-fields.ts';

type Media = Pick<MediaPart, 'media' | 'source'> & Partial<Pick<MediaPart, 'fileName' | 'detail'>>;

/** An address that is the member itself, or its `url`. */
function urlOf(value: SpannedValue | undefined): Text | null {
  return textIn(value) ?? textIn(fieldsIn(value)?.url);
}

function audioOf(value: SpannedValue | undefined): Media | null {
  const audio = fieldsIn(value);
  const data = textIn(audio?.data);
  if (data === null) return null;
  const format = wordIn(audio?.format) ?? 'wav';
  const mediaType = `audio/${format === 'mp3' ? 'mpeg' : format}`;
  return { media: 'audio', source: dataIn(data) ?? { in: 'base64', data, mediaType } };
}

function fileOf(value: SpannedValue | undefined): Media | null {
  const file = fieldsIn(value);
  const [data, id, fileName] = [textIn(file?.file_data), wordIn(file?.file_id), wordIn(file?.filename)];
  if (data === null) return id === null ? null : { media: 'document', source: { in: 'id', id }, fileName };
  const source = dataIn(data) ?? { in: 'base64', data, mediaType: 'application/pdf' };
  return { media: mediaKindOf(source.mediaType), source, fileName };
}

function findMedia(part: SpannedObject): Media | null {
  const { type } = part;
  if (type === 'image_url') {
    const url = urlOf(part.image_url);
    return url === null ? null : { media: 'image', source: mediaSourceOf(url), detail: wordIn(fieldsIn(part.image_url)?.detail) };
  }
  if (type === 'video_url') {
    const url = urlOf(part.video_url);
    return url === null ? null : { media: 'video', source: mediaSourceOf(url) };
  }
  if (type === 'input_audio') return audioOf(part.input_audio);
  return type === 'file' ? fileOf(part.file) : null;
}

/** The thoughts in a part, which are a text or a list of texts. */
function thoughtsOf(value: SpannedValue | undefined): readonly Text[] {
  const text = textIn(value);
  return text === null ? itemsIn(value).flatMap((item) => textIn(fieldsIn(item)?.text) ?? []) : [text];
}

/** The objects within a part, by the member that has them. */
const inner: readonly (readonly [member: string, fields: RequestFields])[] = [
  ['image_url', chatFields.image],
  ['video_url', chatFields.video],
  ['input_audio', chatFields.audio],
  ['file', chatFields.file],
];

function noteInner(part: SpannedObject, param: string, note: Note): void {
  noteFields(part, chatFields.part, param, note);
  for (const [member, fields] of inner) noteFields(fieldsIn(part[member]), fields, `${param}.${member}`, note);
}

function readPart(part: SpannedObject, param: string, note: Note): HubPart[] {
  const cache = cacheMarkOf(part, note, param);
  if (part.type === 'text') {
    noteFields(part, chatFields.part, param, note);
    const text = textIn(part.text);
    return text === null ? [] : [{ kind: 'text', text, cache }];
  }
  if (part.type === 'refusal') {
    const text = textIn(part.refusal);
    return text === null ? [] : [{ kind: 'refusal', text }];
  }
  if (part.type === 'thinking') {
    note('reasoning_history', param);
    return thoughtsOf(part.thinking).map((text) => ({ kind: 'reasoning', text, isSummary: false, seal: null }));
  }
  const found = findMedia(part);
  if (found === null) {
    note('other_content', param);
    return [];
  }
  noteInner(part, param, note);
  note(mediaFeatures[found.media], param);
  if (found.source.in === 'id') note('file_ids', param);
  return [{ kind: 'media', fileName: null, detail: null, ...found, cache }];
}

/** @param param of the content: a text, or a list of parts. */
export function readParts(content: SpannedValue | undefined, param: string, note: Note): HubPart[] {
  const text = textIn(content);
  if (text !== null) return [{ kind: 'text', text }];
  return itemsIn(content).flatMap((item, position) => {
    const part = fieldsIn(item);
    return part === null ? [] : readPart(part, `${param}[${String(position)}]`, note);
  });
}
