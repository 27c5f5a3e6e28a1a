import type { ScannedBody } from '../../json/scanned-body.ts';
import type { Estimate, EstimateFacts, ModelRequest } from '../endpoint.ts';
import { estimatedUsage, typicalPerCharacter, upperPerCharacter } from './estimated-usage.ts';
import { estimateOutput } from './generation.ts';

const tokensPerMessage = 4;
const tokensPerReply = 3;

/** One image: 1024 px in tiles of 512; the usual maximum of patch models; 30,000 patches at the highest multiplier. */
const typicalImageTokens = 765;
const upperImageTokens = 1_600;
const worstImageTokens = 75_000;

/** Tokens that providers add: the role markers of a message, and hidden instructions for tools. */
const worstTokensPerMessage = 8;
const worstTokensPerRequest = 1_024;

/** A file's text in base64 is about one token per five characters; audio and video have far fewer tokens per byte. */
const tokensPerFileByte = 3 / 16;
const tokensPerPlayedByte = 1 / 500;

/** The input if the upstream fetches it and the model's record has no limit. */
const worstInputTokens = 1_048_576;

/** The long strings of a body that are not text. */
export interface Media {
  readonly wide: number;
  readonly narrow: number;
  /** Bytes of the images among them. An image's tokens do not depend on its bytes. */
  readonly pictureBytes: number;
  /** Bytes of the files among them, which mostly contain text, and of audio and video. */
  readonly fileBytes: number;
  readonly playedBytes: number;
}

/** Content of a conversation other than text. */
export interface Conversation {
  readonly media: Media;
  readonly messages: number;
  readonly images: number;
  /** Whether the size of part of the content is unknown: the upstream fetches it, or its tokens do not follow from its bytes. */
  readonly isOpenEnded: boolean;
}

/**
 * The expected cost of a chat call. `worst` counts every byte as a token, because a byte-level vocabulary cannot produce more. It counts
 * images at the highest known price, documents and content that the upstream downloads at the model's maximum input, and the output at its limit.
 */
export function estimateConversation(
  request: ModelRequest,
  body: ScannedBody,
  facts: EstimateFacts,
  { media, messages, images, isOpenEnded }: Conversation,
): Estimate {
  const wide = body.text.wide - media.wide;
  const narrow = body.text.narrow - media.narrow;
  const frame = tokensPerMessage * messages + tokensPerReply;
  const upper = wide * upperPerCharacter.wide + narrow * upperPerCharacter.narrow;
  const typical = wide * typicalPerCharacter.wide + narrow * typicalPerCharacter.narrow;
  const heard = media.fileBytes * tokensPerFileByte + media.playedBytes * tokensPerPlayedByte;
  const fetched = isOpenEnded ? (facts.contextLength ?? worstInputTokens) : 0;
  const worst = body.bytes.length - media.pictureBytes + images * worstImageTokens + fetched;
  const output = estimateOutput(request, facts);
  return {
    expected: estimatedUsage(upper + heard + frame + images * upperImageTokens, output.expected),
    worst: estimatedUsage(worst + messages * worstTokensPerMessage + worstTokensPerRequest, output.worst),
    input: estimatedUsage(typical + heard + frame + images * typicalImageTokens, 0),
  };
}
