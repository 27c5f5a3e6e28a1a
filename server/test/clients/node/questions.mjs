// The questions that programs ask a gateway with published SDKs, and what they say of the answers.
//
// Reads the address of the gateway and its keys from standard input, as `calls.mjs` does.
import { json } from 'node:stream/consumers';

const { base: address, keys } = await json(process.stdin);
export const base = address;
export const model = 'sandbox/chat';
/** The tool of the questions, and its result. */
export const name = 'weather';
export const description = 'Says how the weather is.';
export const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
export const told = 'sunny';
export const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** An error as programs see it, with the text that came before it. */
function failureOf(error, text) {
  const body = error.responseBody === undefined ? (error.data ?? error.error ?? {}) : JSON.parse(error.responseBody);
  const code = error.code ?? body.error?.code ?? body.code;
  return {
    class: (error.name ?? 'Error') === 'Error' ? error.constructor.name : error.name,
    status: error.status ?? error.statusCode,
    code,
    text,
  };
}

async function resultOf(sdk, { question = 'Hello!', key = keys.good, hasImage = false, ...how }) {
  let text = '';
  const heard = (piece) => (text += piece);
  try {
    const said = sdk.first(question, hasImage);
    const first = await sdk.ask({ key, said, heard, ...how });
    if (first.calls.length === 0) return { text: first.text, thoughts: first.thoughts, tokens: first.tokens };
    const second = await sdk.ask({ key, said: sdk.next(said, first), heard, ...how });
    return { calls: first.calls.map((call) => [call.name, call.input]), text: second.text };
  } catch (error) {
    return failureOf(error, text);
  }
}

const called = '[call weather {"city": "Oslo"}] [call weather {"city": "Rome"}]';
const questions = {
  whole: {},
  streamed: { stream: true },
  'tools, whole': { question: called, tools: true },
  'tools, streamed': { question: called, tools: true, stream: true },
  'thinking, whole': { question: '[think] Hello!' },
  'thinking, streamed': { question: '[think] Hello!', stream: true },
  image: { hasImage: true },
  'wrong key': { key: keys.unknown },
  'cap reached': { key: keys.capped },
  'refused by the provider': { question: '[sandbox_status: 400] Hello!' },
  'broken stream': { question: '[sandbox_cut_after_chunks: 6] Hello!', stream: true },
};

/** Asks every question with every SDK and prints the results, by the names of both. */
export async function askAll(sdks) {
  const results = {};
  for (const [sdkName, sdk] of Object.entries(sdks)) {
    results[sdkName] = {};
    for (const [what, question] of Object.entries(questions)) results[sdkName][what] = await resultOf(sdk, question);
  }
  process.stdout.write(JSON.stringify(results));
}
