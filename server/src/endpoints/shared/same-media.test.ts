/**
 * Goal: what a strict key's reservation must cover does not depend on the protocol in which a file is sent.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scanned } from '../../../test/scanned.ts';
import { estimateChat } from '../chat-completions/estimate.ts';
import { estimateMessages } from '../messages/estimate.ts';
import { estimateResponses } from '../responses/estimate.ts';

const request = { model: 'm', stream: false, includeUsage: true, outputTokensMax: 100, choices: 1, serviceTier: null };
const contextLength = 200_000;
const facts = { outputLimit: null, contextLength, outputBoundHolds: true, typicalOutputTokens: 10 };

/** A part in each protocol; `null` where it has none. */
interface Part {
  readonly chat: object | null;
  readonly messages: object;
  readonly responses: object;
}

/** The same content as an image, and as a file of a media type. */
function image(data: string): Part {
  const url = `data:image/png;base64,${data}`;
  return {
    chat: { type: 'image_url', image_url: { url } },
    messages: { type: 'image', source: { type: 'base64', media_type: 'image/png', data } },
    responses: { type: 'input_image', image_url: url },
  };
}

function file(mediaType: string, data: string): Part {
  const file_data = `data:${mediaType};base64,${data}`;
  return {
    chat: { type: 'file', file: { filename: 'a', file_data } },
    messages: { type: 'document', source: { type: 'base64', media_type: mediaType, data } },
    responses: { type: 'input_file', filename: 'a', file_data },
  };
}

const url = 'https://example.com/a';
const linkedImage: Part = {
  chat: { type: 'image_url', image_url: { url } },
  messages: { type: 'image', source: { type: 'url', url } },
  responses: { type: 'input_image', image_url: url },
};
const linkedFile: Part = {
  chat: { type: 'document_url', document_url: url },
  messages: { type: 'document', source: { type: 'url', url } },
  responses: { type: 'input_file', file_url: url },
};
const stored: Part = {
  chat: { type: 'file', file: { file_id: 'f' } },
  messages: { type: 'document', source: { type: 'file', file_id: 'f' } },
  responses: { type: 'input_file', file_id: 'f' },
};

/** What a part adds to a conversation of one text, in tokens: at worst, as expected, and as input. */
function added({ chat, messages, responses }: Part): Readonly<Record<string, readonly number[]>> {
  const text = { type: 'text', text: 'Hi' };
  const bodies = {
    chat: (part: object[]) => ({ messages: [{ role: 'user', content: [text, ...part] }] }),
    messages: (part: object[]) => ({ messages: [{ role: 'user', content: [text, ...part] }] }),
    'messages, in a result': (part: object[]) => ({
      messages: [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: [text, ...part] }] }],
    }),
    responses: (part: object[]) => ({ input: [{ role: 'user', content: [{ ...text, type: 'input_text' }, ...part] }] }),
    'responses, in a result': (part: object[]) => ({
      input: [{ type: 'function_call_output', call_id: 'c', output: [{ ...text, type: 'input_text' }, ...part] }],
    }),
  };
  const found: Record<string, readonly number[]> = {};
  for (const [name, body] of Object.entries(bodies)) {
    const [protocol = ''] = name.split(',');
    const own = protocol === 'chat' ? chat : protocol === 'messages' ? messages : responses;
    if (own === null) continue;
    const estimate = { chat: estimateChat, messages: estimateMessages, responses: estimateResponses }[protocol];
    const figures = (parts: object[]): readonly number[] => {
      const made = estimate?.(request, scanned({ model: 'm', ...body(parts) }), facts);
      assert.ok(made !== undefined);
      return [made.worst.inputTokens, made.expected.inputTokens, made.input.inputTokens];
    };
    const [before, after] = [figures([]), figures([own])];
    found[name] = after.map((count, at) => count - (before[at] ?? 0));
  }
  return found;
}

/** Names, braces and media types of a part differ between protocols. */
const tolerance = 160;
const sizes = [40, 4_000, 400_000];

function assertSame(name: string, part: Part, worst: (figure: number) => boolean): void {
  const all = added(part);
  const [first = [], ...others] = Object.values(all);
  for (const figures of others)
    for (const [at, figure] of figures.entries())
      assert.ok(Math.abs(figure - (first[at] ?? 0)) <= tolerance, `${name}: ${JSON.stringify(all)}`);
  assert.ok(worst(first[0] ?? 0), `${name}: ${String(first[0])}`);
}

test('the same file reserves the same in every protocol, in a message and in the result of a tool', () => {
  for (const size of sizes) {
    const data = 'QUJD'.repeat(size / 4);
    const isPicture = (worst: number): boolean => worst >= 75_000 && worst < 76_000;
    assertSame(`an image of ${String(size)}`, image(data), isPicture);
    assertSame(`an image as a file of ${String(size)}`, file('image/jpeg', data), isPicture);
    // A page is a few bytes of a PDF and up to a picture in tokens, and its text is compressed.
    for (const type of ['application/pdf', 'application/octet-stream'])
      assertSame(`${type} of ${String(size)}`, file(type, data), (worst) => worst >= contextLength);
    assertSame(`a text of ${String(size)}`, file('text/plain', data), (worst) => worst >= size && worst < size + 200);
  }
});

test('what the provider fetches reserves the same in every protocol', () => {
  assertSame('an image by address', linkedImage, (worst) => worst >= 75_000 && worst < 76_000);
  for (const part of [linkedFile, stored]) assertSame('a file', part, (worst) => worst >= contextLength);
});
