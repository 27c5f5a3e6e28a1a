import { jsonList, jsonObject } from '../../json/compose.ts';
import { fieldsOf } from '../shared/fields-of.ts';
import { asSent } from '../shared/rerank/rerank-query.ts';
import { rerankUpstream } from '../shared/rerank/rerank-relay.ts';

/** Here the results are called `data`, and their number `top_k`. */
export const rerankVoyageDialect = rerankUpstream('rerank-voyage', {
  upstreamPath: '/rerank',
  toUpstream: ({ query, documents, topN, body }, plan) =>
    jsonObject([
      ['model', JSON.stringify(plan.upstreamModel)],
      ['query', query],
      ['documents', jsonList(documents)],
      ['top_k', String(topN)],
      ['return_documents', 'false'],
      ['truncation', asSent(body, 'truncation')],
    ]),
  readAnswer: ({ data, usage }) => ({ results: data, tokens: [fieldsOf(usage).total_tokens], searchUnits: undefined }),
});
