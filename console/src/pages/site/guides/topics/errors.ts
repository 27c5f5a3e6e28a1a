import { defineTopic } from '../topic.ts';

export const errors = defineTopic({
  zh: {
    title: '错误',
    lead: '只有 HTTP 200 的完整回答才收费；下面每一种都不收。',
    sections: {
      'retries-are-free': {
        title: '失败可以放心重试',
        body: ['4xx、5xx、客户端超时和断开的连接都不收费，日志里收费为 0.0000，所以重试是安全的。'],
      },
      backoff: {
        title: '怎样重试',
        body: [
          '用指数退避：第 1、2、3 次失败后各等 1、2、4 秒，最多重试 3 次。有 `retry-after` 头时以它为准；`x-should-retry: false` 时不要重试。',
          {
            code: 'client = OpenAI(base_url="{base}", api_key=os.environ["TOLLGATE_KEY"], max_retries=3)',
            name: 'Python',
          },
        ],
      },
      'http-400': { title: '400 参数错误', body: ['看 `error.param` 指出的字段，`error.message` 写着怎么改。'] },
      'http-401': {
        title: '401 密钥无效',
        body: [
          '依次检查：',
          {
            list: [
              '密钥有没有多余的空格、换行，或被截断；',
              '密钥是不是已重置或已删除；',
              '`Authorization` 的格式是不是 `Bearer <密钥>`；',
              '地址对不对：SDK 用 `{base}`。',
            ],
          },
        ],
      },
      'http-403': {
        title: '403 来源或模型不允许',
        body: ['来源地址不在密钥的 IP 白名单里，或模型不在密钥、子账号的模型清单里。调用日志写着是哪一种。'],
      },
      'http-429': {
        title: '429 太快，或到了上限',
        body: ['超出每分钟请求数时按 `retry-after` 等待再退避重试；到了上限的密钥会暂停，可以[提高上限](/keys)或等它恢复。'],
      },
      'http-500': { title: '500 服务内部错误', body: ['服务端出错。可以重试；反复出现时把响应头里的 `x-request-id` 发给支持。'] },
      'http-503': {
        title: '503 上游不可用',
        body: ['上游维护或波动，平台会自动重试，通常几秒到几分钟恢复。超过 5 分钟就换一个同档模型，模型页列有可替换的模型。'],
      },
      garbled: {
        title: '返回乱码',
        body: ['是客户端解码的问题：按 UTF-8 解码。Windows 控制台默认 GBK，先执行 `chcp 65001`。'],
      },
      'error-body': {
        title: '错误的样子',
        body: [
          {
            code: '{"error": {"message": "…", "type": "invalid_request_error", "param": "model", "code": "model_not_found"}}',
            name: 'JSON',
          },
          '每个响应都带 `x-request-id`；在控制台按 ⌘K（Windows 和 Linux 上按 Ctrl K）粘贴它，就能打开那次调用。',
        ],
      },
      codes: { title: '全部错误码', body: [{ errors: 'all' }] },
    },
  },
  en: {
    title: 'Errors',
    lead: 'Only a complete answer with HTTP 200 is charged; nothing below is.',
    sections: {
      'retries-are-free': {
        title: 'Retries are safe',
        body: [
          '4xx, 5xx, timeouts of the client and broken connections are not charged, the log shows 0.0000: so a retry is safe.',
        ],
      },
      backoff: {
        title: 'How to retry',
        body: [
          'Exponential backoff: wait 1, 2, 4 seconds after the 1st, 2nd, 3rd failure, at most 3 retries. Where there is a `retry-after` header it holds; with `x-should-retry: false` do not.',
          {
            code: 'client = OpenAI(base_url="{base}", api_key=os.environ["TOLLGATE_KEY"], max_retries=3)',
            name: 'Python',
          },
        ],
      },
      'http-400': { title: '400 bad parameters', body: ['`error.param` names the field, `error.message` says what to change.'] },
      'http-401': {
        title: '401 unauthorized',
        body: [
          'Look in this order:',
          {
            list: [
              'spaces or line ends around the key, or a part of it missing;',
              'a key that was reset or deleted;',
              'the form of `Authorization`: `Bearer <key>`;',
              'the address: SDKs take `{base}`.',
            ],
          },
        ],
      },
      'http-403': {
        title: '403 source or model not allowed',
        body: [
          'The source is not in the key’s IP allow-list, or the model not in the list of the key or its sub-account. The call log says which.',
        ],
      },
      'http-429': {
        title: '429 too fast, or at the cap',
        body: [
          'Above the requests per minute wait as `retry-after` says, then back off. A key at its cap is paused: [raise the cap](/keys) or wait until it wakes.',
        ],
      },
      'http-500': {
        title: '500 internal error',
        body: ['A fault on our side. Retry; if it stays, send support the `x-request-id` of the answer.'],
      },
      'http-503': {
        title: '503 upstream unavailable',
        body: [
          'The provider is being maintained or unstable. The platform retries by itself, and seconds to minutes later it works again. After 5 minutes switch to a comparable model: each model’s page names some.',
        ],
      },
      garbled: {
        title: 'Garbled text',
        body: ['The client decodes wrongly: use UTF-8. Windows consoles speak GBK until `chcp 65001`.'],
      },
      'error-body': {
        title: 'What an error looks like',
        body: [
          {
            code: '{"error": {"message": "…", "type": "invalid_request_error", "param": "model", "code": "model_not_found"}}',
            name: 'JSON',
          },
          'Every answer has an `x-request-id`: press ⌘K in the console (Ctrl K on Windows and Linux) and paste it to open that call.',
        ],
      },
      codes: { title: 'All codes', body: [{ errors: 'all' }] },
    },
  },
});
