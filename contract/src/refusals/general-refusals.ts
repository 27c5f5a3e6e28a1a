import type { Refusals } from './refusal-words.ts';

const tooMany = 'rate_limit_exceeded';

/** Refusals that concern every route: addresses, idempotency keys, uploads and conflicting changes. */
export const generalRefusals = {
  hidden_in_line: {
    code: 'invalid_parameter',
    en: '`{field}` must be one line without control or invisible characters. Remove {sign} at character {position}.',
    zh: '第 {position} 个字符是换行、控制字符或不可见字符（{sign}），可能由粘贴带入。请删除，或清空后手动输入。',
  },
  hidden_in_lines: {
    code: 'invalid_parameter',
    en: '`{field}` must not contain control or invisible characters except line breaks and tabs. Remove {sign} at character {position}.',
    zh: '第 {position} 个字符是控制字符或不可见字符（{sign}），可能由粘贴带入。请删除，或清空后手动输入。',
  },
  idempotency_key_wrong: {
    code: 'invalid_parameter',
    en: 'The header `Idempotency-Key` must be sent once, with 1 to 255 printable characters and no spaces.',
    zh: '请求头 Idempotency-Key 须为 1 到 255 个可见字符，不含空格，且只发送一次。',
  },
  idempotency_key_missing: {
    code: 'missing_required_parameter',
    en: 'The header `Idempotency-Key` is missing. Send a unique value per operation, and the same value when you retry.',
    zh: '缺少请求头 Idempotency-Key。请为每个操作使用唯一的值，重试时使用相同的值。',
  },
  request_differs: {
    code: 'conflict',
    en: 'This Idempotency-Key was used for a different request. Send a new key, or exactly the same content.',
    zh: '本次提交与上一次内容不同。请关闭表单，重新打开后提交。',
  },
  from_after_to: {
    code: 'invalid_parameter',
    en: '`from` must not be after `to`.',
    zh: '开始时间不能晚于结束时间。',
  },
  cursor_wrong: {
    code: 'invalid_parameter',
    en: '`cursor` must be the `next` value of a previous page of the same list. Omit it for the first page.',
    zh: '翻页位置无效。请回到第一页。',
  },
  record_changed: {
    code: 'conflict',
    en: 'Someone else has just changed this record. Reload it and try again.',
    zh: '该记录刚刚被他人修改。请刷新后重试。',
  },
  other_methods: {
    code: 'method_not_allowed',
    en: 'This address accepts only {methods}.',
    zh: '这个地址只接受 {methods} 请求。',
  },
  no_admin_address: {
    code: 'unknown_url',
    en: 'This address does not exist in the admin API. See /docs/api for all addresses.',
    zh: '管理接口没有这个地址。全部地址见 /docs/api。',
  },
  no_console_address: {
    code: 'unknown_url',
    en: 'This address does not exist in the console API.',
    zh: '控制台接口没有这个地址。',
  },
  no_sign_in_address: {
    code: 'unknown_url',
    en: 'This address does not exist in the sign-in API.',
    zh: '登录接口没有这个地址。',
  },
  no_such_address: {
    code: 'unknown_url',
    en: 'This address does not exist. The base URL of the model API ends with /v1.',
    zh: '地址不存在。模型接口的 base URL 以 /v1 结尾。',
  },
  file_too_large: {
    code: 'body_too_large',
    en: '`{field}` must be a file of at most {max_mb} MB. Reduce its size, for example by lowering the image resolution.',
    zh: '文件不能超过 {max_mb} MB。请缩小后重新上传，例如降低图片分辨率。',
  },
  file_of_other_type: {
    code: 'unsupported_media_type',
    en: '`{field}` must be a file of one of these types: {types}. Send the file itself as the body.',
    zh: '文件类型须为以下之一：{types}。请直接上传文件本身。',
  },
  uploads_busy: {
    code: tooMany,
    en: 'Too many files are being uploaded. Try again in a few seconds.',
    zh: '同时上传的文件过多。请几秒后重试。',
  },
  files_not_kept: {
    code: 'conflict',
    en: 'This service has no file store. Ask its operator to set TOLLGATE_OBJECTS_URL.',
    zh: '服务未配置文件存储。请运营方设置 TOLLGATE_OBJECTS_URL。',
  },
  no_room_for_upload: {
    code: 'conflict',
    en: 'The file store is full. Contact the operator of this service.',
    zh: '文件存储空间已满。请联系运营方。',
  },
  changes_this_minute: {
    code: tooMany,
    en: 'You can make at most {max} changes a minute. Wait for the time in `retry-after`.',
    zh: '每人每分钟最多修改 {max} 次。请稍后重试。',
  },
  changes_today: {
    code: tooMany,
    en: 'You can make at most {max} changes a day; deleting still works for a while. Try again tomorrow, or ask the operator of this service for a higher limit.',
    zh: '每人每天最多修改 {max} 次，暂时仍可删除。请明天重试，或联系运营方提高上限。',
  },
  account_changes_this_minute: {
    code: tooMany,
    en: 'The members of an account can make at most {max} changes a minute together. Wait for the time in `retry-after`.',
    zh: '一个账号的成员每分钟合计最多修改 {max} 次。请稍后重试。',
  },
  account_changes_today: {
    code: tooMany,
    en: 'The members of an account can make at most {max} changes a day together; deleting still works for a while. Try again tomorrow, or ask the operator of this service for a higher limit.',
    zh: '一个账号的成员每天合计最多修改 {max} 次，暂时仍可删除。请明天重试，或联系运营方提高上限。',
  },
} as const satisfies Refusals;
