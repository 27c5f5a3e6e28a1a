import type { Refusals } from './refusal-words.ts';

const tooMany = 'rate_limit_exceeded';

/** Refusals that concern every route: addresses, keys of repetition, uploads, and changes that met others. */
export const generalRefusals = {
  hidden_in_line: {
    code: 'invalid_parameter',
    en: '`{field}` must be one line without control or invisible characters: remove {sign} at character {position}.',
    zh: '第 {position} 个字符是换行、控制字符或看不见的字符（{sign}），多半是粘贴带来的。请删掉，或清空后手动输入。',
  },
  hidden_in_lines: {
    code: 'invalid_parameter',
    en: '`{field}` must not hold control or invisible characters besides line breaks and tabs: remove {sign} at character {position}.',
    zh: '第 {position} 个字符是控制字符或看不见的字符（{sign}），多半是粘贴带来的。请删掉，或清空后手动输入。',
  },
  idempotency_key_wrong: {
    code: 'invalid_parameter',
    en: 'The header `Idempotency-Key` must be 1 to 255 printable characters without spaces, sent once.',
    zh: '请求头 Idempotency-Key 须为 1 到 255 个可见字符，不含空格，只发一次。',
  },
  idempotency_key_missing: {
    code: 'missing_required_parameter',
    en: 'The header `Idempotency-Key` is missing. Send one value of your own for each thing to be done, and the same again when you repeat the request.',
    zh: '缺少请求头 Idempotency-Key。每件事用一个自己的值，重试时用同一个。',
  },
  request_differs: {
    code: 'conflict',
    en: 'This Idempotency-Key was used for a different request. Send a new key, or exactly the same content.',
    zh: '这次提交和上一次内容不同。关掉表单，重新打开再提交。',
  },
  from_after_to: {
    code: 'invalid_parameter',
    en: '`from` must not lie after `to`; exchange the two.',
    zh: '开始不能晚于结束，请对调。',
  },
  cursor_wrong: {
    code: 'invalid_parameter',
    en: '`cursor` must be the `next` of an earlier answer to the same list; leave it out for the first page.',
    zh: '翻页位置不对。请回到第一页。',
  },
  record_changed: {
    code: 'conflict',
    en: 'The record was changed by somebody else at the same moment. Read it again and repeat.',
    zh: '这条记录刚刚被别人改过。刷新后再试。',
  },
  other_methods: {
    code: 'method_not_allowed',
    en: 'This address answers {methods} only.',
    zh: '这个地址只接受 {methods} 请求。',
  },
  no_admin_address: {
    code: 'unknown_url',
    en: 'There is no such address in the administrator interface; /docs lists them all.',
    zh: '管理接口没有这个地址。/docs 列出了全部地址。',
  },
  no_console_address: {
    code: 'unknown_url',
    en: "There is no such address in the console's interface.",
    zh: '控制台接口没有这个地址。',
  },
  no_sign_in_address: {
    code: 'unknown_url',
    en: 'There is no such address in sign-in.',
    zh: '登录接口没有这个地址。',
  },
  no_such_address: {
    code: 'unknown_url',
    en: "There is no such address here. The base address of the models' interface ends with /v1.",
    zh: '这里没有这个地址。模型接口的基础地址以 /v1 结尾。',
  },
  file_too_large: {
    code: 'body_too_large',
    en: '`{field}` must be a file of at most {max_mb} MB: make it smaller, for example by saving it with pictures of a lower resolution.',
    zh: '文件不能超过 {max_mb} MB。请缩小后再传，例如降低图片的分辨率。',
  },
  file_of_other_type: {
    code: 'unsupported_media_type',
    en: 'Send `{field}` as the file itself, of one of these types: {types}.',
    zh: '请直接上传文件本身，类型须为以下之一：{types}。',
  },
  uploads_busy: {
    code: tooMany,
    en: 'Too many files are being uploaded. Send it again in a few seconds.',
    zh: '同时上传的文件太多。请过几秒再传。',
  },
  files_not_kept: {
    code: 'conflict',
    en: 'This service has no place for files. Its operator sets one up with TOLLGATE_OBJECTS_URL.',
    zh: '服务没有配置文件存储。请联系客服。',
  },
  no_room_for_upload: {
    code: 'conflict',
    en: 'There is no room for another file. Ask the operator of this service.',
    zh: '没有空间再放文件了。请联系客服。',
  },
  changes_this_minute: {
    code: tooMany,
    en: 'You can make at most {max} changes a minute. Wait for the time given in `retry-after`.',
    zh: '每人每分钟最多更改 {max} 次。请稍后再试。',
  },
  changes_today: {
    code: tooMany,
    en: 'You can make at most {max} changes a day. You can still delete for a while. Make other changes tomorrow, or ask the operator of this service for a higher limit.',
    zh: '每人每天最多更改 {max} 次。仍可删除；其他更改请明天再试，需要提高上限请联系运营方。',
  },
  account_changes_this_minute: {
    code: tooMany,
    en: 'The members of an account can make at most {max} changes a minute together. Wait for the time given in `retry-after`.',
    zh: '一个账号的成员每分钟合计最多更改 {max} 次。请稍后再试。',
  },
  account_changes_today: {
    code: tooMany,
    en: 'The members of an account can make at most {max} changes a day together. You can still delete for a while. Make other changes tomorrow, or ask the operator of this service for a higher limit.',
    zh: '一个账号的成员每天合计最多更改 {max} 次。仍可删除；其他更改请明天再试，需要提高上限请联系运营方。',
  },
} as const satisfies Refusals;
