import { jsonList, jsonObject } from '../../json/compose.ts';
import { fieldsOf } from '../shared/fields-of.ts';
import { asSent } from '../shared/rerank/rerank-query.ts';
import { rerankUpstream } from '../shared/rerank/rerank-relay.ts';

/** Input and parameters are separate, and the results are one level deeper. */
export const rerankDashscopeDialect = rerankUpstream('rerank-dashscope', {
  upstreamPath: '/services/rerank/text-rerank/text-rerank',
  toUpstream: ({ query, documents, topN, body }, plan) => {
    const input = jsonObject([
      ['query', query],
      ['documents', jsonList(documents)],
    ]);
    const parameters = jsonObject([
      ['top_n', String(topN)],
      ['return_documents', 'false'],
      ['instruct', asSent(body, 'instruct') ?? asSent(body, 'instruction')],
    ]);
    return jsonObject([
      ['model', JSON.stringify(plan.upstreamModel)],
      ['input', input],
      ['parameters', parameters],
    ]);
  },
  readAnswer({ output, usage }) {
    const { total_tokens: total, input_tokens: input } = fieldsOf(usage);
    return { results: fieldsOf(output).results, tokens: [total, input], searchUnits: undefined };
  },
});
