import { jsonList, jsonObject } from '../../json/compose.ts';
import type { Dialect } from '../dialect.ts';
import { fieldsOf } from '../shared/rerank/rerank-answer.ts';
import { asSent } from '../shared/rerank/rerank-query.ts';
import { rerankRelay } from '../shared/rerank/rerank-relay.ts';

/** Input and parameters apart, and the results one level down. */
export const rerankDashscopeDialect: Dialect = {
  name: 'rerank-dashscope',
  kind: 'rerank',
  client: null,
  serves: new Map([
    [
      'rerank',
      rerankRelay({
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
      }),
    ],
  ]),
};
