import type { PlacedString, ScannedBody } from '../../json/scanned-body.ts';
import type { ModelEndpoint } from '../endpoint.ts';
import { isFields } from '../shared/checks.ts';
import { estimateConversation, type Media } from '../shared/estimate-conversation.ts';
import { bytesOf, mediumOf, type Medium } from '../shared/medium.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A block with a file: `messages[i].content[j]`, or within a tool result `messages[i].content[j].content[k]`. */
const directDepth = 6;
const nestedDepth = 8;

const files: ReadonlySet<unknown> = new Set(['image', 'document']);

function itemsOf(content: unknown): readonly unknown[] {
  return Array.isArray(content) ? content : [];
}

function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

function isNamed({ bytes }: ScannedBody, place: number | undefined, name: string): boolean {
  return place !== undefined && place >= 0 && bytes.toString('latin1', place, place + name.length + 2) === `"${name}"`;
}

/** The block whose `source.data` the string is; `null` if it is something else. */
function blockOf(body: ScannedBody, { path }: PlacedString): Fields | null {
  const [root, message = 0, , part = 0, , inner = 0] = path;
  const isData = isNamed(body, path.at(-1), 'data') && isNamed(body, path.at(-2), 'source');
  if (!isData || root !== body.members.get('messages')?.nameStart) return null;
  const block = fieldsOf(itemsOf(fieldsOf(itemsOf(body.value.messages)[~message]).content)[~part]);
  if (path.length === directDepth) return block;
  return path.length === nestedDepth ? fieldsOf(itemsOf(block.content)[~inner]) : null;
}

function measureMedia(body: ScannedBody): Media {
  const sum = { wide: 0, narrow: 0, pictureBytes: 0, fileBytes: 0, playedBytes: 0 };
  for (const string of body.longStrings) {
    const block = blockOf(body, string);
    if (block === null || !files.has(block.type) || fieldsOf(block.source).type === 'text') continue;
    sum.wide += string.wide;
    sum.narrow += string.narrow;
    sum[bytesOf(mediumOfBlock(block))] += string.end - string.start;
  }
  return sum;
}

/** Blocks of a content, with those within tool results and documents. */
function* blocksIn(content: unknown, levels = 3): Generator<Fields> {
  if (levels === 0) return;
  for (const item of itemsOf(content)) {
    const block = fieldsOf(item);
    yield block;
    yield* blocksIn(block.content, levels - 1);
    yield* blocksIn(fieldsOf(block.source).content, levels - 1);
  }
}

function mediumOfBlock({ type, source }: Fields): Medium {
  const { media_type: mediaType } = fieldsOf(source);
  return type === 'image' ? 'picture' : mediumOf(typeof mediaType === 'string' ? mediaType : 'application/pdf');
}

/** Whether the size of the block is unknown here: the upstream fetches it, or it is a document. Images have a separate upper limit. */
function isUnbounded(block: Fields): boolean {
  const { type, source } = block;
  if (type === 'image') return false;
  const { type: place, data } = fieldsOf(source);
  if (type === 'container_upload' || place === 'url' || place === 'file') return true;
  return type === 'document' && typeof data === 'string' && place !== 'text' && mediumOfBlock(block) === 'document';
}

function isPicture(block: Fields): boolean {
  const { type: place } = fieldsOf(block.source);
  return block.type === 'image' || (block.type === 'document' && place === 'base64' && mediumOfBlock(block) === 'picture');
}

/** Whether tools that the upstream runs, such as web search, may add input of unknown size. */
function hasServerTools({ tools, mcp_servers: servers }: Fields): boolean {
  if (itemsOf(servers).length > 0) return true;
  return itemsOf(tools).some((tool) => typeof fieldsOf(tool).type === 'string' && fieldsOf(tool).type !== 'custom');
}

/** The expected cost of a call. */
export const estimateMessages: ModelEndpoint['estimate'] = (request, body, facts) => {
  const { messages, system } = body.value;
  const all = itemsOf(messages);
  let images = 0;
  let isOpenEnded = hasServerTools(body.value);
  for (const message of [...all, { content: system }])
    for (const block of blocksIn(fieldsOf(message).content)) {
      if (isPicture(block)) images += 1;
      isOpenEnded ||= isUnbounded(block);
    }
  const count = all.length + (system === undefined ? 0 : 1);
  return estimateConversation(request, body, facts, { media: measureMedia(body), messages: count, images, isOpenEnded });
};
