import type { ErrorCode } from './errors.ts';

/** Cause and remedy. */
export type ErrorPair = readonly [cause: string, remedy: string];

const faultyRequests = {
  invalid_parameter: ['请求参数无效', '修改 param 指出的参数。'],
  missing_required_parameter: ['缺少必填参数', '补上 param 指出的字段。'],
  invalid_json: ['请求体不是有效的 JSON', '发送一个 UTF-8 编码的 JSON 对象。'],
  invalid_form: ['请求体不是有效的表单', '让客户端的 HTTP 库生成 multipart/form-data 和 boundary。'],
  invalid_encoding: ['请求体不是 UTF-8', '先把 GBK 或 UTF-16 转成 UTF-8 再发送。'],
  context_length_exceeded: ['超出模型的上下文长度', '缩短消息，或改用上下文更长的模型。'],
  unsupported_operation: ['该模型的服务商都不支持此操作', '换用其他模型，或改用该模型的其他接口。'],
  content_policy_violation: ['上游拒绝了请求内容', '修改内容后再试。'],
  invalid_duration: ['模型不支持这个时长', 'duration 取文档范围内的整数秒，或不传。'],
  unsupported_tag: ['模型不支持其中的标签', '只使用文档中列出的标签。'],
  missing_prompt: ['缺少音乐描述', '在 prompt 中描述想要的音乐。'],
  lyrics_too_long: ['歌词超出模型支持的长度', '按文档中的长度缩短歌词。'],
  malformed_request: ['HTTP 请求格式有误', '检查客户端或它前面的代理。'],
  method_not_allowed: ['这个地址不支持该 HTTP 方法', '改用 allow 头列出的方法。'],
  request_timeout: ['请求未在限定时间内发送完', '加快发送，或拆分请求。'],
  conflict: ['当前状态不允许此操作', '刷新后重试。'],
  body_too_large: ['请求体过大', '减小请求，例如压缩图片。'],
  unsupported_media_type: ['请求体的类型有误', '设置 Content-Type: application/json，不要带 Content-Encoding。'],
  range_not_satisfiable: ['文件没有这么长', '请求文件范围以内的部分，长度见 content-range。'],
  expectation_failed: ['只支持 Expect: 100-continue', '去掉 Expect 头。'],
  headers_too_large: ['请求头过大', '减少或缩短请求头。'],
} as const;

const refusals = {
  invalid_api_key: ['密钥不正确', '在密钥页核对：密钥须完整且可用；同时检查接入地址。'],
  account_closed: [
    '账号已注销或正在注销，密钥已停用',
    '七天内可由账号所有者在控制台的账号页撤销注销；撤销后原来的密钥照常可用。',
  ],
  account_frozen: ['账号已被冻结', '按页面顶部的原因和联系方式联系运营方；解除后原来的密钥照常可用。'],
  wrong_base_address: ['接入地址不对', '把 base URL 改为文档中的地址，以 /v1 结尾；如果客户端自动补 /v1，则不带。'],
  invalid_admin_token: ['管理令牌不正确', '使用 TOLLGATE_ADMIN_TOKEN 的值，或数据目录里的令牌文件。'],
  not_signed_in: ['没有登录，或登录已失效', '重新登录。'],
  address_not_verified: ['邮箱还没有验证', '打开验证邮件里的链接，或重新发送。'],
  not_permitted: ['角色没有这项权限', '请账号的所有者或管理员处理。'],
  foreign_origin: ['请求不是来自控制台页面', '使用控制台，或带上密钥调用接口。'],
  ip_not_allowed: ['来源地址不在密钥的 IP 白名单内', '把这个地址加入密钥的白名单，或从白名单内的地址调用。'],
  model_not_allowed: ['该密钥不能调用此模型', '在密钥及其子账号的模型清单中加入该模型，或换用其他密钥。'],
  no_domestic_route: ['密钥仅限境内线路，而该模型没有支持此操作的境内线路', '换用该密钥可用的模型，或换用不限境内线路的密钥。'],
  model_not_found: ['没有这个模型', '用 GET /v1/models 查看可用的模型名。'],
  model_retired: ['该模型已下线', '改用文档中的同类模型。'],
  unknown_url: ['没有这个接口', '使用错误信息或 /docs/api 中列出的接口。'],
  not_found: ['没有这条记录', '核对 ID。'],
  task_not_found: ['该密钥下没有这个任务', '核对 ID 和密钥；任务保留 7 天。'],
  content_not_found: ['文件不存在，或地址已过期', '重新查询歌曲取得新地址；地址有效 1 天，歌曲保留 7 天。'],
  rate_limit_exceeded: ['请求频率达到账号上限', '按 retry-after 等待，再以 1、2、4 秒递增重试。'],
  concurrency_limit_exceeded: ['同时进行的请求过多', '等进行中的请求结束。'],
  too_many_failed_attempts: ['该地址使用错误密钥的请求过多', '更正密钥，等待 1 分钟。'],
  too_many_broken_connections: ['中途断开的回答过多', '完整读取回答，或请求更短的回答；如果网络或代理会断线，请先修复。'],
  cap_reserved: ['上限的剩余部分已预留给进行中的请求', '稍后重试。'],
  daily_cap_reached: ['密钥的日上限已用完', '提高密钥的日上限，或等次日 00:00 恢复。'],
  monthly_cap_reached: ['密钥的月上限已用完', '提高密钥的月上限，或等下月 1 日恢复。'],
  balance_exhausted: ['账号余额已用完', '充值后立即恢复。'],
} as const;

const failures = {
  answer_too_long: ['回答未能在限定时间内生成完', '减少单次生成量：降低 max_tokens 或 n，或换用更快的模型。'],
  internal_error: ['网关内部出错', '重试；如果仍然出错，请联系运营方并提供请求 ID。'],
  upstream_unavailable: ['模型的上游暂时不可用', '递增间隔重试；5 分钟后仍失败则换同类模型。'],
  maintenance: ['服务正在维护或重启', '几秒后重试。'],
  too_many_large_requests: ['同时处理的大请求过多', '几秒后重试；小请求不受影响。'],
  storage_unavailable: ['暂时无法记账，因此不受理请求', '几秒后重试。'],
} as const;

/** Chinese texts for the errors of the catalogue, for the console and the documentation. */
export const errorWordsZh = { ...faultyRequests, ...refusals, ...failures } satisfies Readonly<Record<ErrorCode, ErrorPair>>;
