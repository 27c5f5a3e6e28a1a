import { sentencesOf } from './sentence-pairs.ts';

/** Faults of streams and answers that consist of named events or content blocks. */
export const namedEventCauses = sentencesOf({
  no_message_start: [
    'the stream ended before `message_start`',
    '事件流在 message_start 前结束',
    'The stream ended before message_start',
  ],
  no_stop_reason: ['the stream ended before `stop_reason`', '事件流在 stop_reason 前结束', 'The stream ended before stop_reason'],
  no_message_stop: [
    'the stream ended before `message_stop`',
    '事件流在 message_stop 前结束',
    'The stream ended before message_stop',
  ],
  named_event_without_type: [
    'an event of the stream has no type',
    '事件流中的一个事件没有类型',
    'An event of the stream has no type',
  ],
  no_start_first: [
    'the stream did not begin with `message_start`',
    '事件流不是以 message_start 开头',
    'The stream did not begin with message_start',
  ],
  start_without_message: ['`message_start` contains no message', 'message_start 中没有消息', 'message_start contains no message'],
  stop_before_reason: [
    '`message_stop` came before `stop_reason`',
    'message_stop 早于 stop_reason',
    'message_stop came before stop_reason',
  ],
  goes_on_after_stop: [
    'the stream goes on after its stop reason',
    '事件流在给出停止原因后仍继续',
    'The stream goes on after its stop reason',
  ],
  too_many_blocks: ['the stream contains too many blocks', '事件流中的内容块过多', 'The stream contains too many blocks'],
  arguments_without_call: [
    'arguments in the stream belong to no tool call',
    '事件流中的参数不属于任何工具调用',
    'Arguments in the stream belong to no tool call',
  ],
  too_many_items: ['the stream contains too many items', '事件流中的输出项过多', 'The stream contains too many items'],
  no_completed_event: [
    'the stream ended before `response.completed`',
    '事件流在 response.completed 前结束',
    'The stream ended before response.completed',
  ],
  last_event_without_response: [
    'the last event contains no response',
    '最后一个事件中没有 response',
    'The last event contains no response',
  ],
  last_event_not_ended: [
    'the last event contains a response that has not ended',
    '最后一个事件中的 response 尚未结束',
    'The last event contains a response that has not ended',
  ],
  no_output: ['the answer has no output', '回答没有 output', 'The response has no output'],
  no_end_status: [
    'the answer has no `status` that says it is complete',
    '回答没有表示已完成的 status',
    'The response has no status that says it is complete',
  ],
  no_content: ['the answer has no content', '回答没有内容', 'The response has no content'],
  no_whole_stop_reason: ['the answer has no `stop_reason`', '回答没有 stop_reason', 'The response has no stop_reason'],
});
