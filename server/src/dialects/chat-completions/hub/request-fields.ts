import { requestFields, routed } from '../../shared/hub/request-fields.ts';

const marks = ['cache_control', 'prompt_cache_breakpoint'];
const called = ['name', 'description', 'parameters', 'strict'];

/** The fields of requests in this protocol, by object. */
export const chatFields = {
  request: requestFields(
    [
      ...['messages', 'tools', 'tool_choice', 'functions', 'function_call', 'parallel_tool_calls', 'web_search_options'],
      ...['response_format', 'temperature', 'top_p', 'top_k', 'presence_penalty', 'frequency_penalty', 'seed', 'stop', 'n'],
      ...['max_tokens', 'max_completion_tokens', 'logprobs', 'top_logprobs', 'logit_bias', 'modalities', 'prediction', 'store'],
      ...['reasoning_effort', 'reasoning', 'thinking', 'enable_thinking', 'thinking_budget', 'verbosity'],
      ...['service_tier', 'prompt_cache_key', 'user', 'safety_identifier', 'metadata'],
    ],
    {
      ...routed,
      model: 'elsewhere',
      stream: 'elsewhere',
      stream_options: 'elsewhere',
      // Text completions become chats.
      ...{ prompt: 'elsewhere', suffix: 'elsewhere', echo: 'elsewhere', best_of: 'elsewhere' },
      audio: 'output_audio',
      prompt_cache_retention: 'prompt_cache_life',
      prompt_cache_options: 'prompt_cache_life',
    },
  ),
  message: requestFields(
    [
      ...['role', 'content', 'tool_calls', 'tool_call_id', 'function_call', 'refusal', 'audio', 'name'],
      ...['reasoning_content', 'reasoning', 'reasoning_details'],
    ],
    { annotations: 'meaningless', cache_control: 'cache_marks' },
  ),
  toolCall: requestFields(['id', 'type', 'function', 'custom'], { index: 'meaningless', extra_content: 'reasoning_history' }),
  called: requestFields(['name', 'arguments']),
  calledFreely: requestFields(['name', 'input']),
  part: requestFields([...['type', 'text', 'refusal', 'thinking', 'image_url', 'video_url', 'input_audio', 'file', ...marks]]),
  image: requestFields(['url', 'detail']),
  video: requestFields(['url']),
  audio: requestFields(['data', 'format']),
  file: requestFields(['file_data', 'file_id', 'filename']),
  tool: requestFields(['type', 'function', 'custom', ...marks]),
  function: requestFields(called),
  custom: requestFields(['name', 'description', 'format']),
  format: requestFields(['type', 'json_schema']),
  schema: requestFields(['name', 'description', 'schema', 'strict']),
  reasoning: requestFields(['effort', 'max_tokens', 'enabled'], { summary: 'meaningless' }),
  thinking: requestFields(['type', 'budget_tokens']),
};
