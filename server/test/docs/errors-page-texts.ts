/** Texts of the error page in addition to the catalogue. */
export interface ErrorsPageTexts {
  readonly introduction: string;
  readonly statuses: Readonly<Record<number, string>>;
  /** Between a status and its meaning. */
  readonly colon: string;
  readonly head: readonly string[];
  readonly no: string;
  readonly after: (seconds: number) => string;
  readonly signIn: string;
  readonly signInHead: readonly string[];
  readonly reasons: string;
  readonly reasonsHead: readonly string[];
}

const body = `\`\`\`json
{ "error": { "message": "…", "type": "rate_limit_error", "param": null, "code": "rate_limit_exceeded" } }
\`\`\``;

const en: ErrorsPageTexts = {
  introduction: `# Errors

This page lists every error of Tollgate and what to do about it. It is for developers who call the API. Every error has the same body,
at every address:

${body}

Decide by the HTTP status and by \`code\`. \`message\` is for people and may say more than the text below. \`param\` names the wrong
field of the request. Every response has \`x-request-id\`: the id of the call in the log. Give it to support.

Many errors of the console API and the admin API share a code. They carry \`reason\`, which identifies the error, and \`params\`,
the values in its message: \`"reason": "refund_exceeded", "params": {"amount": "12.30"}\`. Both are listed [below](#reasons). A
reason keeps its name and its parameters when its message changes.

**Nothing on this page is charged.** A call is charged only if its response is HTTP 200 and complete.

- **Wait and retry** if a response has \`retry-after\`: after 1 s, 2 s and 4 s, at most 3 times. The official SDKs do this automatically.
- **Do not retry** if a response has \`x-should-retry: false\`: only a change of the cap or of the balance helps.
- **In a stream** that has begun, the status is already 200. The error is then one last event \`data: {"error": …}\` without
  \`[DONE]\`. The connection closes without the last chunk, so clients that ignore the event also see an incomplete response.
  The official SDKs raise it as an error. The call is not charged.
- **499** is in the call log if the client left before the response. Nobody receives it.
`,
  statuses: {
    400: 'invalid request',
    401: 'no valid key',
    403: 'not allowed for this key',
    404: 'not found',
    405: 'wrong method',
    408: 'request too slow',
    409: 'conflict',
    413: 'body too large',
    415: 'wrong content type',
    416: 'range outside the file',
    417: 'unsupported expectation',
    431: 'headers too large',
    429: 'a limit is reached',
    500: 'internal error',
    503: 'temporarily unavailable',
  },
  colon: ': ',
  head: ['Code', 'Message', 'What to do', 'Retry', 'Type'],
  no: 'no',
  after: (seconds) => `after ${String(seconds)} s or as \`retry-after\` says`,
  signIn: '## Signing in to the console\n\nThese codes occur at `/api/console/auth/…`, besides the codes above.',
  signInHead: ['Code', 'Status', 'Message', 'What to do'],
  reasons: '## Reasons\n\nThe console API and the admin API use these reasons.',
  reasonsHead: ['Code', 'Reason', 'Message, with its parameters in braces'],
};

const zh: ErrorsPageTexts = {
  introduction: `# 错误

本页列出全部错误码、含义和处理办法，供调用被拒绝或失败的开发者查阅。

所有接口的错误格式相同：

${body}

请按 HTTP 状态码和 \`code\` 判断。\`message\` 供人阅读，内容可能比下表更具体。\`param\` 指出有误的请求字段。每个响应都带 \`x-request-id\`，即该次调用在日志中的 ID，联系客服时请提供。

控制台接口和管理接口的许多拒绝共用一个错误码，由 \`reason\` 说明具体原因，\`params\` 给出文案中的参数：\`"reason": "refund_exceeded", "params": {"amount": "12.30"}\`。完整列表见[下文](#具体原因)。文案可能改进，\`reason\` 和参数名不变。

**本页的错误均不收费。** 只有 HTTP 200 且完整的回答才收费。

- **等待后重试**：响应带 \`retry-after\` 时，按 1、2、4 秒递增等待，最多重试 3 次。官方 SDK 会自动处理。
- **不要重试**：响应带 \`x-should-retry: false\` 时，只有调整上限或充值才有用。
- **流式响应中出错**：此时状态码已是 200。错误作为最后一个事件 \`data: {"error": …}\` 返回，之后没有 \`[DONE]\`，连接也不会发送结束块，因此忽略该事件的客户端同样会发现响应不完整。官方 SDK 会抛出错误。该次调用不收费。
- **499** 只出现在调用日志中，表示客户端在收到回答前断开。
`,
  statuses: {
    400: '请求有误',
    401: '没有有效的密钥',
    403: '不允许',
    404: '不存在',
    405: '请求方法有误',
    408: '请求超时',
    409: '状态冲突',
    413: '请求过大',
    415: '格式有误',
    416: '超出文件范围',
    417: '不支持的 Expect',
    429: '达到限制',
    431: '请求头过大',
    500: '服务内部错误',
    503: '暂时不可用',
  },
  colon: '：',
  head: ['错误码', '原因', '处理办法', '重试', '类型'],
  no: '否',
  after: (seconds) => `${String(seconds)} 秒后，或按 \`retry-after\``,
  signIn: '## 登录控制台\n\n以下错误码来自 `/api/console/auth/…`，上文的错误码同样适用。',
  signInHead: ['错误码', '状态码', '说明'],
  reasons: '## 具体原因\n\n以下拒绝来自控制台接口和管理接口。',
  reasonsHead: ['错误码', '具体原因', '文案，花括号内为参数'],
};

export const errorsPageTexts = { en, zh } as const;
