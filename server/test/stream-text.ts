/** Reads streams and holds every one to the rule: one that its last event calls broken ends without its last chunk, and no other does. */
import assert from 'node:assert/strict';

/** `true` when the last event of a stream says that the answer is not whole. */
export function endsWithError(text: string): boolean {
  const last = text.trimEnd().split('\n\n').at(-1) ?? '';
  return last.startsWith('data: {"error":');
}

/** The body of an answer of `fetch`. Throws when the connection breaks without an error event, or such an event ends a whole body. */
export async function streamText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk as Uint8Array, { stream: true });
  } catch (error) {
    if (!endsWithError(text)) throw error;
    return text;
  }
  assert.ok(!endsWithError(text), `an error event is followed by the regular end of its body:\n${text}`);
  return text;
}
