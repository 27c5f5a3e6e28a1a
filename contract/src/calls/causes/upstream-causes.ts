import { mediaCauses } from './media-causes.ts';
import { namedEventCauses } from './named-event-causes.ts';
import { sentencesOf, type SentencePairs } from './sentence-pairs.ts';

const answers: SentencePairs = {
  upstream_status: ['the upstream answered with status {status}', '上游返回 {status}', 'The upstream returned {status}'],
  upstream_refused: [
    'the upstream refused the request with status {status}',
    '上游以 {status} 拒绝了请求',
    'The upstream refused the request with {status}',
  ],
  reported_code: [
    'the upstream reported an error inside its answer ({code})',
    '上游在回答中报告了错误 {code}',
    'The upstream reported the error {code} inside its response',
  ],
  reported: [
    'the upstream reported an error inside its answer',
    '上游在回答中报告了错误',
    'The upstream reported an error inside its response',
  ],
  reported_status: [
    'the upstream reported an error status inside its answer ({code})',
    '上游在回答中报告了错误状态 {code}',
    'The upstream reported the error status {code} inside its response',
  ],
  reported_some_status: [
    'the upstream reported an error status inside its answer',
    '上游在回答中报告了错误状态',
    'The upstream reported an error status inside its response',
  ],
  error_instead_code: [
    'the upstream sent an error in place of an answer ({code})',
    '上游返回了错误 {code}，没有回答',
    'The upstream sent the error {code} instead of a response',
  ],
  error_instead: [
    'the upstream sent an error in place of an answer',
    '上游返回了错误，没有回答',
    'The upstream sent an error instead of a response',
  ],
  error_in_choice: [
    'the upstream reported an error inside a choice',
    '上游在某个选项中报告了错误',
    'The upstream reported an error inside a choice',
  ],
  error_in_stream: ['the upstream reported an error', '上游报告了错误', 'The upstream reported an error'],
  ended_with: [
    'the upstream ended its answer with "{reason}"',
    '上游以“{reason}”结束回答',
    'The upstream ended its response with "{reason}"',
  ],
  ended_unknown: [
    'the upstream ended its response with an unknown reason: {reason}',
    '上游以未知原因“{reason}”结束回答',
    'The upstream ended its response with the unknown reason "{reason}"',
  ],
  broke_protocol: ['the upstream broke its protocol', '上游的回答不符合协议', 'The upstream sent an invalid response'],
  redirect: ['redirect {status} not followed', '上游返回重定向 {status}，网关不跟随', 'The redirect {status} was not followed'],
  impossible_status: [
    'status {status} does not exist',
    '上游返回无效的状态 {status}',
    'The upstream returned the invalid status {status}',
  ],
  coded: [
    'the body is coded in a way that cannot be read',
    '回答的压缩方式不受支持',
    'The encoding of the response is not supported',
  ],
  badly_coded: ['the body is not what its coding says', '回答解压失败', 'The response could not be decoded'],
  expands: ['the body expands beyond measure', '回答解压后过大', 'The decoded response is too large'],
  informational: [
    'too many informational answers',
    '上游的中间响应（如 100、103）过多',
    'The upstream sent too many 1xx responses',
  ],
  too_large: ['the answer is larger than accepted', '回答超过可接受的大小', 'The response is too large'],
  not_processed_here: [
    'the answer could not be processed here',
    '网关未能处理上游的回答',
    'The gateway could not process the response',
  ],
  no_memory_for_event: [
    'there was no memory for an event of the answer',
    '内存不足，无法处理回答中的事件',
    'There was no memory for an event of the response',
  ],
  not_signed: ['the request could not be signed', '请求签名失败', 'The request could not be signed'],
  bad_base_address: [
    'the base address is not an http(s) address',
    '接入地址不是 http(s) 地址',
    'The base URL is not an http(s) address',
  ],
  sandbox_broke: [
    'the sandbox broke the connection as asked',
    '沙箱按要求断开了连接',
    'The sandbox closed the connection as requested',
  ],
};

