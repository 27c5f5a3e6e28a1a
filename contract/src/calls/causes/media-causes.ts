import { sentencesOf, type SentencePairs } from './sentence-pairs.ts';

const media: SentencePairs = {
  no_images: ['the answer has no images', '回答没有图片', 'The response has no images'],
  too_many_images: [
    'the answer has more images than were asked for',
    '返回的图片多于请求的数量',
    'The response has more images than requested',
  ],
  image_neither: [
    'an image of the answer is neither a picture in base64 nor an address',
    '返回的图片既不是 base64 也不是地址',
    'An image of the response is neither base64 nor an address',
  ],
  image_not_base64: [
    'an image of the answer is no picture in base64',
    '返回的图片不是 base64 图片',
    'An image of the response is not a base64 image',
  ],
  not_drawn: ['the upstream did not draw what it had begun', '上游没有完成图片', 'The upstream did not complete the image'],
  file_coded: ['the file is coded', '文件经过压缩编码，不受支持', 'The encoding of the file is not supported'],
  song_no_sound: ['what should be a song is no sound', '返回的歌曲不是音频', 'The song is not audio'],
  answer_no_sound: ['the answer is no sound', '返回的不是音频', 'The response is not audio'],
  no_song: ['there is no song in the answer', '回答没有歌曲', 'The response has no song'],
  too_many_songs: [
    'there are more songs in the answer than anybody asks for',
    '返回的歌曲过多',
    'The response has too many songs',
  ],
  song_without_address: ['a song has no address', '有歌曲没有地址', 'A song has no address'],
};

const fetched: SentencePairs = {
  file_no_memory: ['there is no memory for it', '内存不足', 'there is no memory for it'],
  file_no_image: ['it is no image', '不是图片', 'it is not an image'],
  file_not_web: ['its address is none of the web', '地址无效', 'its address is invalid'],
  file_with_credentials: ['its address holds credentials', '地址中有用户名或密码', 'its address contains credentials'],
  file_not_vendors: ['its address is none of the vendor', '地址不属于该服务商', 'its address is not of the provider'],
  file_not_public: ['its address is not public', '地址不是公网地址', 'its address is not public'],
  file_host_not_public: [
    'its host does not have public addresses only',
    '域名须只解析到公网地址',
    'its host must resolve to public addresses only',
  ],
  file_status: ['its host answered {status}', '服务器返回 {status}', 'its host returned {status}'],
  file_is_page: ['a page is in its place', '返回的是网页', 'its host sent a web page'],
  file_without_length: ['its host does not say where it ends', '服务器没有说明文件长度', 'its host does not give its length'],
  file_too_large: ['it is too large', '文件过大', 'it is too large'],
};

const work: SentencePairs = {
  report_too_long: ['a report of the work is too long', '任务状态的回答过长', 'A status report of the task is too long'],
  foreign_poll_address: [
    'the address to ask for the work is none of the vendor',
    '查询任务的地址不属于该服务商',
    'The address to poll the task is not of the provider',
  ],
  task_ended: ['the task is {state} there', '任务在上游的状态为 {state}', 'The task is {state} at the provider'],
  task_reason: ['the task {state} there', '任务在上游的状态为 {state}', 'The task {state} at the provider'],
  task_without_state: ['the answer names no state', '回答没有任务状态', 'The response has no state'],
  task_without_id: ['the answer names no task', '回答没有任务 ID', 'The response has no task id'],
  prompt_blocked: ['it blocked the prompt', '上游拦截了提示词', 'The upstream blocked the prompt'],
  content_broke_off: [
    'it broke off because of the content',
    '上游因内容审核中止了回答',
    'The upstream stopped because of the content',
  ],
  answer_not_ended: ['the answer did not end', '回答没有结束', 'The response did not end'],
  code_inside: [
    'it answers 200 with code {code}',
    '上游返回 200，错误码 {code}',
    'The upstream returned 200 with the code {code}',
  ],
  bad_code_inside: ['it answers 200 with a bad code', '上游返回 200，带有错误码', 'The upstream returned 200 with an error code'],
  poll_refused: ['the poll was refused', '上游拒绝了任务查询', 'The upstream refused the poll'],
  makes_no_music: ['the route makes no music any more', '该线路不再提供音乐', 'The route no longer offers music'],
  task_unknown_there: ['the upstream knows no such task', '上游没有这个任务', 'The upstream does not know the task'],
  song_too_large: ['a song was not stored: too_large', '歌曲过大，没有存储', 'The song was not stored, because it is too large'],
  song_empty: ['a song was not stored: empty', '歌曲为空，没有存储', 'The song was not stored, because it is empty'],
  stored_too_large: [
    'a file was not stored: too_large',
    '文件过大，没有存储',
    'The file was not stored, because it is too large',
  ],
  stored_empty: ['a file was not stored: empty', '文件为空，没有存储', 'The file was not stored, because it is empty'],
  stored_unknown_type: [
    'a file was not stored: unknown_type',
    '文件类型未知，没有存储',
    'The file was not stored, because its type is unknown',
  ],
  no_room_to_store: ['a file was not stored: no_room', '存储空间已满', 'There is no room to store the file'],
  no_store: ['a file was not stored: no_store', '没有配置文件存储', 'No file store is configured'],
  unreadable_answer: ['its answer could not be read', '上游的回答无法解析', 'The response could not be parsed'],
  no_route_tried: ['no route was tried', '没有可尝试的线路', 'No route was tried'],
  not_written_down: ['the task could not be written down', '任务保存失败', 'The task could not be saved'],
  route_removed: ['the route was removed', '线路已删除', 'The route was removed'],
  may_be_submitted: ['it may have been submitted', '任务可能已提交给上游', 'The task may have been submitted already'],
  no_request_of_task: ['a task without a request', '任务没有请求内容', 'The task has no request'],
};

/** What upstreams of images and songs did, and what fetching and storing their files met. */
export const mediaCauses = {
  ...sentencesOf({ ...media, ...work }),
  ...sentencesOf(fetched, ['a file was not fetched: {what}', '文件下载失败：{what}']),
};
