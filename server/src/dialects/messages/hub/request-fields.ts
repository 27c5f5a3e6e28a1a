import { requestFields, routed, type RequestFields } from '../../shared/hub/request-fields.ts';

/** The fields of blocks, by type. Those of types that are not listed are lost with the block. */
const blocks: Readonly<Record<string, RequestFields>> = {
  text: requestFields(['type', 'text', 'citations', 'cache_control']),
  image: requestFields(['type', 'source', 'cache_control']),
  document: requestFields(['type', 'source', 'title', 'citations', 'cache_control']),
  search_result: requestFields(['type', 'title', 'content', 'citations', 'cache_control'], { source: 'meaningless' }),
  tool_use: requestFields(['type', 'id', 'name', 'input', 'cache_control'], { caller: 'meaningless' }),
  tool_result: requestFields(['type', 'tool_use_id', 'content', 'is_error', 'cache_control']),
  thinking: requestFields(['type', 'thinking', 'signature']),
  redacted_thinking: requestFields(['type', 'data']),
  tool_reference: requestFields(['type', 'tool_name'], { cache_control: 'cache_marks' }),
};

/** The fields of requests in this protocol, by object. */
export const messagesFields = {
  request: requestFields(
    [
      ...['max_tokens', 'messages', 'system', 'tools', 'tool_choice', 'thinking', 'output_config', 'stop_sequences', 'speed'],
      ...['temperature', 'top_p', 'top_k', 'metadata', 'context_management', 'container', 'mcp_servers', 'diagnostics'],
    ],
    { ...routed, model: 'elsewhere', stream: 'elsewhere', service_tier: 'meaningless', cache_control: 'cache_marks' },
  ),
  message: requestFields(['role', 'content']),
  blocks,
  source: requestFields(['type', 'data', 'media_type', 'url', 'file_id', 'content']),
  tool: requestFields(['type', 'name', 'description', 'input_schema', 'strict', 'cache_control', 'defer_loading'], {
    eager_input_streaming: 'meaningless',
  }),
  toolChoice: requestFields(['type', 'name', 'disable_parallel_tool_use']),
  thinking: requestFields(['type', 'budget_tokens', 'display']),
  outputConfig: requestFields(['effort', 'format']),
  format: requestFields(['type', 'schema']),
};
