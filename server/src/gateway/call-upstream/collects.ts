import { ApiError } from '@tollgate/contract/errors';
import type { Quirks } from '@tollgate/contract/catalogue/quirks';
import type { Relay } from '../../dialects/dialect.ts';
import type { AttemptFault, RoutedCall } from '../call.ts';
import { CallFailure } from '../refusals/call-failure.ts';

/** More tokens take minutes. Nothing arrives from an upstream that writes a whole answer that long, as from one that is dead. */
const wholeTokensMax = 8_192;

/**
 * Whether the upstream is asked for a stream, from which the answer is collected that the client requested as a whole. Upstreams without
 * `stream_options` report the usage of whole answers only.
 */
export function collects(
  { wants, outputTokensMax, model }: RoutedCall,
  relay: Relay | null,
  { refusesStreamOptions }: Quirks,
): boolean {
  if (wants.stream || relay?.createCollector === undefined || refusesStreamOptions === true) return false;
  return (wants.outputTokensMax ?? outputTokensMax ?? model.outputLimit ?? Infinity) > wholeTokensMax;
}

/** The upstream wrote until the time of the call was over, so it did not fail, and no other one would be faster. */
export function tooLong(work: AttemptFault['work']): CallFailure {
  const error = new ApiError('answer_too_long', { cause: 'the answer was not finished within the time of a whole response' });
  return new CallFailure(error, 'timeout', work);
}
