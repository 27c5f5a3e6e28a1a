import type { SandboxStep } from '../sandbox-exchange.ts';
import { sandboxModel } from '../sandbox-model.ts';
import type { SandboxFrame, SandboxOperation } from '../sandbox-operation.ts';
import { wholeParts } from '../whole-parts.ts';
import { drawText } from './draw-text.ts';
import { readImageRequest, type ImageRequest } from './image-request.ts';
import { encodePng, type Colour } from './png.ts';

const model = sandboxModel({
  name: 'sandbox/image',
  kind: 'image',
  outputLimit: 32_768,
  supportedParameters: ['metadata', 'n', 'partial_images', 'size', 'stream'],
});

/** The tokens of an image of any size. */
const tokensPerImage = 256;
const nonsenseUsage = { input_tokens: -1, output_tokens: 1e18, total_tokens: 'many' };

/** Background and foreground colours. */
const colours: readonly (readonly [Colour, Colour])[] = [
  [
    [253, 246, 227],
    [60, 40, 20],
  ],
  [
    [226, 240, 250],
    [16, 48, 92],
  ],
  [
    [232, 245, 233],
    [20, 70, 36],
  ],
  [
    [252, 232, 236],
    [110, 20, 50],
  ],
  [
    [38, 40, 58],
    [240, 226, 170],
  ],
];

function coloursOf({ id }: SandboxFrame): readonly [Colour, Colour] {
  const chosen = colours[Number.parseInt(id.slice(0, 6), 16) % colours.length];
  if (chosen === undefined) throw new RangeError('there are no colours');
  return chosen;
}

function usageOf({ knobs, images, textTokens, sentImages }: ImageRequest): object {
  if (knobs.usage === 'none') return {};
  if (knobs.usage === 'nonsense') return { usage: nonsenseUsage };
  const imageTokens = sentImages * tokensPerImage;
  const inputTokens = textTokens + imageTokens;
  const outputTokens = knobs.outputTokens ?? images * tokensPerImage;
  return {
    usage: {
      input_tokens: inputTokens,
      input_tokens_details: { text_tokens: textTokens, image_tokens: imageTokens },
      output_tokens: outputTokens,
      total_tokens: inputTokens + outputTokens,
    },
  };
}

function drawnAs(request: ImageRequest, frame: SandboxFrame, prompt: string, foot: string): string {
  const { width, height, sentImages } = request;
  const edited = sentImages === 0 ? '' : `, of ${String(sentImages)} sent`;
  const below = `${foot} sandbox/image ${String(width)}x${String(height)}${edited}`;
  return encodePng(drawText(prompt, below, [width, height]), coloursOf(frame)).toString('base64');
}

function formOf({ width, height }: ImageRequest): object {
  return { output_format: 'png', size: `${String(width)}x${String(height)}` };
}

/** Draws one image after another, each in a separate turn. */
function* wholeBody(request: ImageRequest, frame: SandboxFrame): Generator<SandboxStep, Buffer> {
  const { prompt, images } = request;
  const data: object[] = [];
  for (let image = 1; image <= images; image += 1) {
    data.push({ b64_json: drawnAs(request, frame, prompt, `${String(image)}/${String(images)}`) });
    yield { kind: 'turn' };
  }
  return Buffer.from(JSON.stringify({ created: frame.created, data, ...formOf(request), ...usageOf(request) }));
}

/** Writes the prompt word by word: more of it in each partial image, and all of it in the last. */
function* events(request: ImageRequest, frame: SandboxFrame, prefix: string): Generator<Buffer> {
  const { prompt, partials: states } = request;
  const partials = states ?? 0;
  const event = (step: string, more: object, text: string): Buffer => {
    const type = `${prefix}.${step}`;
    const body = { type, b64_json: drawnAs(request, frame, text, '1/1'), created_at: frame.created, ...formOf(request), ...more };
    return Buffer.from(`event: ${type}\ndata: ${JSON.stringify(body)}\n\n`);
  };
  for (let partial = 0; partial < partials; partial += 1) {
    const shown = Math.ceil((prompt.length * (partial + 1)) / (partials + 1));
    yield event('partial_image', { partial_image_index: partial }, prompt.slice(0, shown));
  }
  yield event('completed', usageOf(request), prompt);
}

/** Draws the prompt as an image. */
function drawing(path: string, prefix: string): SandboxOperation {
  return {
    path,
    dialect: 'images',
    model,
    *answer(body, frame) {
      const request = readImageRequest(body);
      const { knobs } = request;
      if (request.partials !== null) return { knobs, contentType: 'text/event-stream', chunks: events(request, frame, prefix) };
      return { knobs, contentType: 'application/json', chunks: wholeParts(yield* wholeBody(request, frame)) };
    },
  };
}

export const image = drawing('/images/generations', 'image_generation');

/** Uses only the number of images sent. */
export const imageEdit = drawing('/images/edits', 'image_edit');