const streams: SentencePairs = {
  line_too_long: ['a line of the event stream is too long', '事件流中有一行过长', 'A line of the event stream is too long'],
  event_too_long: ['an event of the stream is too long', '事件流中有一个事件过长', 'An event of the stream is too long'],
  event_holds_too_much: [
    'an event of the stream holds too much besides its long strings',
    '事件流中有一个事件内容过多',
    'An event of the stream contains too much besides its long strings',
  ],
  frame_not_json: [
    'a frame of the stream is not valid JSON',
    '事件流中有内容不是有效的 JSON',
    'An event of the stream is not valid JSON',
  ],
  frame_not_object: [
    'a frame of the stream is not an object',
    '事件流中有内容不是对象',
    'An event of the stream is not an object',
  ],
  frame_too_deep: [
    'a frame of the stream is nested too deep',
    '事件流中有内容嵌套过深',
    'An event of the stream is nested too deeply',
  ],
  event_not_object: [
    'the stream has an event that is no JSON object',
    '事件流中有事件不是 JSON 对象',
    'An event of the stream is not a JSON object',
  ],
  json_for_stream: [
    'a JSON document came in place of an event stream',
    '返回的是 JSON，不是事件流',
    'The upstream sent JSON instead of an event stream',
  ],
  html_for_stream: [
    'an HTML page came in place of an event stream',
    '返回的是网页，不是事件流',
    'The upstream sent an HTML page instead of an event stream',
  ],
  no_first_choice: [
    'the stream ended before its first choice',
    '事件流在第一个选项前结束',
    'The stream ended before its first choice',
  ],
  no_terminal_event: [
    'the stream ended without its terminal event',
    '事件流结束时没有终止事件',
    'The stream ended without its terminal event',
  ],
  ended_early: [
    'the stream ended before finish_reason',
    '事件流在 finish_reason 前结束',
    'The stream ended before finish_reason',
  ],
  terminated_early: [
    'the terminal event came before finish_reason',
    '终止事件出现在 finish_reason 之前',
    'The terminal event came before finish_reason',
  ],
  too_many_choices_there: ['the stream has too many choices', '事件流中的选项过多', 'The stream has too many choices'],
  too_many_tool_calls: ['the stream has too many calls of tools', '事件流中的工具调用过多', 'The stream has too many tool calls'],
  image_incomplete: [
    'the stream ended before its image was complete',
    '事件流在图片完成前结束',
    'The stream ended before its image was complete',
  ],
  streamed_no_picture: [
    'an image of the stream is no picture in base64',
    '事件流中的图片不是 base64 图片',
    'An image of the stream is not a base64 image',
  ],
  streamed_image_not_fetched: [
    'the image of a stream came as an address and could not be fetched',
    '事件流中的图片是地址，下载失败',
    'The stream sent the address of an image, which could not be downloaded',
  ],
};

const documents: SentencePairs = {
  stream_for_json: [
    'an event stream came in place of a JSON document',
    '返回的是事件流，不是 JSON',
    'The upstream sent an event stream instead of JSON',
  ],
  html_for_json: [
    'an HTML page came in place of a JSON document',
    '返回的是网页，不是 JSON',
    'The upstream sent an HTML page instead of JSON',
  ],
  empty_answer: ['the answer is empty', '回答为空', 'The response is empty'],
  incomplete_json: [
    'the answer is not one complete JSON document',
    '回答不是完整的 JSON',
    'The response is not one complete JSON document',
  ],
  not_json_object: ['the answer is not a JSON object', '回答不是 JSON 对象', 'The response is not a JSON object'],
  no_json_object: ['the answer is no JSON object', '回答不是 JSON 对象', 'The response is not a JSON object'],
  answer_too_deep: ['the answer is nested too deep', '回答嵌套过深', 'The response is nested too deeply'],
  no_choices: ['the answer has no choices', '回答没有选项', 'The response has no choices'],
  choice_without_message: [
    'a choice of the answer has no message',
    '回答中有选项没有消息',
    'A choice of the response has no message',
  ],
  choice_unfinished: [
    'a choice of the answer has no finish_reason',
    '回答中有选项没有 finish_reason',
    'A choice of the response has no finish_reason',
  ],
  too_few_answers: [
    'a prompt has not as many answers as were asked for',
    '某段文本的回答数少于请求数',
    'A prompt has fewer responses than requested',
  ],
  parts_lengths: [
    'the parts of the answer do not have the length they should',
    '分次返回的向量长度不符',
    'The parts of the response have the wrong length',
  ],
  no_embeddings: ['the answer has no embeddings', '回答没有向量', 'The response has no embeddings'],
  fewer_embeddings: [
    'the answer has fewer embeddings than there are inputs',
    '返回的向量少于输入',
    'The response has fewer embeddings than inputs',
  ],
  more_embeddings: [
    'the answer has more embeddings than there are inputs',
    '返回的向量多于输入',
    'The response has more embeddings than inputs',
  ],
  embedding_of_none: [
    'an embedding of the answer belongs to no input',
    '有向量不属于任何输入',
    'An embedding of the response belongs to no input',
  ],
  embedding_twice: [
    'two embeddings of the answer belong to the same input',
    '两个向量属于同一输入',
    'Two embeddings of the response belong to the same input',
  ],
  embedding_not_numbers: [
    'an embedding of the answer is no list of finite numbers',
    '有向量不是数字列表',
    'An embedding of the response is not a list of finite numbers',
  ],
  embedding_lengths: [
    'the embeddings of the answer do not have the length they should',
    '返回的向量长度不符',
    'The embeddings of the response have the wrong length',
  ],
  ranks_unsent: [
    'the answer ranks a document that was not sent',
    '返回的排序含有未发送的文档',
    'The response ranks a document that was not sent',
  ],
  ranks_twice: ['the answer ranks a document twice', '返回的排序中有文档出现两次', 'The response ranks a document twice'],
  result_without_score: ['a result of the answer has no score', '有结果没有分数', 'A result of the response has no score'],
  ranks_too_few: [
    'the answer ranks {count} documents where {wanted} were asked for',
    '只返回了 {count} 篇文档的排序，请求了 {wanted} 篇',
    'The response ranks {count} documents instead of {wanted}',
  ],
  no_results: ['the answer has no results', '回答没有结果', 'The response has no results'],
};

/** What an upstream did. The words of the upstream may follow in the log, after a colon. */
export const upstreamCauses = { ...sentencesOf({ ...answers, ...streams, ...documents }), ...namedEventCauses, ...mediaCauses };
