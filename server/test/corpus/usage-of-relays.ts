import type { UsageRow } from './usage-row.ts';

/** What relays that translate other protocols say, and servers of one's own. */
export const usageOfRelays: readonly UsageRow[] = [
  {
    who: 'a relay of Claude, cached beside, with a total that proves it',
    source: 'pydantic/genai-prices#334',
    usage: {
      ...{ prompt_tokens: 9, completion_tokens: 100, total_tokens: 17211 },
      prompt_tokens_details: { cached_tokens: 17102 },
    },
    right: { fresh: 9, cached: 17102, out: 100 },
  },
  {
    who: 'a relay of Claude, cached beside and more than the prompt, the total a plain sum',
    source: 'unslothai/unsloth#5670',
    usage: {
      ...{ prompt_tokens: 8, completion_tokens: 862, total_tokens: 870, prompt_tokens_details: { cached_tokens: 18901 } },
      ...{ cache_creation_input_tokens: 1367, cache_read_input_tokens: 18901 },
    },
    right: { fresh: 8, cached: 18901, write: 1367, out: 862 },
  },
  {
    who: 'new-api, more cached than prompt',
    source: 'QuantumNous/new-api#5003',
    usage: {
      ...{ prompt_tokens: 56322, completion_tokens: 87, total_tokens: 56409 },
      prompt_tokens_details: { cached_tokens: 72960 },
    },
    right: { fresh: 56322, cached: 72960, out: 87 },
  },
  {
    who: 'OpenRouter to a model that caches beside',
    source: 'earendil-works/pi#2048',
    usage: { prompt_tokens: 5800, completion_tokens: 435, prompt_tokens_details: { cached_tokens: 12252 } },
    right: { fresh: 5800, cached: 12252, out: 435 },
  },
  {
    who: 'OpenRouter, read from the cache',
    source: 'laravel/ai#924',
    usage: {
      ...{ prompt_tokens: 10339, completion_tokens: 60, total_tokens: 10399, cost: 0.0012 },
      ...{ prompt_tokens_details: { cached_tokens: 10318, cache_write_tokens: 0 }, is_byok: false },
    },
    right: { fresh: 21, cached: 10318, out: 60 },
  },
  {
    who: 'OpenRouter, written to the cache, inside the prompt',
    source: 'aaif-goose/goose#11472',
    usage: {
      ...{ prompt_tokens: 25612, completion_tokens: 40, total_tokens: 25652 },
      prompt_tokens_details: { cached_tokens: 0, cache_write_tokens: 25600 },
    },
    right: { fresh: 12, write: 25600, out: 40 },
  },
  {
    who: 'OpenRouter, first call',
    source: 'router-for-me/CLIProxyAPI#1562',
    usage: {
      ...{ total_tokens: 5035, prompt_tokens: 5031, completion_tokens: 4 },
      ...{ prompt_tokens_details: { cached_tokens: 0, cache_write_tokens: 5004 } },
      completion_tokens_details: { reasoning_tokens: 0 },
    },
    right: { fresh: 27, write: 5004, out: 4 },
  },
  {
    who: 'OpenRouter, second call',
    source: 'router-for-me/CLIProxyAPI#1562',
    usage: {
      ...{ total_tokens: 5144, prompt_tokens: 5031, completion_tokens: 113 },
      prompt_tokens_details: { cached_tokens: 5004, cache_write_tokens: 0 },
    },
    right: { fresh: 27, cached: 5004, out: 113 },
  },
  {
    who: 'OpenRouter, as its documentation has it',
    source: 'openrouter.ai/docs/use-cases/usage-accounting',
    usage: {
      ...{ completion_tokens: 2, completion_tokens_details: { reasoning_tokens: 0 }, cost: 0.95, prompt_tokens: 194 },
      ...{ cost_details: { upstream_inference_cost: 19 }, total_tokens: 196 },
      prompt_tokens_details: { cached_tokens: 0, cache_write_tokens: 100, audio_tokens: 0 },
    },
    right: { fresh: 94, write: 100, out: 2 },
  },
  {
    who: 'OpenRouter, tools on its side',
    source: 'openrouter.ai/docs/guides/features/server-tools',
    usage: {
      ...{ prompt_tokens: 900, completion_tokens: 20, total_tokens: 920 },
      server_tool_use: { web_search_requests: 3, tool_calls_requested: null },
    },
    right: { fresh: 900, out: 20, more: { 'tool:web_search': 3 } },
  },
  {
    who: 'LiteLLM of Claude, all inside the prompt',
    source: 'litellm.vercel.app/docs/completion/prompt_caching',
    usage: {
      ...{ prompt_tokens: 2006, completion_tokens: 300, total_tokens: 2306, prompt_tokens_details: { cached_tokens: 1920 } },
      ...{ completion_tokens_details: { reasoning_tokens: 0 }, cache_creation_input_tokens: 0, cache_read_input_tokens: 1920 },
    },
    right: { fresh: 86, cached: 1920, out: 300 },
  },
  {
    who: 'LiteLLM, searches on the side of the vendor',
    source: 'BerriAI/litellm#15227',
    usage: {
      ...{ total_tokens: 10076, prompt_tokens: 9548, completion_tokens: 528, server_tool_use: { web_search_requests: 2 } },
    },
    right: { fresh: 9548, out: 528, more: { 'tool:web_search': 2 } },
  },
  {
    who: 'LiteLLM, searches among the details',
    source: 'BerriAI/litellm#16001',
    usage: {
      ...{ prompt_tokens: 800, completion_tokens: 90, total_tokens: 890 },
      prompt_tokens_details: { web_search_requests: 7, cached_tokens: 0 },
    },
    right: { fresh: 800, out: 90, more: { 'tool:web_search': 7 } },
  },
  {
    who: 'LiteLLM, cached said inside and at the top, written by its other name',
    source: 'BerriAI/litellm#15945',
    usage: {
      ...{ prompt_tokens: 9126, completion_tokens: 3197, total_tokens: 12323, cache_read_input_tokens: 4864 },
      prompt_tokens_details: { cached_tokens: 4864, cache_creation_tokens: 1000 },
    },
    right: { fresh: 3262, cached: 4864, write: 1000, out: 3197 },
  },
  {
    who: 'a relay that says what was cached at the top alone',
    source: 'mckinsey/agents-at-scale-ark#2841',
    usage: { prompt_tokens: 6100, completion_tokens: 50, total_tokens: 6150, cache_read_input_tokens: 5900 },
    right: { fresh: 200, cached: 5900, out: 50 },
  },
  {
    who: 'a relay with zero among the details and the truth at the top',
    source: 'router-for-me/CLIProxyAPI#2419',
    usage: {
      ...{ prompt_tokens: 2100, completion_tokens: 20, total_tokens: 2120, cache_read_input_tokens: 2000 },
      prompt_tokens_details: { cached_tokens: 0 },
    },
    right: { fresh: 100, cached: 2000, out: 20 },
  },
  {
    who: 'Portkey of Bedrock, cached beside, total of everything',
    source: 'Portkey-AI/gateway#1210',
    usage: {
      ...{ prompt_tokens: 400, completion_tokens: 30, total_tokens: 5430 },
      ...{ cache_read_input_tokens: 5000, cache_creation_input_tokens: 0 },
    },
    right: { fresh: 400, cached: 5000, out: 30 },
  },
  {
    who: 'a relay of Bedrock, read and written beside, total of everything',
    source: 'livekit/agents#6663',
    usage: {
      ...{ prompt_tokens: 6000, completion_tokens: 30, total_tokens: 7130, prompt_tokens_details: { cached_tokens: 1000 } },
      cache_creation_input_tokens: 100,
    },
    right: { fresh: 6000, cached: 1000, write: 100, out: 30 },
  },
  {
    who: 'a relay that counts what is read inside and what is written beside',
    source: 'laravel/ai#909',
    usage: {
      ...{ prompt_tokens: 3000, completion_tokens: 30, total_tokens: 3430, prompt_tokens_details: { cached_tokens: 1000 } },
      cache_creation_input_tokens: 400,
    },
    right: { fresh: 2000, cached: 1000, write: 400, out: 30 },
  },
  {
    who: 'a relay whose total leaves out what was cached',
    source: 'browser-use/browser-use#4294',
    usage: { prompt_tokens: 5100, completion_tokens: 40, total_tokens: 140, prompt_tokens_details: { cached_tokens: 5000 } },
    right: { fresh: 100, cached: 5000, out: 40 },
  },
  {
    who: 'a relay in the words of Claude',
    source: 'dust-tt/srchd#67',
    usage: { input_tokens: 12, output_tokens: 300, cache_read_input_tokens: 9000, cache_creation_input_tokens: 200 },
    right: { fresh: 12, cached: 9000, write: 200, out: 300 },
  },
  {
    who: 'a relay in the words of Claude, more fresh than cached',
    source: 'traceloop/openllmetry#2175',
    usage: { input_tokens: 5000, output_tokens: 300, cache_read_input_tokens: 1000, cache_creation_input_tokens: 0 },
    right: { fresh: 5000, cached: 1000, out: 300 },
  },
  {
    who: 'a relay in the words of Claude, written for both times',
    source: 'langchain-ai/langsmith-sdk:js/src/utils/usage.ts',
    usage: {
      ...{ input_tokens: 3, output_tokens: 90, cache_read_input_tokens: 12550, cache_creation_input_tokens: 458 },
      cache_creation: { ephemeral_5m_input_tokens: 400, ephemeral_1h_input_tokens: 58 },
    },
    right: { fresh: 3, cached: 12550, write: 400, write1h: 58, out: 90 },
  },
  {
    who: 'a relay in the words of responses',
    source: 'Blaizzy/mlx-vlm#1009',
    usage: {
      ...{ input_tokens: 125, output_tokens: 48, total_tokens: 173, input_tokens_details: { cached_tokens: 98 } },
      output_tokens_details: { reasoning_tokens: 40 },
    },
    right: { fresh: 27, cached: 98, out: 48, reasoning: 40 },
  },
  {
    who: 'a relay in both words, one of them zero',
    source: 'songquanpeng/one-api#1318',
    usage: {
      ...{ prompt_tokens: 125, completion_tokens: 48, total_tokens: 173, input_tokens: 0, output_tokens: 0 },
      input_tokens_details: null,
    },
    right: { fresh: 125, out: 48 },
  },
  {
    who: 'a relay in both words, the usual ones zero',
    usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 173, input_tokens: 125, output_tokens: 48 },
    right: { fresh: 125, out: 48 },
  },
  {
    who: 'new-api of Claude, written by time',
    usage: {
      ...{ prompt_tokens: 20, completion_tokens: 48, total_tokens: 68, prompt_tokens_details: { cached_tokens: 0 } },
      ...{ claude_cache_creation_5_m_tokens: 700, claude_cache_creation_1_h_tokens: 300 },
    },
    right: { fresh: 20, write: 700, write1h: 300, out: 48 },
  },
  {
    who: 'an envoy, written by its own name',
    source: 'envoyproxy/ai-gateway#1719',
    usage: {
      ...{ prompt_tokens: 900, completion_tokens: 48, total_tokens: 948 },
      prompt_tokens_details: { cached_tokens: 100, cached_write_tokens: 700 },
    },
    right: { fresh: 100, cached: 100, write: 700, out: 48 },
  },
  {
    who: 'CLIProxyAPI of Gemini, reasoning beside an empty completion',
    source: 'router-for-me/CLIProxyAPI#5733',
    usage: {
      ...{ prompt_tokens: 21, completion_tokens: 0, total_tokens: 81 },
      completion_tokens_details: { reasoning_tokens: 60 },
    },
    right: { fresh: 21, out: 60, reasoning: 60 },
  },
  {
    who: 'llmgateway, reasoning beside',
    source: 'theopenco/llmgateway#3774',
    usage: {
      ...{ prompt_tokens: 64, completion_tokens: 35, total_tokens: 177 },
      completion_tokens_details: { reasoning_tokens: 78 },
    },
    right: { fresh: 64, out: 113, reasoning: 78 },
  },
  {
    who: 'a node of Morpheus, less reasoning than completion, beside it',
    source: 'MorpheusAIs/Morpheus-Lumerin-Node#757',
    usage: {
      ...{ prompt_tokens: 64, completion_tokens: 135, total_tokens: 277 },
      completion_tokens_details: { reasoning_tokens: 78 },
    },
    right: { fresh: 64, out: 213, reasoning: 78 },
  },
  {
    who: 'a relay that counts all beside all',
    usage: {
      ...{ prompt_tokens: 100, completion_tokens: 30, total_tokens: 1190, prompt_tokens_details: { cached_tokens: 1000 } },
      completion_tokens_details: { reasoning_tokens: 60 },
    },
    right: { fresh: 100, cached: 1000, out: 90, reasoning: 60 },
  },
  {
    who: 'vLLM, more reasoning than completion, and the total a plain sum',
    source: 'BerriAI/litellm#24546',
    usage: {
      ...{ prompt_tokens: 50, completion_tokens: 64, total_tokens: 114 },
      completion_tokens_details: { reasoning_tokens: 79 },
    },
    right: { fresh: 50, out: 64, reasoning: 64, doubt: 'reasoning' },
  },
  {
    who: 'a server that counts more reasoning than completion, without a total',
    source: 'BerriAI/litellm#24546',
    usage: { prompt_tokens: 50, completion_tokens: 135, completion_tokens_details: { reasoning_tokens: 152 } },
    right: { fresh: 50, out: 287, reasoning: 152, doubt: 'reasoning' },
  },
  {
    who: 'a relay that counts reasoning beside, at the top and without a total',
    usage: { prompt_tokens: 64, completion_tokens: 35, reasoning_tokens: 78 },
    right: { fresh: 64, out: 113, reasoning: 78, doubt: 'reasoning' },
  },
  {
    who: 'the same with a total of zero, cached',
    usage: {
      ...{ prompt_tokens: 64, completion_tokens: 35, total_tokens: 0, prompt_tokens_details: { cached_tokens: 60 } },
      completion_tokens_details: { reasoning_tokens: 78 },
    },
    right: { fresh: 4, cached: 60, out: 113, reasoning: 78, doubt: 'reasoning' },
  },
  {
    who: 'more reasoning than completion, and a total of something else',
    usage: {
      ...{ prompt_tokens: 50, completion_tokens: 64, total_tokens: 150 },
      completion_tokens_details: { reasoning_tokens: 79 },
    },
    right: { fresh: 50, out: 64, reasoning: 64, doubt: 'reasoning' },
  },
  {
    who: 'as much reasoning as completion, without a total',
    usage: { prompt_tokens: 50, completion_tokens: 64, completion_tokens_details: { reasoning_tokens: 64 } },
    right: { fresh: 50, out: 64, reasoning: 64 },
  },
  {
    who: 'vLLM, cached',
    source: 'vllm-project/aibrix#1607',
    usage: {
      ...{ prompt_tokens: 516, total_tokens: 520, completion_tokens: 4, prompt_tokens_details: { cached_tokens: 512 } },
    },
    right: { fresh: 4, cached: 512, out: 4 },
  },
  {
    who: 'vLLM, without details',
    source: 'vllm-project/vllm#6652',
    usage: { prompt_tokens: 31, total_tokens: 97, completion_tokens: 66, prompt_tokens_details: null },
    right: { fresh: 31, out: 66 },
  },
  {
    who: 'SGLang, reasoning at the top',
    source: 'sgl-project/sglang#17156',
    usage: { prompt_tokens: 29, total_tokens: 134, completion_tokens: 105, prompt_tokens_details: null, reasoning_tokens: 101 },
    right: { fresh: 29, out: 105, reasoning: 101 },
  },
  {
    who: 'SGLang by Dynamo, cached',
    source: 'ai-dynamo/dynamo#10925',
    usage: {
      ...{ completion_tokens: 4, prompt_tokens: 516, total_tokens: 520 },
      prompt_tokens_details: { audio_tokens: null, cached_tokens: 512 },
    },
    right: { fresh: 4, cached: 512, out: 4 },
  },
  {
    who: 'SGLang, no prompt, and the total alone knows it',
    source: 'sgl-project/sglang#10012',
    usage: { completion_tokens: 40, total_tokens: 75 },
    right: { fresh: 35, out: 40 },
  },
  {
    who: 'SGLang, a total that is the completion alone',
    source: 'sgl-project/sglang#10012',
    usage: { prompt_tokens: 0, completion_tokens: 40, total_tokens: 40 },
    right: { fresh: 0, out: 40, doubt: 'input' },
  },
  {
    who: 'llama.cpp, with its times beside',
    source: 'ggml-org/llama.cpp#15827',
    answer: {
      usage: { completion_tokens: 35, prompt_tokens: 237, total_tokens: 272, prompt_tokens_details: { cached_tokens: 236 } },
      timings: { cache_n: 236, prompt_n: 1, predicted_n: 35 },
    },
    right: { fresh: 1, cached: 236, out: 35 },
  },
  {
    who: 'Ollama',
    source: 'ollama/ollama#5200',
    usage: { prompt_tokens: 24, completion_tokens: 58, total_tokens: 82 },
    right: { fresh: 24, out: 58 },
  },
  {
    who: 'Ollama in the cloud, without its prompt',
    source: 'diegosouzapw/OmniRoute#4615',
    usage: { prompt_tokens: 0, completion_tokens: 500, total_tokens: 500 },
    right: { fresh: 0, out: 500, doubt: 'input' },
  },
  {
    who: 'a router that loses the prompt',
    source: 'MiXaiLL76/auto_ai_router#142',
    usage: { prompt_tokens: 0, completion_tokens: 61 },
    right: { fresh: 0, out: 61, doubt: 'input' },
  },
  {
    who: 'a router that loses the prompt, but not what was cached of it',
    source: 'Portkey-AI/gateway#1180',
    usage: {
      ...{ prompt_tokens: 0, completion_tokens: 61, total_tokens: 961, prompt_tokens_details: { cached_tokens: 900 } },
    },
    right: { fresh: 0, cached: 900, out: 61 },
  },
  {
    who: 'a router that says zero of the prompt, and the truth in the total',
    usage: { prompt_tokens: 0, completion_tokens: 61, total_tokens: 261 },
    right: { fresh: 200, out: 61 },
  },
  {
    who: 'a server that says the completion alone',
    source: 'browser-use/browser-use#5684',
    usage: { completion_tokens: 61 },
    right: { fresh: 0, out: 61, doubt: 'input' },
  },
  {
    who: 'a server that says the prompt alone',
    usage: { prompt_tokens: 61 },
    right: { fresh: 61, out: 0, doubt: 'output' },
  },
  {
    who: 'a server that says zero of an answer with words',
    source: 'odysseus-dev/odysseus#1703',
    usage: { prompt_tokens: 61, completion_tokens: 0, total_tokens: 61 },
    right: { fresh: 61, out: 0, doubt: 'output' },
  },
  {
    who: 'a server that says zero of the completion, and the truth in the total',
    usage: { prompt_tokens: 61, completion_tokens: 0, total_tokens: 100 },
    right: { fresh: 61, out: 39 },
  },
  {
    who: 'a server with a total below its prompt and no completion',
    usage: { prompt_tokens: 61, total_tokens: 9 },
    right: { fresh: 61, out: 0, doubt: 'output' },
  },
  {
    who: 'a gateway of Bedrock that counts nothing',
    source: 'aws-samples/bedrock-access-gateway#15',
    usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
    right: 'nothing',
  },
  {
    who: 'a server that counts nothing',
    source: 'AXERA-TECH/ax-llm#64',
    usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0, prompt_tokens_details: { cached_tokens: 0 } },
    right: 'nothing',
  },
  { who: 'a server whose usage is empty', source: 'microsoft/foundry-local#173', usage: null, right: 'nothing' },
  { who: 'a server whose usage has no members', usage: {}, right: 'nothing' },
  {
    who: 'a server that always counts two and two',
    source: 'neuralmagic/deepsparse#1496',
    usage: { prompt_tokens: 2, total_tokens: 4, completion_tokens: 2 },
    right: { fresh: 2, out: 2 },
  },
  {
    who: 'a server that counts in text',
    source: 'Arize-ai/openinference#1183',
    usage: { prompt_tokens: '12', completion_tokens: '7', total_tokens: '19' },
    right: 'refused',
  },
  {
    who: 'a server whose count fell below zero',
    source: 'earendil-works/pi#2048',
    usage: { prompt_tokens: -6452, completion_tokens: 435, total_tokens: -6017 },
    right: 'refused',
  },
  { who: 'a server that counts in fractions', usage: { prompt_tokens: 12.5, completion_tokens: 7 }, right: 'refused' },
  {
    who: 'a server whose total is far above its parts, and nothing says why',
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 99 },
    right: { fresh: 10, out: 5, doubt: 'total' },
  },
  {
    who: 'a server whose total is below its parts, and nothing says why',
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 3 },
    right: { fresh: 10, out: 5, doubt: 'total' },
  },
  {
    who: 'a server that leaves the total at zero',
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 0 },
    right: { fresh: 10, out: 5 },
  },
  {
    who: 'a relay that caches beside and says so to its operator alone',
    usage: { prompt_tokens: 5000, completion_tokens: 50, total_tokens: 5050, cache_read_input_tokens: 4000 },
    right: { fresh: 1000, cached: 4000, out: 50 },
  },
  {
    who: 'the same with the quirk that says where what is cached is counted',
    usage: { prompt_tokens: 5000, completion_tokens: 50, total_tokens: 5050, cache_read_input_tokens: 4000 },
    quirks: { cachedOutsidePrompt: true },
    right: { fresh: 5000, cached: 4000, out: 50 },
  },
];
