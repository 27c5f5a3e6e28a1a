/** How much input an upstream finds in its prompt caches, on one node or three. */
import assert from 'node:assert/strict';
import { whole } from '../scripted-upstream/behaviours.ts';
import { wholeChat } from '../scripted-upstream/chat-bodies.ts';
import type { RecordedRequest } from '../scripted-upstream/scripted-exchange.ts';
import { askNode, newRoutedAccount, type RoutedNodes } from './routed-nodes.ts';

const conversations = 24;
const turns = 6;
const blockCharacters = 256;
/** Two agents, of about 1,500 tokens each. */
const systems = ['harbour', 'weather'].map((office) =>
  `You are an assistant of the ${office} office and answer in one sentence. `.repeat(90),
);

interface Message {
  readonly role: string;
  readonly content: string;
}

/** Prompt caches of an upstream, one per key: a prompt is cached as far as it begins like any earlier one, in whole blocks. */
class PrefixCaches {
  readonly #seen = new Set<string>();
  cached = 0;
  input = 0;

  answer(request: RecordedRequest): string {
    const prompt = JSON.stringify(request.body.messages);
    let isKnown = true;
    let cached = 0;
    for (let end = blockCharacters; end <= prompt.length; end += blockCharacters) {
      const prefix = `${String(request.headers.authorization)} ${prompt.slice(0, end)}`;
      isKnown &&= this.#seen.has(prefix);
      if (isKnown) cached = end;
      this.#seen.add(prefix);
    }
    this.cached += cached;
    this.input += prompt.length;
    const [input, found] = [Math.ceil(prompt.length / 4), Math.floor(cached / 4)];
    const usage = {
      prompt_tokens: input,
      completion_tokens: 4,
      total_tokens: input + 4,
      prompt_tokens_details: { cached_tokens: found },
    };
    return wholeChat(request, 'Yes.', { usage });
  }
}

/** A model at separate providers, whose routes have these numbers of keys. */
async function offer(nodes: RoutedNodes, name: string, cachedInput: string, keys: readonly number[]): Promise<void> {
  const [node] = nodes.all;
  await node.must('PUT', `/models/${name}`, { kind: 'chat', price: { input: '2', cached_input: cachedInput, output: '8' } });
  for (const [at, count] of keys.entries()) {
    const own = Array.from({ length: count }, (_, key) => ({ api_key: `${name}-${String(at)}-${String(key)}` }));
    await node.must('POST', '/providers', {
      name: `${name}-${String(at)}`,
      dialect: 'chat-completions',
      models: [{ model: name }],
      routes: [{ region: 'domestic', base_url: nodes.upstream.baseUrl, keys: own }],
    });
  }
}

function messagesOf(conversation: number, turn: number): readonly Message[] {
  const said = Array.from({ length: turn + 1 }, (_, at) => [
    ...(at === 0 ? [] : [{ role: 'assistant', content: 'Yes.' }]),
    { role: 'user', content: `Question ${String(at)} of ship ${String(conversation)}: ${'is there a berth? '.repeat(20)}` },
  ]);
  return [{ role: 'system', content: systems[conversation % systems.length] ?? '' }, ...said.flat()];
}

interface Shares {
  /** While every cache begins empty. */
  readonly cold: number;
  /** Of the next turns of these conversations. */
  readonly warm: number;
}

/** The shares of cached input, for concurrent conversations whose turns come to any node. */
async function sharesOf(nodes: RoutedNodes, key: string, model: string): Promise<Shares> {
  const caches = new PrefixCaches();
  nodes.upstream.otherwise(whole((request) => caches.answer(request)));
  let calls = 0;
  const share = async (from: number, to: number): Promise<number> => {
    const before = [caches.cached, caches.input] as const;
    for (let turn = from; turn < to; turn += 1)
      for (let conversation = 0; conversation < conversations; conversation += 1) {
        // One more than a round, so that a conversation moves from node to node.
        calls += turn > 0 && conversation === 0 ? 2 : 1;
        const node = nodes.all[calls % nodes.all.length] ?? nodes.all[0];
        const response = await askNode(node, key, { model, messages: messagesOf(conversation, turn) });
        assert.equal(response.status, 200, await response.text());
      }
    return (caches.cached - before[0]) / (caches.input - before[1]);
  };
  return { cold: await share(0, turns), warm: await share(turns, 2 * turns) };
}

/** Five keys of three routes find nearly as much as a single key, but not when calls are spread by weight. @returns the shares */
export async function expectCached(nodes: RoutedNodes): Promise<string> {
  const { key } = await (await newRoutedAccount(nodes)).newKey();
  await offer(nodes, 'single', '0.2', [1]);
  await offer(nodes, 'several', '0.2', [1, 1, 3]);
  // Cached input that costs the same ties no call to a key.
  await offer(nodes, 'spread', '2', [1, 1, 3]);
  const single = await sharesOf(nodes, key, 'single');
  const several = await sharesOf(nodes, key, 'several');
  const spread = await sharesOf(nodes, key, 'spread');
  const shown = JSON.stringify({ single, several, spread });
  // The calls of the first turns warm each key for each agent; after that, a conversation misses nothing.
  assert.ok(several.cold >= 0.9 * single.cold && several.warm >= 0.98 * single.warm, shown);
  assert.ok(spread.cold < several.cold && spread.warm < 0.95 * single.warm, shown);
  return shown;
}
