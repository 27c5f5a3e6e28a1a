import type { AttemptPlan, WholeAnswer } from '../../dialect.ts';
import { embeddedImages } from './embedded-images.ts';

/** An image from an upstream with its own answer format. */
export interface FoundImage {
  readonly url: string;
  readonly revised_prompt?: string;
}

const addressCharactersMax = 8_192;

function isAddress(url: string): boolean {
  return url.length <= addressCharactersMax && /^https?:\/\//i.test(url) && URL.canParse(url);
}

/** The first 48 bits of a call's ID are the time of its creation in milliseconds. */
function createdAt({ callId }: AttemptPlan): number {
  return Math.floor(Number.parseInt(callId.replaceAll('-', '').slice(0, 12), 16) / 1_000);
}

/** An answer rewritten in the format of `images`, with at most as many images as requested. */
export function writtenImages(images: readonly FoundImage[], plan: AttemptPlan): WholeAnswer {
  const { n } = plan.body.value;
  const data = images.slice(0, typeof n === 'number' ? n : 1);
  if (data.length === 0 || !data.every(({ url }) => isAddress(url))) return { ok: false, fault: 'the answer has no images' };
  const answer = { created: createdAt(plan), data };
  return {
    ok: true,
    body: Buffer.from(JSON.stringify(answer)),
    usage: { kind: 'none' },
    text: { wide: 0, narrow: 0 },
    endedNaturally: true,
    delivered: data.length,
    ...embeddedImages(answer, plan),
  };
}
