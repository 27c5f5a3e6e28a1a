import type { ImageQuality } from '@tollgate/contract/model-api/images';
import { quantitiesOf, type QuantityName } from '@tollgate/contract/quantities';
import type { ScannedBody } from '../../json/scanned-body.ts';
import type { Estimate, EstimateFacts, ModelRequest } from '../endpoint.ts';
import { estimatedUsage, typicalPerCharacter, upperPerCharacter } from '../shared/estimated-usage.ts';
import { dotsOf } from './image-size.ts';

/** Tokens of an image of 1024 × 1024 pixels at models that count them; they grow with the area. */
const tokensPerMegadot: Readonly<Record<Exclude<ImageQuality, 'auto'>, number>> = {
  low: 272,
  medium: 1_056,
  standard: 1_056,
  high: 4_160,
  hd: 4_160,
  xhigh: 8_320,
  max: 16_640,
};
const megadot = 1_024 * 1_024;

/** The size if the model chooses it: usually 1536 × 1024 pixels, at most 3840 × 2160. */
const typicalDots = 1_536 * 1_024;
const worstDots = 3_840 * 2_160;
/** Text and reasoning tokens that a model counts in addition to its image. */
const worstTokensBeside = 1_024;
const worstTokensPerRequest = 1_024;

/** An image sent by the client: 1024 pixels in tiles of 512; at high fidelity; 30,000 patches at the highest multiplier. */
const sentImage = { typical: 765, upper: 4_160, worst: 75_000 } as const;

function isQuality(quality: unknown): quality is keyof typeof tokensPerMegadot {
  return typeof quality === 'string' && Object.hasOwn(tokensPerMegadot, quality);
}

function tokensOf({ size, quality }: ScannedBody['value'], otherwise: { dots: number; quality: 'medium' | 'high' }): number {
  const dots = dotsOf(size) ?? otherwise.dots;
  return Math.ceil((tokensPerMegadot[isQuality(quality) ? quality : otherwise.quality] * dots) / megadot);
}

/** The name of an image in prices: by the requested size and quality, whose words are allowed in names. */
function imageName({ size, quality }: ScannedBody['value']): QuantityName {
  const ofSize = typeof size === 'string' ? size : 'auto';
  const ofQuality = isQuality(quality) ? quality : 'auto';
  if (ofQuality !== 'auto') return `image@${ofSize}@${ofQuality}`;
  return ofSize === 'auto' ? 'image' : `image@${ofSize}`;
}

/** The expected cost of an image request: `n` images of the requested size and quality. Without a quality, medium is expected. */
export function estimateImages(
  { choices }: ModelRequest,
  { value, text, bytes, form }: ScannedBody,
  facts: EstimateFacts,
): Estimate {
  const expected = tokensOf(value, { dots: typicalDots, quality: 'medium' });
  const worst = tokensOf(value, { dots: worstDots, quality: 'high' }) + worstTokensBeside;
  const limit = facts.outputLimit ?? Infinity;
  const upper = text.wide * upperPerCharacter.wide + text.narrow * upperPerCharacter.narrow;
  const typical = text.wide * typicalPerCharacter.wide + text.narrow * typicalPerCharacter.narrow;
  const sent = form?.filter(({ file }) => file !== null).length ?? 0;
  const more = quantitiesOf([[imageName(value), choices]]);
  return {
    expected: { ...estimatedUsage(upper + sent * sentImage.upper, Math.min(expected, limit) * choices), more },
    worst: {
      ...estimatedUsage(bytes.length + worstTokensPerRequest + sent * sentImage.worst, Math.min(worst, limit) * choices),
      more,
    },
    input: estimatedUsage(typical + sent * sentImage.typical, 0),
  };
}
