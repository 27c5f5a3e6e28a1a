import { finish, finishWithin, last, word, type UsageRow } from './usage-row.ts';

const counts = { prompt_tokens: 24, completion_tokens: 58, total_tokens: 82 };
const right = { fresh: 24, out: 58 };
const zero = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
const kimi = { prompt_tokens: 1336, completion_tokens: 31, total_tokens: 1367, cached_tokens: 1280 };
const growing = (out: number): object => ({ prompt_tokens: 24, completion_tokens: out, total_tokens: 24 + out });

/** Time and place of the report in streams. */
export const usageOfStreams: readonly UsageRow[] = [
  {
    who: 'OpenAI, in a frame of its own behind the end',
    source: 'ollama/ollama#4448',
    frames: [finish(null), last(counts)],
    right,
  },
  {
    who: 'Moonshot, inside the choice that ends',
    source: 'AstrBotDevs/AstrBot#6614',
    frames: [finishWithin({ ...kimi, prompt_tokens_details: { cached_tokens: 1280 } })],
    right: { fresh: 56, cached: 1280, out: 31 },
  },
  {
    who: 'Moonshot, inside the choice, cached at the top alone',
    source: 'earendil-works/pi#2017',
    frames: [finishWithin(kimi)],
    right: { fresh: 56, cached: 1280, out: 31 },
  },
  {
    who: 'Moonshot, inside the choice and once more in a frame of its own',
    source: 'vercel/ai#12337',
    frames: [finishWithin(kimi), last(kimi)],
    right: { fresh: 56, cached: 1280, out: 31 },
  },
  {
    who: 'a relay of Moonshot, inside the choice, and null in the usual place',
    source: 'earendil-works/pi#2016',
    frames: [{ ...finishWithin(kimi), usage: null }],
    right: { fresh: 56, cached: 1280, out: 31 },
  },
  {
    who: 'a relay of Moonshot, whole',
    source: 'earendil-works/pi#2016',
    answer: { choices: [{ index: 0, message: { role: 'assistant', content: 'words' }, finish_reason: 'stop', usage: kimi }] },
    right: { fresh: 56, cached: 1280, out: 31 },
  },
  {
    who: 'DeepSeek, on the frame that ends',
    source: 'router-for-me/CLIProxyAPI#3077',
    frames: [word(zero), finish({ ...counts, prompt_cache_hit_tokens: 20, prompt_cache_miss_tokens: 4 })],
    right: { fresh: 4, cached: 20, out: 58 },
  },
  {
    who: 'MiniMax, null on every word',
    source: 'router-for-me/CLIProxyAPI#3221',
    frames: [word(null), word(null), finish(counts)],
    right,
  },
  {
    who: 'Mimo, null with the end, then a frame of its own',
    source: 'jeremychone/rust-genai#241',
    frames: [finish(null), last({ prompt_tokens: 259, completion_tokens: 16, total_tokens: 275 })],
    right: { fresh: 259, out: 16 },
  },
  {
    who: 'a relay of Claude, prompt and completion in two frames',
    source: 'Portkey-AI/gateway#496',
    frames: [word({ prompt_tokens: 25 }), finish({ completion_tokens: 15 })],
    right: { fresh: 25, out: 15 },
  },
  {
    who: 'a relay of Claude, in its words, in two frames',
    source: 'Portkey-AI/gateway#350',
    frames: [word({ input_tokens: 25, output_tokens: 1 }), finish({ output_tokens: 15 })],
    right: { fresh: 25, out: 15 },
  },
  {
    who: 'a relay of Claude, in two frames, what was cached with the prompt',
    source: 'envoyproxy/ai-gateway#2239',
    frames: [
      word({ input_tokens: 25, output_tokens: 1, cache_read_input_tokens: 900, cache_creation_input_tokens: 0 }),
      finish({ output_tokens: 15 }),
    ],
    right: { fresh: 25, cached: 900, out: 15 },
  },
  {
    who: 'a relay of Claude whose second frame says zero of the prompt',
    source: 'envoyproxy/ai-gateway#1631',
    frames: [
      word({ prompt_tokens: 25, completion_tokens: 0, total_tokens: 25 }),
      finish({ prompt_tokens: 0, completion_tokens: 15, total_tokens: 15 }),
    ],
    right: { fresh: 25, out: 15 },
  },
  {
    who: 'a relay of Claude that repeats the whole, growing',
    source: 'LibreChat-AI/agents#150',
    frames: [word(growing(1)), word(growing(20)), finish(growing(57)), last(growing(58))],
    right,
  },
  {
    who: 'the completion first, the prompt behind the end',
    source: 'deepset-ai/haystack-core-integrations#2001',
    frames: [
      finish({ prompt_tokens: 0, completion_tokens: 15, total_tokens: 15 }),
      last({ prompt_tokens: 25, completion_tokens: 0 }),
    ],
    right: { fresh: 25, out: 15 },
  },
  {
    who: 'vLLM, growing on every word',
    source: 'vllm-project/vllm#9357',
    frames: [word(growing(1)), word(growing(2)), finish(growing(57)), last(growing(58))],
    right,
  },
  {
    who: 'a server that repeats its sum on every word',
    source: 'open-webui/open-webui#29064',
    frames: [word(growing(1)), word(growing(30)), finish(growing(58))],
    right,
  },
  {
    who: 'a gateway of vLLM, growing, the end without a report',
    source: 'bytedance/deer-flow#4537',
    frames: [word(growing(1)), word(growing(58)), finish(undefined)],
    right,
  },
  {
    who: 'SGLang, growing, reasoning at the top',
    source: 'sgl-project/sglang#12241',
    frames: [word({ ...growing(3), reasoning_tokens: 3 }), finish({ ...growing(58), reasoning_tokens: 40 })],
    right: { fresh: 24, out: 58, reasoning: 40 },
  },
  {
    who: 'zero first, then the truth',
    source: 'router-for-me/CLIProxyAPI#3077',
    frames: [word(zero), finish(zero), last(counts)],
    right,
  },
  { who: 'the truth first, then zero', frames: [finish(counts), last(zero)], right },
  { who: 'the truth before the end', source: '0xPlaygrounds/rig#1212', frames: [last(counts), finish(null)], right },
  { who: 'the truth first, then null', source: 'zavora-ai/adk-rust#645', frames: [word(counts), finish(null)], right },
  {
    who: 'a report on a frame with a role and a null content',
    source: 'odysseus-dev/odysseus#1703',
    frames: [{ choices: [{ index: 0, delta: { role: 'assistant', content: null }, finish_reason: 'stop' }], usage: counts }],
    right,
  },
  {
    who: 'Azure, a first frame without choices',
    source: 'BerriAI/litellm#25638',
    frames: [{ choices: [], prompt_filter_results: [] }, finish(null), last(counts)],
    right,
  },
  {
    who: 'Azure for Llama, a last frame whose choices are null',
    source: 'QuailAI/azure-ai-provider#5',
    frames: [finish(null), { choices: null, usage: counts }],
    right,
  },
  {
    who: 'Groq, in the member of its own on the frame that ends',
    source: 'jeremychone/rust-genai#242',
    frames: [finish(undefined, { x_groq: { id: 'req_1', usage: { ...counts, queue_time: 0.01 } } })],
    right,
  },
  {
    who: 'Bedrock, counts of its own on the frame that ends',
    source: 'Bike4Mind/bike4mind#1089',
    frames: [finish(undefined, { 'amazon-bedrock-invocationMetrics': { inputTokenCount: 24, outputTokenCount: 58 } })],
    right,
  },
  {
    who: 'OpenRouter, all in its last message',
    source: '0xPlaygrounds/rig#1807',
    frames: [
      finish(null),
      { ...finish({ ...counts, prompt_tokens_details: { cached_tokens: 10, cache_write_tokens: 5 }, cost: 0.1 }), id: 'gen-1' },
    ],
    right: { fresh: 9, cached: 10, write: 5, out: 58 },
  },
  {
    who: 'unsloth of Claude, in a frame behind the end',
    source: 'unslothai/unsloth#5670',
    frames: [
      finish(undefined),
      last({
        prompt_tokens: 8,
        completion_tokens: 862,
        total_tokens: 870,
        prompt_tokens_details: { cached_tokens: 18901 },
        cache_creation_input_tokens: 1367,
        cache_read_input_tokens: 18901,
      }),
    ],
    right: { fresh: 8, cached: 18901, write: 1367, out: 862 },
  },
  {
    who: 'xAI, reasoning beside, in a frame behind the end',
    source: 'UKGovernmentBEIS/inspect_ai#5528',
    frames: [
      finish(undefined),
      last({ prompt_tokens: 279, completion_tokens: 6, total_tokens: 374, completion_tokens_details: { reasoning_tokens: 89 } }),
    ],
    right: { fresh: 279, out: 95, reasoning: 89 },
  },
  {
    who: 'Perplexity, growing, its searches in each report',
    source: 'BerriAI/litellm#11938',
    frames: [
      word({ ...growing(1), num_search_queries: 1, citation_tokens: 0 }),
      finish({ ...growing(58), num_search_queries: 2, citation_tokens: 70 }),
    ],
    right: { ...right, more: { citation: 70, 'tool:web_search': 2 } },
  },
  { who: 'no report at all', source: 'lifemate-ai/familiar-ai#198', frames: [finish(undefined)], right: 'nothing' },
  { who: 'null to the end', frames: [word(null), finish(null), last(null)], right: 'nothing' },
  { who: 'the words of the client come back', frames: [finish(undefined, { metadata: { usage: counts } })], right: 'nothing' },
  {
    who: 'the prompt on every word and nothing at the end',
    frames: [word({ prompt_tokens: 24, completion_tokens: 0, total_tokens: 24 }), finish(undefined)],
    right: { fresh: 24, out: 0, doubt: 'output' },
  },
  {
    who: 'without its prompt, in a frame behind the end',
    source: 'diegosouzapw/OmniRoute#4615',
    frames: [finish(null), last({ prompt_tokens: 0, completion_tokens: 58, total_tokens: 58 })],
    right: { fresh: 0, out: 58, doubt: 'input' },
  },
];
