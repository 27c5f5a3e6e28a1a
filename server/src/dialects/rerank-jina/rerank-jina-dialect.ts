import { routingFields } from '@tollgate/contract/model-api/routing-fields';
import { jsonList, jsonObject, type Json } from '../../json/compose.ts';
import { fieldsOf } from '../shared/fields-of.ts';
import { asSent, type RerankQuery } from '../shared/rerank/rerank-query.ts';
import { rerankUpstream } from '../shared/rerank/rerank-relay.ts';

const ownFields = ['model', 'query', 'documents', 'top_n', 'return_documents', 'stream'];
const heldBack: ReadonlySet<string> = new Set([...ownFields, ...routingFields]);

/** Only upstreams that support fields other than the text need the objects; all of them accept plain texts. */
function documentsOf({ documents, body }: RerankQuery): Json | null {
  return asSent(body, 'rank_fields') === null ? jsonList(documents) : asSent(body, 'documents');
}

/** The form that most upstreams use, including self-hosted servers. Unknown fields are passed on. */
export const rerankJinaDialect = rerankUpstream('rerank-jina', {
  upstreamPath: '/rerank',
  toUpstream: (query, plan) =>
    jsonObject([
      ['model', JSON.stringify(plan.upstreamModel)],
      ['query', query.query],
      ['documents', documentsOf(query)],
      ['top_n', String(query.topN)],
      ['return_documents', 'false'],
      ...[...query.body.members.keys()]
        .filter((name) => !heldBack.has(name))
        .map((name) => [name, asSent(query.body, name)] as const),
    ]),
  readAnswer({ results, usage, tokens, meta }) {
    const { total_tokens: total, prompt_tokens: prompt } = fieldsOf(usage);
    const { input_tokens: own } = fieldsOf(tokens);
    const { tokens: inMeta, billed_units: billed } = fieldsOf(meta);
    return {
      results,
      tokens: [total, prompt, own, fieldsOf(inMeta).input_tokens],
      searchUnits: fieldsOf(billed).search_units,
    };
  },
});
