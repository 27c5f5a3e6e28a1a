import { requestFields, routed, type RequestFields } from '../../shared/hub/request-fields.ts';

const own = { id: 'meaningless', status: 'meaningless' } as const;
const marks = ['cache_control', 'prompt_cache_breakpoint'];

/** The fields of items, by type. Those of types that are not listed are lost with the item. */
const items: Readonly<Record<string, RequestFields>> = {
  message: requestFields(['type', 'role', 'content'], { ...own, phase: 'meaningless' }),
  function_call: requestFields(['type', 'call_id', 'name', 'namespace', 'arguments'], own),
  custom_tool_call: requestFields(['type', 'call_id', 'name', 'namespace', 'input'], own),
  function_call_output: requestFields(['type', 'call_id', 'output'], own),
  custom_tool_call_output: requestFields(['type', 'call_id', 'output'], own),
  reasoning: requestFields(['type', 'summary', 'content', 'encrypted_content'], own),
  additional_tools: requestFields(['type', 'tools'], { ...own, role: 'meaningless' }),
};

/** The fields of requests in this protocol, by object. */
export const responsesFields = {
  request: requestFields(
    [
      ...['input', 'instructions', 'tools', 'tool_choice', 'parallel_tool_calls', 'reasoning', 'text', 'temperature', 'top_p'],
      ...['max_output_tokens', 'top_logprobs', 'include', 'truncation', 'prompt_cache_key', 'safety_identifier', 'user'],
      ...['service_tier', 'metadata', 'client_metadata'],
    ],
    {
      ...routed,
      ...{ model: 'elsewhere', stream: 'elsewhere', store: 'elsewhere', background: 'elsewhere' },
      ...{ previous_response_id: 'elsewhere', conversation: 'elsewhere', prompt: 'elsewhere' },
      stream_options: 'meaningless',
      context_management: 'context_management',
      prompt_cache_retention: 'prompt_cache_life',
      prompt_cache_options: 'prompt_cache_life',
    },
  ),
  items,
  part: requestFields(
    [
      ...['type', 'text', 'refusal', 'image_url', 'file_id', 'detail', 'filename', 'file_data', 'file_url', 'input_audio'],
      ...['data', 'format', ...marks],
    ],
    { annotations: 'meaningless', logprobs: 'meaningless' },
  ),
  /** By type. */
  tools: {
    function: requestFields(['type', 'name', 'description', 'parameters', 'strict', ...marks], {
      defer_loading: 'deferred_tools',
    }),
    custom: requestFields(['type', 'name', 'description', 'format', ...marks], { defer_loading: 'deferred_tools' }),
    namespace: requestFields(['type', 'name', 'tools'], { description: 'meaningless' }),
  } as Readonly<Record<string, RequestFields>>,
  reasoning: requestFields(['effort'], { summary: 'meaningless', generate_summary: 'meaningless', context: 'client_metadata' }),
  text: requestFields(['verbosity', 'format']),
  format: requestFields(['type', 'name', 'description', 'schema', 'strict']),
};
