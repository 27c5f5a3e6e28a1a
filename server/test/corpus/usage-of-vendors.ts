import type { UsageRow } from './usage-row.ts';

const openAi = { prompt_tokens: 2006, completion_tokens: 300, total_tokens: 2306 };

/** What vendors of models say of their own. */
export const usageOfVendors: readonly UsageRow[] = [
  {
    who: 'OpenAI, with a cache',
    source: '64bit/async-openai#272',
    usage: { ...openAi, prompt_tokens_details: { cached_tokens: 1920 }, completion_tokens_details: { reasoning_tokens: 0 } },
    right: { fresh: 86, cached: 1920, out: 300 },
  },
  {
    who: 'OpenAI, read and written',
    source: 'mindroom-ai/mindroom#2134',
    usage: {
      ...{ prompt_tokens: 2600, completion_tokens: 300, total_tokens: 2900 },
      prompt_tokens_details: { cached_tokens: 2000, cache_write_tokens: 400 },
    },
    right: { fresh: 200, cached: 2000, write: 400, out: 300 },
  },
  {
    who: 'OpenAI, reasoning within the completion',
    source: 'BerriAI/litellm#24546',
    usage: {
      ...{ prompt_tokens: 75, completion_tokens: 1186, total_tokens: 1261 },
      prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
      completion_tokens_details: {
        ...{ reasoning_tokens: 1024, audio_tokens: 0, accepted_prediction_tokens: 0, rejected_prediction_tokens: 0 },
      },
    },
    right: { fresh: 75, out: 1186, reasoning: 1024 },
  },
  {
    who: 'OpenAI, sound in and out',
    usage: {
      ...{ prompt_tokens: 112, completion_tokens: 240, total_tokens: 352 },
      prompt_tokens_details: { cached_tokens: 0, text_tokens: 12, audio_tokens: 100, image_tokens: 0 },
      completion_tokens_details: { text_tokens: 40, audio_tokens: 200, reasoning_tokens: 0 },
    },
    right: { fresh: 112, out: 240, more: { input_audio: 100, output_audio: 200 } },
  },
  {
    who: 'OpenAI, sound read from a cache',
    usage: {
      ...{ prompt_tokens: 300, completion_tokens: 20, total_tokens: 320 },
      prompt_tokens_details: {
        ...{ cached_tokens: 128, text_tokens: 100, audio_tokens: 200 },
        cached_tokens_details: { text_tokens: 28, audio_tokens: 100 },
      },
    },
    right: { fresh: 172, cached: 128, out: 20, more: { input_audio: 100, cached_audio: 100 } },
  },
  {
    who: 'OpenAI, pictures read from a cache',
    usage: {
      ...{ prompt_tokens: 300, completion_tokens: 20, total_tokens: 320 },
      prompt_tokens_details: {
        ...{ cached_tokens: 128, text_tokens: 100, image_tokens: 200 },
        cached_tokens_details: { text_tokens: 28, image_tokens: 100 },
      },
    },
    right: { fresh: 172, cached: 128, out: 20, more: { input_image: 100, cached_image: 100 } },
  },
  {
    who: 'Gemini, pictures drawn in chat',
    usage: {
      ...{ prompt_tokens: 12, completion_tokens: 1302, total_tokens: 1314 },
      completion_tokens_details: { reasoning_tokens: 0, image_tokens: 1290 },
    },
    right: { fresh: 12, out: 1302, more: { output_image: 1290 } },
  },
  {
    who: 'OpenAI, without the details',
    source: 'openai/tiktoken#84',
    usage: { prompt_tokens: 1740, completion_tokens: 256, total_tokens: 1996 },
    right: { fresh: 1740, out: 256 },
  },
  {
    who: 'OpenAI, details that are null',
    usage: { ...openAi, prompt_tokens_details: null, completion_tokens_details: null },
    right: { fresh: 2006, out: 300 },
  },
  {
    who: 'Azure, a filtered answer',
    usage: { prompt_tokens: 74, completion_tokens: 0, total_tokens: 74, completion_tokens_details: null },
    isSilent: true,
    right: { fresh: 74, out: 0 },
  },
  {
    who: 'DeepSeek, hits and misses',
    source: 'browser-use/browser-use#5684',
    usage: {
      ...{ prompt_tokens: 1200, completion_tokens: 90, total_tokens: 1290 },
      ...{ prompt_cache_hit_tokens: 1024, prompt_cache_miss_tokens: 176 },
    },
    right: { fresh: 176, cached: 1024, out: 90 },
  },
  {
    who: 'DeepSeek, hits said twice, reasoning',
    source: 'docs.rs/crate/deepseek-sdk/0.7.0',
    usage: {
      ...{ prompt_tokens: 500, completion_tokens: 400, total_tokens: 900, prompt_tokens_details: { cached_tokens: 320 } },
      ...{ prompt_cache_hit_tokens: 320, prompt_cache_miss_tokens: 180, completion_tokens_details: { reasoning_tokens: 350 } },
    },
    right: { fresh: 180, cached: 320, out: 400, reasoning: 350 },
  },
  {
    who: 'DeepSeek, web tools',
    source: 'docs.rs/crate/deepseek-sdk/0.7.0',
    usage: {
      ...{ prompt_tokens: 500, completion_tokens: 40, total_tokens: 540 },
      server_tool_use: { web_search_requests: 2, web_fetch_requests: 1 },
    },
    right: { fresh: 500, out: 40, more: { 'tool:web_search': 2, 'tool:web_fetch': 1 } },
  },
  {
    who: 'DeepSeek, hits and misses without a prompt',
    usage: { completion_tokens: 9, prompt_cache_hit_tokens: 64, prompt_cache_miss_tokens: 6 },
    right: { fresh: 6, cached: 64, out: 9 },
  },
  {
    who: 'Moonshot, cached at the top',
    source: 'promptfoo/promptfoo#10132',
    usage: { prompt_tokens: 1850, completion_tokens: 20, total_tokens: 1870, cached_tokens: 1792 },
    right: { fresh: 58, cached: 1792, out: 20 },
  },
  {
    who: 'Moonshot, cached in both spellings',
    source: 'Bike4Mind/bike4mind#1089',
    usage: {
      ...{ prompt_tokens: 2989, completion_tokens: 11, total_tokens: 3000 },
      ...{ cached_tokens: 2989, prompt_tokens_details: { cached_tokens: 2989 } },
    },
    right: { fresh: 0, cached: 2989, out: 11 },
  },
  {
    who: 'xAI, reasoning beside the completion',
    source: 'sonami-tech/omni-llm-provider#49',
    usage: {
      ...{ prompt_tokens: 32, completion_tokens: 9, total_tokens: 135 },
      completion_tokens_details: { reasoning_tokens: 94 },
    },
    right: { fresh: 32, out: 103, reasoning: 94 },
  },
  {
    who: 'xAI, a real call',
    source: 'sonami-tech/omni-llm-provider#49',
    usage: {
      ...{ prompt_tokens: 279, completion_tokens: 6, total_tokens: 374 },
      completion_tokens_details: { reasoning_tokens: 89, audio_tokens: 0 },
    },
    quirks: { reasoningOutsideCompletion: true },
    right: { fresh: 279, out: 95, reasoning: 89 },
  },
  {
    who: 'xAI, cached and beside',
    source: 'UKGovernmentBEIS/inspect_ai#5528',
    usage: {
      ...{ prompt_tokens: 200, completion_tokens: 10, total_tokens: 287 },
      ...{ prompt_tokens_details: { cached_tokens: 192 }, completion_tokens_details: { reasoning_tokens: 77 } },
    },
    right: { fresh: 8, cached: 192, out: 87, reasoning: 77 },
  },
  {
    who: 'xAI, cached, no reasoning',
    source: 'docs.x.ai/developers/advanced-api-usage/prompt-caching/usage-and-pricing',
    usage: {
      ...{ prompt_tokens: 125, completion_tokens: 48, total_tokens: 173 },
      prompt_tokens_details: { text_tokens: 125, audio_tokens: 0, image_tokens: 0, cached_tokens: 98 },
      completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0, accepted_prediction_tokens: 0 },
    },
    right: { fresh: 27, cached: 98, out: 48 },
  },
  {
    who: 'xAI, searches on its side',
    source: 'BerriAI/litellm#30817',
    usage: {
      ...{ prompt_tokens: 1000, completion_tokens: 500, total_tokens: 1500 },
      server_side_tool_usage_details: { web_search_calls: 3, x_search_calls: 0 },
    },
    right: { fresh: 1000, out: 500, more: { 'tool:web_search': 3 } },
  },
  {
    who: 'xAI, several tools on its side',
    source: 'BerriAI/litellm#39441',
    usage: {
      ...{ prompt_tokens: 11365, completion_tokens: 498, total_tokens: 11863, cost_in_usd_ticks: 233008500 },
      server_side_tool_usage_details: { web_search_calls: 2, x_search_calls: 4, code_interpreter_calls: 1 },
    },
    right: {
      ...{ fresh: 11365, out: 498 },
      more: { 'tool:web_search': 2, 'tool:x_search': 4, 'tool:code_interpreter': 1 },
    },
  },
  {
    who: 'xAI, sources of a live search',
    source: 'docs.rs/crate/xai-openapi/latest',
    usage: { prompt_tokens: 800, completion_tokens: 90, total_tokens: 890, num_sources_used: 7 },
    right: { fresh: 800, out: 90, more: { 'tool:live_search': 7 } },
  },
  {
    who: 'Perplexity, deep research: more reasoning than output, and no total that proves it',
    source: 'bgeneto/open-webui-cost-tracker#6',
    usage: {
      ...{ prompt_tokens: 108, completion_tokens: 3256, total_tokens: 3364 },
      ...{ citation_tokens: 7299, num_search_queries: 74, reasoning_tokens: 73248 },
    },
    right: {
      ...{ fresh: 108, out: 3256, reasoning: 3256, doubt: 'reasoning' },
      more: { citation: 7299, 'tool:web_search': 74 },
    },
  },
  {
    who: 'Perplexity, deep research, with the quirk that says where its reasoning is',
    source: 'bgeneto/open-webui-cost-tracker#6',
    usage: {
      ...{ prompt_tokens: 108, completion_tokens: 3256, total_tokens: 3364 },
      ...{ citation_tokens: 7299, num_search_queries: 74, reasoning_tokens: 73248 },
    },
    quirks: { reasoningOutsideCompletion: true },
    right: { fresh: 108, out: 76504, reasoning: 73248, more: { citation: 7299, 'tool:web_search': 74 } },
  },
  {
    who: 'Perplexity, sonar',
    source: 'BerriAI/litellm#11938',
    usage: {
      ...{ prompt_tokens: 9, completion_tokens: 1020, total_tokens: 1029, search_context_size: 'low' },
      ...{ citation_tokens: 0, num_search_queries: 1, cost: { total_cost: 0.006 } },
    },
    right: { fresh: 9, out: 1020, more: { 'tool:web_search': 1 } },
  },
  {
    who: 'DashScope, cache by hand',
    source: 'help.aliyun.com/model-studio/context-cache',
    usage: {
      ...{ prompt_tokens: 3019, completion_tokens: 104, total_tokens: 3123 },
      prompt_tokens_details: {
        ...{ cached_tokens: 2048, cache_creation_input_tokens: 900, cache_type: 'ephemeral' },
        cache_creation: { ephemeral_5m_input_tokens: 900 },
      },
    },
    right: { fresh: 71, cached: 2048, write: 900, out: 104 },
  },
  {
    who: 'DashScope, cache for an hour',
    source: 'alibabacloud.com/help/en/model-studio/explicit-cache-qwen4',
    usage: {
      ...{ prompt_tokens: 3019, completion_tokens: 104, total_tokens: 3123 },
      prompt_tokens_details: {
        ...{ cached_tokens: 0, cache_creation_input_tokens: 2900 },
        cache_creation: { ephemeral_5m_input_tokens: 900, ephemeral_1h_input_tokens: 2000 },
      },
    },
    right: { fresh: 119, write: 900, write1h: 2000, out: 104 },
  },
  {
    who: 'DashScope, a search of its own',
    source: 'agno-agi/agno#9265',
    usage: {
      ...{ prompt_tokens: 2500, completion_tokens: 80, total_tokens: 2580 },
      ...{ plugins: { search: { count: 1, strategy: 'turbo' } }, prompt_tokens_details: { cached_tokens: 0 } },
    },
    right: { fresh: 2500, out: 80, more: { 'tool:web_search': 1 } },
  },
  {
    who: 'DashScope, tools of its own',
    source: 'QwenLM/qwen-code#7215',
    usage: {
      ...{ input_tokens: 2500, output_tokens: 80, total_tokens: 2580 },
      x_tools: { web_search: { count: 2 }, web_extractor: { count: 1 } },
    },
    right: { fresh: 2500, out: 80, more: { 'tool:web_search': 2, 'tool:web_extractor': 1 } },
  },
  {
    who: 'DashScope, pictures and film',
    usage: {
      ...{ prompt_tokens: 1270, completion_tokens: 65, total_tokens: 1335 },
      prompt_tokens_details: { text_tokens: 24, image_tokens: 946, video_tokens: 300 },
      completion_tokens_details: { text_tokens: 65 },
    },
    right: { fresh: 1270, out: 65, more: { input_image: 946, input_video: 300 } },
  },
  {
    who: 'Zhipu',
    usage: {
      ...{ prompt_tokens: 1004, completion_tokens: 260, total_tokens: 1264 },
      ...{ prompt_tokens_details: { cached_tokens: 896 }, completion_tokens_details: { reasoning_tokens: 200 } },
    },
    right: { fresh: 108, cached: 896, out: 260, reasoning: 200 },
  },
  {
    who: 'MiniMax',
    source: 'router-for-me/CLIProxyAPI#3221',
    usage: {
      ...{ total_tokens: 359, total_characters: 0, prompt_tokens: 26, completion_tokens: 333 },
      completion_tokens_details: { reasoning_tokens: 333 },
    },
    right: { fresh: 26, out: 333, reasoning: 333 },
  },
  {
    who: 'MiniMax, of an older version: a total alone',
    source: 'songquanpeng/one-api#1318',
    usage: { total_tokens: 359, total_characters: 0 },
    right: 'nothing',
  },
  {
    who: 'Volcengine',
    usage: {
      ...{ prompt_tokens: 80, completion_tokens: 345, total_tokens: 425 },
      ...{ prompt_tokens_details: { cached_tokens: 0 }, completion_tokens_details: { reasoning_tokens: 300 } },
    },
    right: { fresh: 80, out: 345, reasoning: 300 },
  },
  {
    who: 'Volcengine, tools of its own',
    usage: { ...{ input_tokens: 4000, output_tokens: 345, total_tokens: 4345 }, tool_usage: { web_search: 2 } },
    right: { fresh: 4000, out: 345, more: { 'tool:web_search': 2 } },
  },
  {
    who: 'Mistral, with a cache',
    source: 'getlago.com/docs/guide/ai-agents/agent-sdk/mistral',
    usage: {
      ...{ prompt_tokens: 1013, completion_tokens: 30, total_tokens: 1043, num_cached_tokens: 1008 },
      prompt_tokens_details: { cached_tokens: 1008 },
    },
    right: { fresh: 5, cached: 1008, out: 30 },
  },
  {
    who: 'Mistral, listening',
    source: 'docs.rs/crate/mistral-openapi-client/latest',
    usage: { prompt_tokens: 400, completion_tokens: 30, total_tokens: 430, prompt_audio_seconds: 29 },
    right: { fresh: 400, out: 30, more: { input_audio_ms: 29_000 } },
  },
  {
    who: 'Groq, with its times',
    source: 'groq/groq-typescript:src/resources/completions.ts',
    usage: {
      ...{ queue_time: 0.03, prompt_tokens: 4641, prompt_time: 0.009, completion_tokens: 1817, completion_time: 5.57 },
      ...{ total_tokens: 6458, total_time: 5.58, prompt_tokens_details: { cached_tokens: 4608 } },
    },
    right: { fresh: 33, cached: 4608, out: 1817 },
  },
  {
    who: 'Fireworks, cached',
    source: 'BerriAI/litellm#26016',
    usage: {
      ...{ prompt_tokens: 44341, completion_tokens: 120, total_tokens: 44461 },
      prompt_tokens_details: { cached_tokens: 41518 },
    },
    right: { fresh: 2823, cached: 41518, out: 120 },
  },
  {
    who: 'Cohere, by its compatible address',
    usage: { prompt_tokens: 11, completion_tokens: 30, total_tokens: 41 },
    right: { fresh: 11, out: 30 },
  },
  {
    who: 'Vertex, thinking beside, at the top',
    source: 'openai/openai-python#2544',
    usage: {
      ...{ completion_tokens: 57, prompt_tokens: 2181, total_tokens: 2518, completion_tokens_details: null },
      ...{ prompt_tokens_details: null, reasoning_tokens: 280, traffic_type: 'ON_DEMAND' },
      promptTokensDetails: [{ modality: 'TEXT', tokenCount: 2181 }],
    },
    right: { fresh: 2181, out: 337, reasoning: 280 },
  },
  {
    who: 'Gemini, thinking in the total alone',
    source: 'mozilla-ai/any-llm#1290',
    usage: { prompt_tokens: 20, completion_tokens: 198, total_tokens: 623 },
    right: { fresh: 20, out: 198, doubt: 'total' },
  },
  {
    who: 'Gemini, thinking in the total alone, with the quirk that says so',
    source: 'mozilla-ai/any-llm#1290',
    usage: { prompt_tokens: 20, completion_tokens: 198, total_tokens: 623 },
    quirks: { reasoningInTotalOnly: true },
    right: { fresh: 20, out: 603, reasoning: 405 },
  },
  {
    who: 'Gemini, input of its tools in the total alone',
    source: 'mozilla-ai/any-llm#1367',
    usage: {
      ...{ prompt_tokens: 80, completion_tokens: 233, total_tokens: 550 },
      completion_tokens_details: { reasoning_tokens: 60 },
    },
    right: { fresh: 80, out: 233, reasoning: 60, doubt: 'total' },
  },
  {
    who: 'Bedrock, counts of its own beside a frame',
    source: 'langchain-ai/langchain#14120',
    answer: { 'amazon-bedrock-invocationMetrics': { inputTokenCount: 16, outputTokenCount: 337, invocationLatency: 4151 } },
    right: { fresh: 16, out: 337 },
  },
  {
    who: 'Bedrock, counts of its own, cached beside',
    source: 'livekit/agents#6663',
    answer: {
      'amazon-bedrock-invocationMetrics': {
        ...{ inputTokenCount: 16, outputTokenCount: 337, cacheReadInputTokenCount: 2000, cacheWriteInputTokenCount: 100 },
      },
    },
    right: { fresh: 16, cached: 2000, write: 100, out: 337 },
  },
  {
    who: 'Groq, in the member of its own',
    source: 'jeremychone/rust-genai#242',
    answer: { x_groq: { id: 'req_1', usage: { prompt_tokens: 18, completion_tokens: 9, total_tokens: 27 } } },
    right: { fresh: 18, out: 9 },
  },
];
