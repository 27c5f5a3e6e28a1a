import { ApiError } from '@tollgate/contract/errors';
import type { Relay } from '../../dialects/dialect.ts';
import type { ReadyAnswer, RoutedCall } from '../call.ts';
import { CallFailure } from '../refusals/call-failure.ts';

/**
 * Converts a whole answer, which an upstream sent although a stream was requested, to that stream.
 * @throws {CallFailure} if it has no form as a stream.
 */
export function convertToStream({ wants }: RoutedCall, answer: ReadyAnswer, relay: Relay | null): ReadyAnswer {
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
