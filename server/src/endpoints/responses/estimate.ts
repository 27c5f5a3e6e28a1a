import type { PlacedString, ScannedBody } from '../../json/scanned-body.ts';
import type { ModelEndpoint } from '../endpoint.ts';
import { isFields } from '../shared/checks.ts';
import { estimateConversation, type Media } from '../shared/estimate-conversation.ts';
import { bytesOf, mediumIn, type Medium } from '../shared/medium.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A member of a part: `input[i].content[j].image_url`, or `input[i].content[j].input_audio.data`. */
const directDepth = 5;
const nestedDepth = 6;

function itemsOf(content: unknown): readonly unknown[] {
  return Array.isArray(content) ? content : [];
}

function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

function isNamed({ bytes }: ScannedBody, place: number | undefined, name: string): boolean {
  return place !== undefined && place >= 0 && bytes.toString('latin1', place, place + name.length + 2) === `"${name}"`;
}

type Kind = 'pictureBytes' | 'fileBytes' | 'playedBytes';

/** What the string of a part of this type counts as; `null` for a text. */
function kindAt(body: ScannedBody, { path, start }: PlacedString, type: unknown): Kind | null {
  if (path.length === nestedDepth) {
    const isAudio = type === 'input_audio' && isNamed(body, path[4], 'input_audio') && isNamed(body, path[5], 'data');
    return isAudio ? 'playedBytes' : null;
  }
  const isFile =
    (type === 'input_image' && isNamed(body, path[4], 'image_url')) ||
    (type === 'input_file' && isNamed(body, path[4], 'file_data'));
  return isFile ? bytesOf(mediumIn(body.bytes.toString('latin1', start, start + 128))) : null;
}

/** What a long string counts as, if it is part of a message's content or of a tool's result; `null` for a text. */
function mediumOf(body: ScannedBody, string: PlacedString): Kind | null {
  const { path } = string;
  const [root, item = 0, member, part = 0] = path;
  if (path.length < directDepth || path.length > nestedDepth || root !== body.members.get('input')?.nameStart) return null;
  const { content, output } = fieldsOf(itemsOf(body.value.input)[~item]);
  const parts = isNamed(body, member, 'content') ? content : isNamed(body, member, 'output') ? output : null;
  return kindAt(body, string, fieldsOf(itemsOf(parts)[~part]).type);
}

function measureMedia(body: ScannedBody): Media {
  const sum = { wide: 0, narrow: 0, pictureBytes: 0, fileBytes: 0, playedBytes: 0 };
  for (const string of body.longStrings) {
    const kind = mediumOf(body, string);
    if (kind === null) continue;
    sum.wide += string.wide;
    sum.narrow += string.narrow;
    sum[kind] += string.end - string.start;
  }
  return sum;
}

/** The file in a part, if it has one. */
function fileIn({ type, image_url: image, file_data: data }: Fields): Medium | null {
  if (type === 'input_image') return typeof image === 'string' && /^data:/i.test(image) ? mediumIn(image) : 'picture';
  return type === 'input_file' && typeof data === 'string' ? mediumIn(data) : null;
}

/** Whether the upstream fetches the part, so that its size is unknown here. Images have a separate upper limit. */
function isFetched({ type, file_url: url, file_id: id }: Fields): boolean {
  return type === 'input_file' && (typeof url === 'string' || typeof id === 'string');
}

const ownTools: ReadonlySet<unknown> = new Set(['function', 'custom', 'namespace']);

/** Whether tools that the upstream runs, such as web search, may add input of unknown size. */
function hasServerTools({ tools }: Fields): boolean {
  return itemsOf(tools).some((tool) => !ownTools.has(fieldsOf(tool).type));
}

/** The expected cost of a call. */
export const estimateResponses: ModelEndpoint['estimate'] = (request, body, facts) => {
  const { input, instructions } = body.value;
  const items = itemsOf(input);
  let images = 0;
  let isOpenEnded = hasServerTools(body.value);
  for (const item of items) {
    const { content, output, tools } = fieldsOf(item);
    isOpenEnded ||= hasServerTools({ tools });
    for (const part of [...itemsOf(content), ...itemsOf(output)]) {
      const fields = fieldsOf(part);
      const medium = fileIn(fields);
      if (medium === 'picture') images += 1;
      isOpenEnded ||= medium === 'document' || isFetched(fields);
    }
  }
  const messages = Math.max(1, items.length) + (typeof instructions === 'string' ? 1 : 0);
  return estimateConversation(request, body, facts, { media: measureMedia(body), messages, images, isOpenEnded });
};
