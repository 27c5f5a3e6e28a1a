import { defineTopic } from '../topic.ts';

export const quickStart = defineTopic({
  zh: {
    title: '快速开始',
    lead: '现有的 OpenAI 兼容客户端只需更换地址和密钥，其余代码不变。',
    sections: {
      change: {
        title: '更换地址和密钥',
        body: [
          {
            steps: [
              '[注册](/sign-up){mail:并验证邮箱}{trial:，获得 # 元试用额度}。',
              '在[密钥](/keys)页创建一个测试密钥，复制后设为环境变量。',
              '把客户端的 base URL 换成 `{base}`，密钥换成你的密钥。',
            ],
          },
          { samples: 'chat' },
        ],
      },
      addresses: {
        title: '接入地址',
        body: ['如有多个地址，选用离程序较近的一个。线路由平台自动选择，无需手动切换。', { addresses: 'all' }],
      },
      authorization: {
        title: 'Authorization 头',
        body: [
          '每个请求都带 `Authorization: Bearer <密钥>`：`Bearer` 后恰好一个空格；`sk-` 是密钥的一部分，须保留。',
          { list: ['密钥要完整，前后没有空格和换行。', '状态须为可用；已重置或已删除的密钥返回 401。'] },
        ],
      },
      check: {
        title: '检查密钥是否有效',
        body: ['请求模型列表：返回列表说明地址和密钥正确，其中是该密钥可以调用的模型。', { samples: 'models' }],
      },
      streaming: {
        title: '流式输出、工具、视觉',
        body: [
          '请求中加上 `"stream": true`，回答就会逐段返回。工具（函数调用）和图片输入的写法与 OpenAI 接口相同。',
          { samples: 'stream' },
        ],
      },
      'switch-models': {
        title: '更换模型',
        body: ['只需修改 `model` 字段，其余代码不变。可用的模型名见[模型与价格](/pricing)。'],
      },
      'utf-8': {
        title: '编码',
        body: ['请求体是 UTF-8 的 JSON，建议写明 `Content-Type: application/json; charset=utf-8`；返回也按 UTF-8 解码。'],
      },
    },
  },
  en: {
    title: 'Quick start',
    lead: 'Change the address and the key of your OpenAI-compatible client. The rest of your code stays the same.',
    sections: {
      change: {
        title: 'Change the address and key',
        body: [
          {
            steps: [
              '[Sign up](/sign-up){mail: and verify your e-mail}{trial: to get # CNY of trial credit}.',
              'Create a test key on the [Keys](/keys) page and store it in an environment variable.',
              'Set the base URL of your client to `{base}` and the key to your own.',
            ],
          },
          { samples: 'chat' },
        ],
      },
      addresses: {
        title: 'Base URLs',
        body: [
          'If there is more than one, use the one near your program. The platform picks the route; you never switch manually.',
          { addresses: 'all' },
        ],
      },
      authorization: {
        title: 'The Authorization header',
        body: [
          'Send `Authorization: Bearer <key>` with every request: exactly one space after `Bearer`. Keep `sk-`; it is part of the key.',
          {
            list: [
              'The key must be complete, without spaces or line breaks around it.',
              'The key must be available. A reset or deleted key returns 401.',
            ],
          },
        ],
      },
      check: {
        title: 'Check a key',
        body: [
          'List the models. If you get a list, the address and key are right. It contains the models that this key can call.',
          { samples: 'models' },
        ],
      },
      streaming: {
        title: 'Streaming, tools, vision',
        body: [
          'Set `"stream": true` to stream the answer. Tools (function calling) and image input work as before.',
          { samples: 'stream' },
        ],
      },
      'switch-models': {
        title: 'Switch models',
        body: ['Change the `model` field only. The names are listed in [Models and prices](/pricing).'],
      },
      'utf-8': {
        title: 'Encoding',
        body: ['Send JSON in UTF-8 with `Content-Type: application/json; charset=utf-8`. Decode answers as UTF-8 too.'],
      },
    },
  },
});
