import { sentencesOf } from './sentence-pairs.ts';

/** Why an admitted call has no complete response, apart from what its upstream did. */
export const endingCauses = sentencesOf({
  left: [
    'the client closed the connection before the answer was complete',
    '客户端在回答结束前断开了连接',
    'The client closed the connection before the response was complete',
  ],
  left_early: ['the client closed the connection', '客户端断开了连接', 'The client closed the connection'],
  left_unread: [
    'the client broke the connection before it can have read the answer',
    '客户端没有读完回答就断开了连接',
    'The client closed the connection before it could read the response',
  ],
  stopped_reading: [
    'the client stopped reading its answer and was cut',
    '客户端停止读取回答，连接已断开',
    'The client stopped reading the response and was disconnected',
  ],
  read_too_slowly: [
    'the client stopped reading, or read so slowly that the time of the call was over',
    '客户端停止读取或读取过慢，超过了调用的时限',
    'The client stopped reading, or read too slowly for the time limit of the call',
  ],
  gateway_stopped: [
    'the gateway was stopped while the answer was running',
    '回答过程中网关停止',
    'The gateway stopped during the response',
  ],
  gateway_stopped_unconfirmed: [
    'the gateway was stopped before the connection showed that the answer arrived',
    '网关停止，未能确认回答已送达',
    'The gateway stopped before it could confirm the delivery',
  ],
  gateway_died: ['the gateway stopped while this call was running', '调用过程中网关停止', 'The gateway stopped during this call'],
  stream_too_long: [
    'the answer was not finished within the time of a stream',
    '回答没有在流式的时限内结束',
    'The response did not end within the time limit of a stream',
  ],
  whole_too_long: [
    'the answer was not finished within the time of a whole response',
    '回答没有在非流式的时限内结束',
    'The response did not end within the time limit of a response that is not streamed',
  ],
  routes_in_maintenance: [
    'every route of this model is in maintenance',
    '该模型的线路都在维护中',
    'Every route of the model is in maintenance',
  ],
  no_own_upstream: [
    "no upstream of the account's own serves this model, and it uses no other",
    '账号的自有上游都不提供该模型，且账号不使用其他上游',
    'No upstream of the account serves the model, and the account uses no others',
  ],
  no_domestic: [
    'no domestic route of an enabled provider serves this model',
    '该模型没有可用的境内线路',
    'No domestic route of an enabled provider serves the model',
  ],
  no_provider: ['no enabled provider serves this model', '没有已启用的上游提供该模型', 'No enabled provider serves the model'],
  not_metered: [
    'the consumption of the call could not be worked out; it was not charged',
    '用量计算失败，未收费',
    'The usage of the call could not be computed. It was not charged',
  ],
  impossible_usage: [
    'the upstream reported an impossible usage; the call was not charged',
    '上游报告的用量不合理，未收费',
    'The upstream reported an impossible usage. The call was not charged',
  ],
  model_unavailable: [
    'The model is temporarily unavailable at its provider. The task was not charged.',
    '模型的上游暂时不可用，任务未收费',
  ],
  no_room_for_file: [
    'There is no room to store the song. The task was not charged; retry later.',
    '存储空间已满，任务未收费，请稍后重试',
  ],
  no_such_song: [
    'The task has no song with the index {index}: it has {count} of them.',
    '任务没有序号为 {index} 的歌曲，共 {count} 首',
  ],
  no_song_yet: [
    'The task has no song with the index {index}: it is {state}.',
    '任务没有序号为 {index} 的歌曲，任务状态为 {state}',
  ],
  task_canceled: ['The task was canceled. It was not charged.', '任务已取消，未收费'],
  task_expired: ['The task did not complete within its time limit. It was not charged.', '任务未在时限内完成，未收费'],
});
