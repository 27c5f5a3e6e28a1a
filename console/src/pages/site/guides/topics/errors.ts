import { defineTopic } from '../topic.ts';

export const errors = defineTopic({
  zh: {
    title: '错误',
    lead: '只对 HTTP 200 的完整回答收费，以下错误均不收费。',
    sections: {
      'retries-are-free': {
        title: '失败可以放心重试',
        body: ['4xx、5xx、客户端超时和断开的连接都不收费，日志中收费为 0.0000，因此可以放心重试。'],
      },
      backoff: {
        title: '如何重试',
        body: [
          '使用指数退避：第 1、2、3 次失败后分别等待 1、2、4 秒，最多重试 3 次。响应头带 `retry-after` 时以它为准，带 `x-should-retry: false` 时不要重试。',
          {
            code: 'client = OpenAI(base_url="{base}", api_key=os.environ["TOLLGATE_KEY"], max_retries=3)',
            name: 'Python',
          },
        ],
      },
      'http-400': { title: '400 参数错误', body: ['`error.param` 指出有误的字段，`error.message` 说明如何修改。'] },
      'http-401': {
        title: '401 密钥无效',
        body: [
          '依次检查：',
          {
            list: [
              '密钥是否有多余的空格或换行，是否完整；',
              '密钥是否已重置或删除；',
              '`Authorization` 的格式是否为 `Bearer <密钥>`；',
              '地址是否正确：SDK 使用 `{base}`。',
            ],
          },
        ],
      },
      'http-403': {
        title: '403 来源或模型不允许',
        body: ['来源地址不在密钥的 IP 白名单内，或模型不在密钥、子账号的模型清单内。调用日志会写明是哪一种。'],
      },
      'http-429': {
        title: '429 请求过快或达到上限',
        body: ['超出每分钟请求数时，按 `retry-after` 等待后退避重试。达到上限的密钥会暂停，可以[提高上限](/keys)或等待恢复。'],
      },
      'http-500': {
        title: '500 服务内部错误',
        body: ['服务端出错，可以重试。如果反复出现，请把响应头中的 `x-request-id` 发给{support}。'],
      },
      'http-503': {
        title: '503 上游不可用',
        body: ['上游维护或波动，平台会自动重试，通常几秒到几分钟恢复。超过 5 分钟时请换用同档模型，模型页列有可替换的模型。'],
      },
      garbled: {
        title: '返回乱码',
        body: ['这是客户端的解码问题，请按 UTF-8 解码。Windows 控制台默认使用 GBK，请先执行 `chcp 65001`。'],
      },
      'error-body': {
        title: '错误格式',
        body: [
          {
            code: '{"error": {"message": "…", "type": "invalid_request_error", "param": "model", "code": "model_not_found"}}',
            name: 'JSON',
          },
          '每个响应都带 `x-request-id`；在控制台按 ⌘K（Windows 和 Linux 上按 Ctrl K）粘贴，即可打开该次调用。',
        ],
      },
      codes: { title: '全部错误码', body: [{ errors: 'all' }] },
    },
  },
  en: {
    title: 'Errors',
    lead: 'Only complete answers with HTTP 200 are charged. The errors below are not.',
    sections: {
      'retries-are-free': {
        title: 'Retries are safe',
        body: ['4xx, 5xx, client timeouts and broken connections are not charged; the log shows 0.0000. You can retry safely.'],
      },
      backoff: {
        title: 'How to retry',
        body: [
          'Use exponential backoff: wait 1, 2 and 4 seconds after the 1st, 2nd and 3rd failure, with at most 3 retries. If there is a `retry-after` header, follow it. Do not retry on `x-should-retry: false`.',
          {
            code: 'client = OpenAI(base_url="{base}", api_key=os.environ["TOLLGATE_KEY"], max_retries=3)',
            name: 'Python',
          },
        ],
      },
      'http-400': {
        title: '400 invalid parameters',
        body: ['`error.param` names the field, and `error.message` explains what to change.'],
      },
      'http-401': {
        title: '401 unauthorized',
        body: [
          'Check in this order:',
          {
            list: [
              'spaces or line breaks around the key, or a truncated key;',
              'a key that was reset or deleted;',
              'the format of `Authorization`: `Bearer <key>`;',
              'the address: SDKs use `{base}`.',
            ],
          },
        ],
      },
      'http-403': {
        title: '403 source or model not allowed',
        body: [
          'The source is not in the IP allow-list of the key, or the model is not in the list of the key or its sub-account. The call log shows which.',
        ],
      },
      'http-429': {
        title: '429 rate or cap exceeded',
        body: [
          'If you exceed the requests per minute, wait for `retry-after`, then back off. A key at its cap is paused: [raise the cap](/keys) or wait until it resumes.',
        ],
      },
      'http-500': {
        title: '500 internal error',
        body: ['An error on our side. Retry. If it persists, send the `x-request-id` of the response to {support}.'],
      },
      'http-503': {
        title: '503 upstream unavailable',
        body: [
          'The upstream is under maintenance or unstable. The platform retries automatically, and service usually returns within seconds to minutes. After 5 minutes, switch to a comparable model; model pages list alternatives.',
        ],
      },
      garbled: {
        title: 'Garbled text',
        body: ['The client uses the wrong encoding: decode as UTF-8. Windows consoles default to GBK; run `chcp 65001` first.'],
      },
      'error-body': {
        title: 'Error format',
        body: [
          {
            code: '{"error": {"message": "…", "type": "invalid_request_error", "param": "model", "code": "model_not_found"}}',
            name: 'JSON',
          },
          'Every response has an `x-request-id`. Press ⌘K in the console (Ctrl K on Windows and Linux) and paste it to open that call.',
        ],
      },
      codes: { title: 'All error codes', body: [{ errors: 'all' }] },
    },
  },
});
