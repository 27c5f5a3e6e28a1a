/** Reads streams and checks the rule: a stream whose last event reports an error ends without its last chunk, and no other stream does. */
import assert from 'node:assert/strict';

/** How the error event of each protocol begins. */
const errorEvents = ['data: {"error":', 'event: error\n', 'event: response.failed\n'];

/** Whether the last event of a stream says that the answer is incomplete. */
export function endsWithError(text: string): boolean {
  const last = text.trimEnd().split('\n\n').at(-1) ?? '';
  return errorEvents.some((start) => last.startsWith(start));
}

/** The body of a `fetch` response. Throws if the connection breaks without an error event, or if such an event ends a complete body. */
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
