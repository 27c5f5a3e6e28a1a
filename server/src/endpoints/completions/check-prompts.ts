import type { ScannedBody } from '../../json/scanned-body.ts';
import { invalid, isAbsent, missing } from '../shared/checks.ts';

/** LangChain's default batch size. */
const promptsMax = 20;
const choicesMax = 128;
/** Everything except the prompts is sent to the upstream with each of them. */
const besideBytesMax = 64 * 1024;

const remedy = 'send one text, or a list of texts';

/** @throws {ApiError} 400 that says what is wrong with the prompts, and what to send instead. */
function checkList(prompts: readonly unknown[]): void {
  if (prompts.length === 0) throw invalid('prompt', `is an empty list: ${remedy}`);
  if (prompts.every((prompt) => typeof prompt === 'number' || Array.isArray(prompt)))
    throw invalid('prompt', `holds token ids, which models count differently: ${remedy}`);
  if (prompts.length > promptsMax)
    throw invalid('prompt', `must hold at most ${String(promptsMax)} texts: send several requests (in LangChain set batch_size)`);
  const wrong = prompts.findIndex((prompt) => typeof prompt !== 'string' || prompt === '');
  if (wrong === -1) return;
  const what = prompts[wrong] === '' ? 'an empty text' : 'something that is no text';
  throw invalid('prompt', `holds ${what} at place ${String(wrong)}: ${remedy}`);
}

/**
 * Checks the prompts and returns their number.
 * @throws {ApiError} 400
 */
export function checkPrompts({ value: { prompt } }: ScannedBody): number {
  if (isAbsent(prompt)) throw missing('prompt', 'send the text to go on with');
  if (prompt === '') throw invalid('prompt', 'must not be empty');
  if (typeof prompt === 'string') return 1;
  if (!Array.isArray(prompt)) throw invalid('prompt', `must be text: ${remedy}`);
  checkList(prompt);
  return prompt.length;
}

/** Bytes of a request that do not belong to the prompt. */
export function bytesBeside({ bytes, members }: ScannedBody): number {
  const span = members.get('prompt');
  return span === undefined ? bytes.length : bytes.length - (span.valueEnd - span.valueStart);
}

/**
 * Refuses options that are not supported with several prompts.
 * @throws {ApiError} 400
 */
export function checkTogether(body: ScannedBody, prompts: number): void {
  const { n, stream } = body.value;
  if (stream === true)
    throw invalid(
      'prompt',
      'holds several texts, which are not streamed together: leave `stream` out, or send a request for each',
    );
  if (typeof n === 'number' && n * prompts > choicesMax)
    throw invalid('n', `times the texts of \`prompt\` must not be more than ${String(choicesMax)}: send several requests`);
  if (bytesBeside(body) > besideBytesMax)
    throw invalid(
      'prompt',
      `holds several texts beside more than ${String(besideBytesMax)} bytes of other fields: send a request for each`,
    );
}
