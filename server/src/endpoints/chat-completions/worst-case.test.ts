import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BodyScanner } from '../../json/body-scanner.ts';
import type { ScannedBody } from '../../json/scanned-body.ts';
import { count } from '../../../test/proofs/counts.ts';
import { testSeed } from '../../../test/proofs/seed.ts';
import { chatCompletions } from './chat-completions.ts';

const seeded = { seed: testSeed, numRuns: count('runs') * 5, verbose: fc.VerbosityLevel.Verbose };
const facts = { outputLimit: 10, contextLength: 1000, outputBoundHolds: true, typicalOutputTokens: 1 };

function scan(json: string): ScannedBody {
  const scanner = new BodyScanner();
  scanner.push(Buffer.from(json));
  return scanner.finish();
}

function estimateOf(body: ScannedBody): ReturnType<typeof chatCompletions.estimate> {
  return chatCompletions.estimate(chatCompletions.read(body), body, facts);
}

/** Text that looks like an image, an image, and text. */
const anyString = fc
  .tuple(
    fc.constantFrom('data:image/png;base64,', 'data:', 'DATA:image/png,', '', 'https://example.com/', '网'),
    fc.constantFrom('QUJD', 'word ', '网络', '"\\'),
    fc.constantFrom(1, 40, 400, 3000),
  )
  .map(([beginning, unit, times]) => beginning + unit.repeat(times));

const anyPart = fc.oneof(
  fc.record({ type: fc.constant('text'), text: anyString }),
  fc.record({ type: fc.constant('image_url'), image_url: fc.oneof(anyString, fc.record({ url: anyString })) }),
  fc.record({ type: fc.constant('image_url'), image_url: fc.record({ url: anyString, detail: anyString, data: anyString }) }),
  fc.record({ type: fc.constant('text'), text: anyString, image_url: fc.record({ url: anyString }), '7': anyString }),
  fc.record({ type: fc.constant('input_audio'), input_audio: fc.record({ data: anyString, url: anyString }) }),
  fc.record({ type: fc.constant('file'), file: fc.record({ file_data: anyString, filename: anyString }) }),
  fc.record({ type: fc.constant('video'), video: fc.array(anyString, { maxLength: 3 }) }),
  fc.record({ type: anyString, url: anyString }),
);
const anyMessage = fc.record({
  role: fc.constant('user'),
  content: fc.oneof(anyString, fc.array(anyPart, { maxLength: 4 })),
  name: anyString,
});
const anyBody = fc.record({
  model: fc.constant('m'),
  messages: fc.array(anyMessage, { minLength: 1, maxLength: 4 }),
  metadata: fc.record({ messages: fc.array(anyMessage, { maxLength: 1 }), note: anyString }),
});

/** Bytes of all strings in UTF-8, except images: `data:image/` in a part of the type `image_url`. */
function textBytes(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, item) => sum + textBytes(item), 0);
}

const isPicture = (url: unknown): boolean => typeof url === 'string' && /^data:image\//i.test(url);

/** The body without its images, determined without the scanner. */
function withoutPictures(body: { readonly messages: readonly { readonly content: unknown }[] }): unknown {
  const messages = body.messages.map((message) => {
    if (!Array.isArray(message.content)) return message;
    const content = message.content.map((part: Readonly<Record<string, unknown>>) => {
      if (part.type !== 'image_url') return part;
      const image = part.image_url;
      if (isPicture(image)) return { ...part, image_url: '' };
      if (typeof image !== 'object' || image === null) return part;
      return { ...part, image_url: { ...image, url: isPicture(Object(image).url) ? '' : Object(image).url } };
    });
    return { ...message, content };
  });
  return { ...body, messages };
}

test('whatever a body holds, the worst case covers every byte of it that is no picture', () => {
  fc.assert(
    fc.property(anyBody, fc.boolean(), (request, indented) => {
      const body = scan(JSON.stringify(request, null, indented ? 2 : 0));
      assert.ok(estimateOf(body).worst.inputTokens >= textBytes(withoutPictures(request)));
    }),
    seeded,
  );
});

test('a megabyte of text that begins like a picture counts as text', () => {
  const text = `data:image/png;base64,${'word '.repeat(200_000)}`;
  const picture = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } };
  const places: Readonly<Record<string, object>> = {
    'a message': { content: text },
    'a text part': { content: [{ type: 'text', text }] },
    'a text part beside a picture': { content: [picture, { type: 'text', text }] },
    'a text part that names a picture': { content: [{ type: 'text', text: 'hi', image_url: { url: text } }] },
    'a member beside the address of a picture': { content: [{ ...picture, image_url: { url: 'https://x.y', detail: text } }] },
    'the name of the speaker': { content: 'hi', name: text },
  };
  for (const [place, message] of Object.entries(places)) {
    const { worst, expected, input } = estimateOf(scan(JSON.stringify({ model: 'm', messages: [{ role: 'user', ...message }] })));
    assert.ok(worst.inputTokens > 1_000_000, `${place}: ${String(worst.inputTokens)}`);
    assert.ok(expected.inputTokens > 500_000 && input.inputTokens > 250_000, place);
  }
});
