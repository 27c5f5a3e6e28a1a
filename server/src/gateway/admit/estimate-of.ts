import { amountsOf, quantitiesOf, type Quantities } from '@tollgate/contract/quantities';
import { reservedNonTokens } from '../../domain/catalog/non-tokens.ts';
import type { Estimate } from '../../endpoints/endpoint.ts';
import type { ReadCall } from '../call.ts';
import type { GatewayContext } from '../gateway-context.ts';

type Parts = Pick<GatewayContext, 'typicalOutput'>;

function times(more: Quantities, prompts: number): Quantities | null {
  return prompts === 1 ? more : quantitiesOf(amountsOf(more).map(([name, amount]) => [name, amount * prompts]));
}

type Estimated = Pick<ReadCall, 'body' | 'endpoint' | 'entry' | 'model' | 'quote' | 'wants'>;

/** What a call is expected to use, and at most. @param outputTokensMax of each choice; `null` if the gateway sets none */
export function estimateOf(context: Parts, call: Estimated, outputTokensMax: number | null): Estimate {
  const { endpoint, wants, body, model } = call;
  const bounded = outputTokensMax === null ? wants : { ...wants, outputTokensMax: outputTokensMax * wants.choices };
  const estimate = endpoint.estimate(bounded, body, {
    outputLimit: model.outputLimit,
    contextLength: model.contextLength,
    outputBoundHolds: model.maxTokensIncludesReasoning || !model.features.includes('reasoning'),
    typicalOutputTokens: context.typicalOutput.of(call.entry.account.account.id, model),
    music: model.music,
  });
  const more = reservedNonTokens(call.quote.price, model.kind);
  return more === null ? estimate : { ...estimate, worst: { ...estimate.worst, more: times(more, wants.prompts ?? 1) } };
}
