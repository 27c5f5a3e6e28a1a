// Calls a gateway with stock clients and prints the result of each call as one JSON object.
//
// Reads the address of the gateway and its keys from standard input: {"base": "http://…/v1", "keys": {"good": "sk-…", …}}.
import { json } from 'node:stream/consumers';
import { OpenAIEmbeddings } from '@langchain/openai';
import { CohereClient, CohereClientV2, CohereError } from 'cohere-ai';

const { base, keys } = await json(process.stdin);

function embeddings(key = keys.good, model = 'sandbox/embed') {
  return new OpenAIEmbeddings({ model, apiKey: key, configuration: { baseURL: base }, maxRetries: 0 });
}

const question = { model: 'sandbox/rerank', query: 'red fox', documents: ['a blue whale', 'a fox', 'the red fox'] };
/** The client adds the API version to the address itself. */
const host = base.replace(/\/v1$/, '');

function ranker(Client, token = keys.good, environment = host) {
  return new Client({ token, environment, maxRetries: 0 });
}

const cases = {
  embedded: async () => ({
    documents: await embeddings().embedDocuments(['The cat sat on the mat.', '猫坐在垫子上']),
    query: await embeddings().embedQuery('The cat sat on the mat.'),
  }),
  'embedded with a wrong key': () => embeddings(keys.unknown).embedQuery('a'),
  'embedded by an unknown model': () => embeddings(keys.good, 'no/such').embedQuery('a'),
  'ranked by version 1': () => ranker(CohereClient).rerank({ ...question, topN: 2, returnDocuments: true }),
  'ranked by version 2': () => ranker(CohereClientV2).rerank({ ...question, topN: 2 }),
  'ranked by version 2, /v1 in the address': () => ranker(CohereClientV2, keys.good, base).rerank(question),
  'ranked with a wrong key': () => ranker(CohereClientV2, keys.unknown).rerank(question),
  'ranked without documents': () => ranker(CohereClientV2).rerank({ ...question, documents: [] }),
  'ranked at the cap': () => ranker(CohereClientV2, keys.capped).rerank(question),
  'ranked by nobody': () => ranker(CohereClientV2).rerank({ ...question, model: 'no/such' }),
};

function told(error) {
  if (error instanceof CohereError) return { class: error.name, status: error.statusCode, code: error.body?.error?.code };
  return { class: error.constructor.name, status: error.status, code: error.code };
}

const results = {};
for (const [name, call] of Object.entries(cases)) results[name] = await call().catch(told);
process.stdout.write(JSON.stringify(results));
