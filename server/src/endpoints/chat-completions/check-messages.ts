import { KnownNames } from '../../json/known-names.ts';
import { invalid, isAbsent, isFields, missing, refuseMistakable } from '../shared/checks.ts';
import { countPart, mediaCarriers, mediaTypes } from './media.ts';

type Fields = Readonly<Record<string, unknown>>;

const messagesMax = 10_000;
const roles: ReadonlySet<unknown> = new Set(['developer', 'system', 'user', 'assistant', 'tool', 'function']);
const roleList = [...roles].join(', ');
/** An assistant's message may omit `content` if it has one of these. */
const insteadOfContent = ['tool_calls', 'function_call', 'refusal', 'audio', 'reasoning_content', 'reasoning'] as const;

/** Content of the conversation other than text. */
export interface MessageCounts {
  readonly messages: number;
  readonly images: number;
  /** Whether the size of part of the content is unknown. */
  readonly isOpenEnded: boolean;
}

const messageNames = new KnownNames(['role', 'content', 'tool_call_id', ...insteadOfContent]);
const partNames = new KnownNames(['type', 'text', ...mediaTypes]);
const carrierNames = new KnownNames(mediaCarriers);

/** @throws {ApiError} 400 that names the invalid message. */
export function checkMessages(messages: unknown): void {
  if (isAbsent(messages)) throw missing('messages', 'send a list of messages, each with `role` and `content`');
  if (!Array.isArray(messages)) throw invalid('messages', 'must be a list of messages');
  if (messages.length === 0) throw invalid('messages', 'must contain at least one message');
  if (messages.length > messagesMax) throw invalid('messages', `must contain at most ${String(messagesMax)} messages`);
  for (let position = 0; position < messages.length; position += 1) checkMessage(messages[position], position);
}

function checkMessage(message: unknown, position: number): void {
  if (!isFields(message)) throw invalid(at(position), 'must be an object with `role` and `content`');
  refuseMistakable(message, messageNames, () => at(position));
  const { role, content } = message;
  if (!roles.has(role)) {
    if (isAbsent(role)) throw missing(at(position, '.role'), `send one of ${roleList}`);
    throw invalid(at(position, '.role'), `must be one of ${roleList}`);
  }
  if (role === 'tool' && typeof message.tool_call_id !== 'string') {
    throw missing(at(position, '.tool_call_id'), 'send the id of the tool call that this message answers');
  }
  if (typeof content === 'string') return;
  if (Array.isArray(content)) checkParts(content, at(position, '.content'));
  else if (!isAbsent(content)) throw invalid(at(position, '.content'), 'must be a string or a list of parts');
  else if (!mayLackContent(message)) throw missing(at(position, '.content'), 'send a string or a list of parts');
}

function at(position: number, member = ''): string {
  return `messages[${String(position)}]${member}`;
}

function mayLackContent(message: Fields): boolean {
  return (
    message.role === 'function' || (message.role === 'assistant' && insteadOfContent.some((name) => !isAbsent(message[name])))
  );
}

function checkParts(parts: readonly unknown[], path: string): void {
  for (const [position, part] of parts.entries()) {
    const where = `${path}[${String(position)}]`;
    if (!isFields(part)) throw invalid(where, 'must be an object with `type`');
    refuseMistakable(part, partNames, () => where);
    for (const type of mediaTypes) {
      const own = part[type];
      if (isFields(own)) refuseMistakable(own, carrierNames, () => `${where}.${type}`);
    }
    if (typeof part.type !== 'string') throw missing(`${where}.type`, 'send the type of the part, for example "text"');
    if (part.type === 'text' && typeof part.text !== 'string') throw invalid(`${where}.text`, 'must be a string');
    if (part.type === 'image_url' && imageUrl(part) === null) {
      throw invalid(`${where}.image_url.url`, 'must be a string: an https address or a data: URL');
    }
  }
}

function imageUrl(part: Fields): string | null {
  const image = part.image_url;
  const url = isFields(image) ? image.url : image;
  return typeof url === 'string' && url !== '' ? url : null;
}

/** Counts the content of checked messages. */
export function countMessages(messages: unknown): MessageCounts {
  if (!Array.isArray(messages)) return { messages: 0, images: 0, isOpenEnded: false };
  let images = 0;
  let isOpenEnded = false;
  for (const message of messages) {
    const content = isFields(message) ? message.content : null;
    if (!Array.isArray(content)) continue;
    for (const part of content) {
      const counted = countPart(part);
      images += counted.images;
      isOpenEnded ||= counted.isOpenEnded;
    }
  }
  return { messages: messages.length, images, isOpenEnded };
}
