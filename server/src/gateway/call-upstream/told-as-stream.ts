import { ApiError } from '@tollgate/contract/errors';
import type { Relay } from '../../dialects/dialect.ts';
import type { AnswerInHand, RoutedCall } from '../call.ts';
import { CallFailure } from '../refusals/call-failure.ts';

/**
 * The answer of an upstream that sent a whole one where a stream was asked for, as that stream.
 * @throws {CallFailure} where it cannot be told as one
 */
export function toldAsStream({ wants }: RoutedCall, answer: AnswerInHand, relay: Relay | null): AnswerInHand {
  if (answer.kind !== 'whole' || !wants.stream) return answer;
  const told = relay?.asStream?.(Buffer.concat(answer.parts)) ?? null;
  if (told !== null) return { ...answer, parts: [told], dropped: [] };
  const { usage, text, endedNaturally, delivered } = answer;
  const cause = 'the image of a stream came as an address and could not be fetched';
  throw new CallFailure(new ApiError('upstream_unavailable', { cause }), 'upstream_broke', {
    usage,
    text,
    endedNaturally,
    delivered,
  });
}
