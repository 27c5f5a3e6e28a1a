import type { ApiError } from '@tollgate/contract/errors';
import { invalid, isAbsent, missing } from '../shared/checks.ts';

const inputsMax = 2_048;
const tokenIdMax = 2 ** 31 - 1;

const forms = 'a text, a list of texts, a list of token ids, or a list of such lists';

function isTokenId(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= tokenIdMax;
}

function checkTokens(tokens: readonly unknown[], path: string): void {
  const wrong = tokens.findIndex((token) => !isTokenId(token));
  if (wrong === -1) return;
  throw invalid(`${path}[${String(wrong)}]`, `must be a token id, a whole number from 0 to ${String(tokenIdMax)}`);
}

/** Checks an item of a list whose first item is a text or a list of token IDs. */
function checkItem(item: unknown, path: string, isText: boolean): void {
  if (isText) {
    if (typeof item !== 'string') throw invalid(path, 'must be a text like the first input');
    if (item === '') throw invalid(path, 'must not be empty; leave it out');
    return;
  }
  if (!Array.isArray(item)) throw invalid(path, 'must be a list of token ids like the first input');
  if (item.length === 0) throw invalid(path, 'must not be empty; leave it out');
  checkTokens(item, path);
}

/** @throws {ApiError} 400 that names the invalid input. */
export function checkInput(input: unknown): void {
  if (isAbsent(input)) throw missing('input', `send ${forms}`);
  if (input === '') throw invalid('input', 'must not be empty');
  if (typeof input === 'string') return;
  if (!Array.isArray(input)) throw invalid('input', `must be ${forms}`);
  const first: unknown = input[0];
  if (first === undefined) throw invalid('input', 'must contain at least one input');
  if (typeof first === 'number') {
    checkTokens(input, 'input');
    return;
  }
  if (typeof first !== 'string' && !Array.isArray(first)) throw invalid('input[0]', 'must be a text or a list of token ids');
  if (input.length > inputsMax) throw invalid('input', `must contain at most ${String(inputsMax)} inputs: send several requests`);
  for (const [position, item] of input.entries()) checkItem(item, `input[${String(position)}]`, typeof first === 'string');
}

/** Whether a checked input consists of token IDs. */
export function holdsTokenIds(input: unknown): boolean {
  return Array.isArray(input) && typeof input[0] !== 'string';
}

/** For models whose providers accept only texts: there, the IDs would mean other words or none. */
export function tokenIdsRefused(): ApiError {
  return invalid(
    'input',
    'holds token ids, which no provider of this model reads: send texts (in LangChain set check_embedding_ctx_length=False)',
  );
}
