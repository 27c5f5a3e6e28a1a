import { jsonList, jsonObject } from '../../json/compose.ts';
import { fieldsOf } from '../shared/fields-of.ts';
import { asSent } from '../shared/rerank/rerank-query.ts';
import { rerankUpstream } from '../shared/rerank/rerank-relay.ts';

/** Version 2 of the API that first offered reranking: texts only, billed by search. */
export const rerankCohereDialect = rerankUpstream('rerank-cohere', {
  upstreamPath: '/rerank',
  toUpstream: ({ query, documents, topN, body }, plan) =>
    jsonObject([
      ['model', JSON.stringify(plan.upstreamModel)],
      ['query', query],
      ['documents', jsonList(documents)],
      ['top_n', String(topN)],
      ['max_tokens_per_doc', asSent(body, 'max_tokens_per_doc')],
      ['priority', asSent(body, 'priority')],
    ]),
  readAnswer({ results, meta }) {
    const { tokens, billed_units: billed } = fieldsOf(meta);
    return {
      results,
      tokens: [fieldsOf(tokens).input_tokens, fieldsOf(billed).input_tokens],
      searchUnits: fieldsOf(billed).search_units,
    };
  },
});
