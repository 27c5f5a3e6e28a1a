import { defineTopic } from '../topic.ts';

export const quickStart = defineTopic({
  zh: {
    title: '快速开始',
    lead: '已有的 OpenAI 兼容客户端只换两处：地址和密钥，其余代码不动。',
    sections: {
      change: {
        title: '换地址和密钥',
        body: [
          {
            steps: [
              '[注册](/sign-up)并验证邮箱{trial:，得到 # 元试用额度}。',
              '在[密钥](/keys)页创建一个测试密钥，复制后放进环境变量。',
              '把客户端的 base URL 换成 `{base}`，密钥换成自己的。',
            ],
          },
          { samples: 'chat' },
        ],
      },
      addresses: {
        title: '国内与海外地址',
        body: ['国内和海外各有一个接入地址，用离程序近的一个即可。上游线路由平台选择，无需手动切换。'],
      },
      authorization: {
        title: 'Authorization 头',
        body: [
          '每个请求都带 `Authorization: Bearer <密钥>`：`Bearer` 后面恰好一个空格，`sk-` 是密钥的一部分，要保留。',
          { list: ['密钥要完整，前后没有空格和换行。', '状态须为可用；已重置或已删除的密钥返回 401。'] },
        ],
      },
      check: {
        title: '检查密钥是否有效',
        body: ['请求模型列表：返回列表就说明地址和密钥都对，列出的正是这个密钥可以调用的模型。', { samples: 'models' }],
      },
      streaming: {
        title: '流式输出、工具、视觉',
        body: ['请求里加 `"stream": true` 就逐段返回。工具（函数调用）和图片输入与原来的接口写法相同。', { samples: 'stream' }],
      },
      'switch-models': {
        title: '换模型',
        body: ['只改 `model` 字段，其余代码不动。可用的名字见[模型与价格](/pricing)。'],
      },
      'utf-8': {
        title: '编码',
        body: ['请求体是 UTF-8 的 JSON，建议写明 `Content-Type: application/json; charset=utf-8`；返回也按 UTF-8 解码。'],
      },
    },
  },
  en: {
    title: 'Quick start',
    lead: 'A client that speaks the chat-completions interface changes two things, address and key, and nothing else in its code.',
    sections: {
      change: {
        title: 'Change address and key',
        body: [
          {
            steps: [
              '[Sign up](/sign-up) and verify your e-mail{trial:: you have # CNY to try}.',
              'Create a test key on the page [Keys](/keys) and put it into the environment.',
              'Set the base URL of your client to `{base}` and the key to yours.',
            ],
          },
          { samples: 'chat' },
        ],
      },
      addresses: {
        title: 'Addresses in China and overseas',
        body: [
          'There is one address in China and one overseas: take the one near your program. The platform picks the route; there is nothing to switch by hand.',
        ],
      },
      authorization: {
        title: 'The Authorization header',
        body: [
          'Every request carries `Authorization: Bearer <key>`: exactly one space behind `Bearer`, and `sk-` is part of the key and stays.',
          {
            list: [
              'The key must be whole, without spaces or line ends around it.',
              'It must be available; one that was reset or deleted gives 401.',
            ],
          },
        ],
      },
      check: {
        title: 'See whether a key works',
        body: [
          'Ask for the list of models: if one comes, address and key are right, and it has the models that this key may call.',
          { samples: 'models' },
        ],
      },
      streaming: {
        title: 'Streams, tools, vision',
        body: [
          'With `"stream": true` the answer comes piece by piece. Tools (function calling) and images as input are written as before.',
          { samples: 'stream' },
        ],
      },
      'switch-models': {
        title: 'Another model',
        body: ['Change the field `model`, and nothing else in the code. The names stand in [Models and prices](/pricing).'],
      },
      'utf-8': {
        title: 'Encoding',
        body: [
          'Bodies are JSON in UTF-8; `Content-Type: application/json; charset=utf-8` says so. Decode answers as UTF-8, too.',
        ],
      },
    },
  },
});
