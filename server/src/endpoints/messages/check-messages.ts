import { KnownNames } from '../../json/known-names.ts';
import { invalid, isAbsent, isFields, missing, refuseMistakable } from '../shared/checks.ts';

type Fields = Readonly<Record<string, unknown>>;

const messagesMax = 10_000;
const roles: ReadonlySet<unknown> = new Set(['user', 'assistant', 'system']);

const messageNames = new KnownNames(['role', 'content']);
const blockNames = new KnownNames([
  ...['type', 'text', 'source', 'content', 'input', 'id', 'name', 'title', 'tool_use_id', 'tool_name', 'is_error'],
  ...['thinking', 'signature', 'data', 'cache_control'],
]);
const sourceNames = new KnownNames(['type', 'data', 'media_type', 'url', 'file_id', 'content']);
/** Blocks within tool results, and within documents. */
const levelsMax = 3;

/** @throws {ApiError} 400 that names the block which is none. */
function checkContent(content: unknown, param: string): void {
  if (typeof content === 'string') return;
  if (!Array.isArray(content)) throw invalid(param, 'must be a string or a list of content blocks');
  checkBlocks(content, param, levelsMax);
}

function checkBlocks(blocks: readonly unknown[], param: string, levels: number): void {
  for (const [position, block] of blocks.entries()) {
    const path = `${param}[${String(position)}]`;
    if (!isFields(block)) throw invalid(path, 'must be an object with a `type`');
    refuseMistakable(block, blockNames, () => path);
    if (typeof block.type !== 'string') throw missing(`${path}.type`, 'send the type of the block, for example "text"');
    if (block.type === 'text' && typeof block.text !== 'string') throw invalid(`${path}.text`, 'must be a string');
    if (levels > 1) checkWithin(block, path, levels - 1);
  }
}

function checkWithin({ type, content, source }: Fields, path: string, levels: number): void {
  if (type === 'tool_result' && Array.isArray(content)) checkBlocks(content, `${path}.content`, levels);
  if (!isFields(source)) return;
  refuseMistakable(source, sourceNames, () => `${path}.source`);
  if (Array.isArray(source.content)) checkBlocks(source.content, `${path}.source.content`, levels);
}

/** @throws {ApiError} 400 that names the invalid message. */
export function checkMessages(messages: unknown): void {
  if (isAbsent(messages)) throw missing('messages', 'send a list of messages, each with `role` and `content`');
  if (!Array.isArray(messages)) throw invalid('messages', 'must be a list of messages');
  if (messages.length === 0) throw invalid('messages', 'must contain at least one message');
  if (messages.length > messagesMax) throw invalid('messages', `must contain at most ${String(messagesMax)} messages`);
  for (const [position, message] of messages.entries()) {
    const param = `messages[${String(position)}]`;
    if (!isFields(message)) throw invalid(param, 'must be an object with `role` and `content`');
    refuseMistakable(message, messageNames, () => param);
    if (isAbsent(message.role)) throw missing(`${param}.role`, 'send `user` or `assistant`');
    if (!roles.has(message.role)) throw invalid(`${param}.role`, 'must be `user`, `assistant` or `system`');
    if (isAbsent(message.content)) throw missing(`${param}.content`, 'send a string or a list of content blocks');
    checkContent(message.content, `${param}.content`);
  }
}

/** @throws {ApiError} 400 */
export function checkSystem(system: unknown): void {
  if (!isAbsent(system)) checkContent(system, 'system');
}
