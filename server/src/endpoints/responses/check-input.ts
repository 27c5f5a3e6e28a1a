import type { ApiError } from '@tollgate/contract/errors';
import { KnownNames } from '../../json/known-names.ts';
import { invalid, isAbsent, isFields, missing, refuseMistakable } from '../shared/checks.ts';
import { checkTools } from './check-tools.ts';

type Fields = Readonly<Record<string, unknown>>;

const itemsMax = 10_000;
const roles: ReadonlySet<unknown> = new Set(['user', 'assistant', 'system', 'developer']);

const itemNames = new KnownNames([
  ...['type', 'id', 'role', 'content', 'call_id', 'name', 'namespace', 'arguments', 'output', 'input', 'tools'],
  ...['summary', 'encrypted_content'],
]);
const partNames = new KnownNames([
  ...['type', 'text', 'image_url', 'detail', 'file_data', 'file_url', 'file_id', 'filename', 'input_audio', 'refusal'],
]);

/** Types of parts whose text is required. */
const texts: ReadonlySet<unknown> = new Set(['input_text', 'output_text']);

/** For what only an installation that stores answers could serve. */
export function needsStored(param: string): ApiError {
  return invalid(
    param,
    'is not available, because answers are not stored: send the earlier items of the conversation in `input`',
  );
}

/** @throws {ApiError} 400 that names the part which is none. */
function checkParts(content: unknown, param: string): void {
  if (typeof content === 'string') return;
  if (!Array.isArray(content)) throw invalid(param, 'must be a string or a list of parts');
  for (const [position, part] of content.entries()) {
    const path = `${param}[${String(position)}]`;
    if (!isFields(part)) throw invalid(path, 'must be an object with a `type`');
    refuseMistakable(part, partNames, () => path);
    if (typeof part.type !== 'string') throw missing(`${path}.type`, 'send the type of the part, for example "input_text"');
    if (texts.has(part.type) && typeof part.text !== 'string') throw invalid(`${path}.text`, 'must be a string');
  }
}

function checkMessage(item: Fields, param: string): void {
  if (isAbsent(item.role)) throw missing(`${param}.role`, 'send `user`, `assistant`, `system` or `developer`');
  if (!roles.has(item.role)) throw invalid(`${param}.role`, 'must be `user`, `assistant`, `system` or `developer`');
  if (isAbsent(item.content)) throw missing(`${param}.content`, 'send a string or a list of parts');
  checkParts(item.content, `${param}.content`);
}

function checkString(item: Fields, name: string, param: string): void {
  if (isAbsent(item[name])) throw missing(`${param}.${name}`, 'send a string');
  if (typeof item[name] !== 'string') throw invalid(`${param}.${name}`, 'must be a string');
}

function checkCall(item: Fields, param: string): void {
  checkString(item, 'call_id', param);
  checkString(item, 'name', param);
  checkString(item, item.type === 'custom_tool_call' ? 'input' : 'arguments', param);
}

function checkResult(item: Fields, param: string): void {
  checkString(item, 'call_id', param);
  if (isAbsent(item.output)) throw missing(`${param}.output`, 'send what the tool returned');
  checkParts(item.output, `${param}.output`);
}

function checkReasoning(item: Fields, param: string): void {
  if (!isAbsent(item.summary) && !Array.isArray(item.summary)) throw invalid(`${param}.summary`, 'must be a list');
}

/** Items of other types are passed on, or left out and named in `x-tollgate-dropped`. */
const checks: Readonly<Record<string, (item: Fields, param: string) => void>> = {
  message: checkMessage,
  function_call: checkCall,
  custom_tool_call: checkCall,
  function_call_output: checkResult,
  custom_tool_call_output: checkResult,
  reasoning: checkReasoning,
  additional_tools: ({ tools }, param) => {
    checkTools(tools, `${param}.tools`);
  },
  item_reference: (_item, param) => {
    throw needsStored(param);
  },
};

const referring: ReadonlySet<string> = new Set(['type', 'id', 'status']);

/** Whether an ID stands for an item that is stored. Reasoning without content is left out where nobody can read it. */
function isReference(item: Fields): boolean {
  if (typeof item.id !== 'string' || item.type === 'reasoning') return false;
  if (isAbsent(item.type)) return isAbsent(item.role);
  return Object.entries(item).every(([name, value]) => referring.has(name) || isAbsent(value) || value === '');
}

function checkItem(item: unknown, param: string): void {
  if (!isFields(item)) throw invalid(param, 'must be an object');
  refuseMistakable(item, itemNames, () => param);
  const { type } = item;
  if (!isAbsent(type) && typeof type !== 'string') throw invalid(`${param}.type`, 'must be a string');
  const meant = isReference(item) ? 'item_reference' : isAbsent(type) ? 'message' : type;
  if (Object.hasOwn(checks, meant)) checks[meant]?.(item, param);
}

/** @throws {ApiError} 400 that names the invalid item. */
export function checkInput(input: unknown): void {
  if (isAbsent(input)) throw missing('input', 'send a string or a list of items');
  if (typeof input === 'string') {
    if (input === '') throw invalid('input', 'must not be empty');
    return;
  }
  if (!Array.isArray(input)) throw invalid('input', 'must be a string or a list of items');
  if (input.length === 0) throw invalid('input', 'must contain at least one item');
  if (input.length > itemsMax) throw invalid('input', `must contain at most ${String(itemsMax)} items`);
  for (const [position, item] of input.entries()) checkItem(item, `input[${String(position)}]`);
}
