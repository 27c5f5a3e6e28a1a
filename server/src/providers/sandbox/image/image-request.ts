import { isRecord, readKnobs, SandboxRefusal, type SandboxKnobs } from '../sandbox-knobs.ts';
import type { SentFile } from '../form-body.ts';
import type { SandboxBody } from '../sandbox-operation.ts';
import { quartersOf, tokensOf } from '../token-weight.ts';

/** The fields of an image request that the sandbox uses. */
export interface ImageRequest {
  readonly prompt: string;
  readonly images: number;
  readonly width: number;
  readonly height: number;
  /** Number of images sent to be edited. */
  readonly sentImages: number;
  /** Number of partial images to stream before the final one; `null` if the image is not streamed. */
  readonly partials: number | null;
  readonly textTokens: number;
  readonly knobs: SandboxKnobs;
}

const imagesMax = 10;
const partialsMax = 3;
const sideMin = 64;
const sideMax = 1_024;
const defaultSide = 512;

/** In a form the number is text. */
function readImages(body: SandboxBody): number {
  const n = typeof body.n === 'string' ? Number(body.n) : body.n;
  if (n === undefined || n === null) return 1;
  if (typeof n === 'number' && Number.isInteger(n) && n >= 1 && n <= imagesMax) return n;
  throw new SandboxRefusal('n', `must be a whole number from 1 to ${String(imagesMax)}`);
}

function readSize({ size }: SandboxBody): readonly [width: number, height: number] {
  if (size === undefined || size === null || size === 'auto') return [defaultSide, defaultSide];
  const [, width, height] = (typeof size === 'string' ? /^(\d{1,4})x(\d{1,4})$/.exec(size) : null)?.map(Number) ?? [];
  if (fits(width) && fits(height)) return [width, height];
  throw new SandboxRefusal(
    'size',
    `must be "auto" or of ${String(sideMin)}x${String(sideMin)} to ${String(sideMax)}x${String(sideMax)}`,
  );
}

function fits(side: number | undefined): side is number {
  return side !== undefined && side >= sideMin && side <= sideMax;
}

function readPartials({ stream, partial_images: partials }: SandboxBody): number | null {
  return stream === true || stream === 'true' ? Math.min(Number(partials ?? 0), partialsMax) : null;
}

/** How images begin that image models accept. */
const beginnings = [/^\x89PNG\r\n\x1a\n/, /^\xff\xd8\xff/, /^GIF8[79]a/, /^RIFF[^]{4}WEBP/];

/** Checks the images in a request and returns their number. */
function readFiles({ files = [] }: { readonly files?: readonly SentFile[] }): number {
  for (const { field, beginning } of files) {
    const text = beginning.toString('latin1');
    if (!beginnings.some((known) => known.test(text)))
      throw new SandboxRefusal(field, 'must be an image: a PNG, JPEG, WebP or GIF file');
  }
  return files.length;
}

/**
 * Reads an image request.
 * @throws {SandboxRefusal} that names the field.
 */
export function readImageRequest(body: SandboxBody): ImageRequest {
  const { prompt } = body;
  if (typeof prompt !== 'string' || prompt === '') throw new SandboxRefusal('prompt', 'must be a text');
  const [width, height] = readSize(body);
  const knobs = readKnobs(isRecord(body.metadata) ? body.metadata : {});
  const sentImages = readFiles(body);
  const textTokens = tokensOf(quartersOf(prompt));
  return { prompt, images: readImages(body), width, height, sentImages, partials: readPartials(body), textTokens, knobs };
}
