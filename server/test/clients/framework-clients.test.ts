/**
 * Goal: a framework's embeddings (LangChain) and a vendor's reranking client (both API versions of Cohere) work as published, with only
 * base address and key changed.
 */
import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { withServer } from '../servers/needed-server.ts';
import { ClientsWorld, printedBy } from './clients-world.ts';
import { clientsFolder, nodeClients } from './installed.ts';

type Vector = readonly number[];

interface Ranking {
  readonly results: readonly { readonly index: number; readonly relevanceScore: number; readonly document?: unknown }[];
  readonly meta: { readonly billedUnits: unknown; readonly tokens: unknown };
}

withServer(nodeClients, nodeClients.name, () => {
  let world: ClientsWorld;
  let told: Readonly<Record<string, unknown>>;
  before(async () => {
    world = await ClientsWorld.start();
    // Packages are resolved from the location of the program.
    const calls = join(clientsFolder, 'node/calls.mjs');
    copyFileSync(join(nodeClients.source, 'calls.mjs'), calls);
    told = JSON.parse(await printedBy(nodeClients.program, [calls], { input: world.input }));
  });
  after(() => world.stop());

  test('LangChain gets the same vector for a document and for a query', () => {
    const { documents, query } = told.embedded as { readonly documents: readonly Vector[]; readonly query: Vector };
    assert.deepEqual([documents.length, query.length], [2, 256]);
    assert.deepEqual(documents[0], query);
    assert.notDeepEqual(documents[1], query);
  });

  for (const version of ['version 1', 'version 2', 'version 2, /v1 in the address'])
    test(`Cohere's client ranks by ${version} of its interface, and gets its usage`, () => {
      const { results, meta } = told[`ranked by ${version}`] as Ranking;
      assert.deepEqual(
        results.slice(0, 2).map(({ index }) => index),
        [2, 1],
      );
      for (const { relevanceScore } of results) assert.ok(relevanceScore >= 0 && relevanceScore <= 1);
      assert.deepEqual(meta, { billedUnits: { searchUnits: 1 }, tokens: { inputTokens: 13, outputTokens: 0 } });
      if (version === 'version 1') assert.deepEqual(results[0]?.document, { text: 'the red fox' });
    });

  for (const [name, error] of Object.entries({
    'embedded with a wrong key': ['AuthenticationError', 401, 'invalid_api_key'],
    'embedded by an unknown model': ['NotFoundError', 404, 'model_not_found'],
    'ranked with a wrong key': ['UnauthorizedError', 401, 'invalid_api_key'],
    'ranked without documents': ['BadRequestError', 400, 'invalid_parameter'],
    'ranked at the cap': ['TooManyRequestsError', 429, 'daily_cap_reached'],
    'ranked by nobody': ['NotFoundError', 404, 'model_not_found'],
  }))
    test(`${name}: the refusal arrives as the client's own error, with our code`, () => {
      const { class: kind, status, code } = told[name] as Readonly<Record<string, unknown>>;
      assert.deepEqual([kind, status, code], error);
    });

  test('every ranking is one charged call, at whichever address it was asked for', async () => {
    const data = await world.callsSoFar();
    const ranked = data
      .filter(({ endpoint, ending }) => endpoint === 'rerank' && ending === 'complete')
      .map(({ charge_exact: charge }) => charge);
    assert.deepEqual(ranked, ['0.010026', '0.010026', '0.010026']);
  });
});
