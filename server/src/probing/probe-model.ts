import type { NanoCny } from '@tollgate/contract/money';
import type { Dialect } from '../dialects/dialect.ts';
import type { KeyedRoute, Provider } from '../domain/catalog/model.ts';
import type { Price } from '../domain/catalog/model.ts';
import { cost } from '../domain/catalog/price.ts';
import { judgeAnswer } from './judge-answer.ts';
import type { ProbeParts } from './probe-exchange.ts';
import type { Probe } from './probes.ts';
import { askRoute, planned } from './test-provider.ts';

/** A way in which a customer's call could be served. */
export interface ProbedRoute {
  readonly provider: Provider;
  readonly called: KeyedRoute;
  readonly upstreamModel: string;
  /** Our cost of its call, or the list price if no cost is set. */
  readonly price: Price;
}

/** The result of calling a model once. `isGood` is `null` if the call does not show the model's state. */
export interface ProbeVerdict {
  readonly isGood: boolean | null;
  readonly cost: NanoCny;
}

/** Customers' calls try no more routes either. */
const routesMax = 3;
const smallest: Probe = {
  kind: 'chat',
  client: 'chat-completions',
  stream: false,
  outputTokensMax: 1,
  body: { messages: [{ role: 'user', content: 'hi' }], max_completion_tokens: 1 },
};

/** Makes the smallest possible call to a chat model, on one route after another until one answers. The call is not charged. */
export async function probeModel(
  parts: ProbeParts & { readonly dialects: ReadonlyMap<string, Dialect> },
  routes: readonly ProbedRoute[],
): Promise<ProbeVerdict> {
  let spent = 0n;
  let isGood: boolean | null = null;
  for (const { provider, called, upstreamModel, price } of routes.slice(0, routesMax)) {
    const asked = planned(parts, provider, smallest, upstreamModel);
    if (asked === null) continue;
    const answer = await askRoute(parts, called, asked);
    if (answer.fault === null && answer.status === 200) {
      const { fault, usage } = judgeAnswer(asked, answer);
      if (usage.kind === 'valid') spent += cost(price, usage.usage);
      if (fault === null) return { isGood: true, cost: spent };
      isGood = false;
    } else if (answer.fault !== null || asked.relay.readRefusal(answer.status, answer.body).blame !== 'client') isGood = false;
    // If the upstream refuses the request itself, this says nothing about how it serves others.
    else return { isGood: null, cost: spent };
  }
  return { isGood, cost: spent };
}
