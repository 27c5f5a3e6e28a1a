import { defineTopic } from '../topic.ts';

export const keys = defineTopic({
  zh: {
    title: '密钥',
    lead: '密钥决定可花费的金额、可调用的模型和调用来源。',
    sections: {
      environment: {
        title: '保存在环境变量中',
        body: ['不要写进代码，也不要提交到仓库。', { code: 'export TOLLGATE_KEY=sk-…', name: 'bash' }],
      },
      'test-and-production': {
        title: '测试与生产分开',
        body: [
          { list: ['测试密钥：日上限较低，只能调用基础档模型。', '生产密钥：按流量设上限，放开所需的模型，并绑定 IP 白名单。'] },
          '创建密钥时的“测试”和“生产”预设与此对应。',
        ],
      },
      'ip-allow-list': {
        title: 'IP 白名单',
        body: [
          '建议为生产密钥绑定 IP 白名单。每条是一个 IPv4、一个 IPv4 网段（如 `203.0.113.0/24`）或一个 IPv6。空白名单不限地址；不同密钥可以有不同的白名单。名单外的请求返回 403。',
        ],
      },
      caps: {
        title: '日上限与月上限',
        body: [
          {
            table: [
              ['已用', '处理'],
              ['80 %', '站内信'],
              ['90 %', '站内信{mail:和邮件}'],
              ['100 %', '自动暂停，调用返回 429'],
            ],
          },
          '日上限次日 00:00 自动恢复，月上限下月 1 日恢复；提高上限则从下一次请求起恢复。',
        ],
      },
      immediately: {
        title: '改动何时生效',
        body: ['上限、IP 白名单和模型清单保存后，从下一次请求起生效。'],
      },
      'model-allow-list': {
        title: '模型清单',
        body: ['密钥和子账号都可以限定模型；两者都放行的模型才能调用，否则返回 403。'],
      },
      reset: {
        title: '重置与删除',
        body: ['怀疑密钥泄露时请重置：旧值立即失效，把程序中的密钥换成新的即可。删除密钥后，使用它的调用返回 401。'],
      },
    },
  },
  en: {
    title: 'Keys',
    lead: 'A key controls how much can be spent, on which models, and from where.',
    sections: {
      environment: {
        title: 'Store keys in environment variables',
        body: ['Do not put keys into code or commit them to a repository.', { code: 'export TOLLGATE_KEY=sk-…', name: 'bash' }],
      },
      'test-and-production': {
        title: 'Separate test and production',
        body: [
          {
            list: [
              'Test key: a low daily cap, basic models only.',
              'Production key: a cap that fits your traffic, the models you need, bound to an IP allow-list.',
            ],
          },
          'The presets “Test” and “Production” of a new key do this.',
        ],
      },
      'ip-allow-list': {
        title: 'IP allow-list',
        body: [
          'Bind production keys. Each entry is an IPv4 address, an IPv4 range such as `203.0.113.0/24`, or an IPv6 address. An empty list allows every address; each key has a separate list. A request from elsewhere gets 403.',
        ],
      },
      caps: {
        title: 'Daily and monthly caps',
        body: [
          {
            table: [
              ['Used', 'What happens'],
              ['80 %', 'message'],
              ['90 %', 'message{mail: and e-mail}'],
              ['100 %', 'paused automatically, calls return 429'],
            ],
          },
          'A daily cap resets at 00:00, a monthly cap on the 1st. A raised cap takes effect from the next request.',
        ],
      },
      immediately: {
        title: 'When changes take effect',
        body: ['Changes to caps, IP allow-lists and model lists take effect from the next request.'],
      },
      'model-allow-list': {
        title: 'Model lists',
        body: [
          'You can limit both a key and its sub-account to models. Only models that both allow can be called; others return 403.',
        ],
      },
      reset: {
        title: 'Reset and delete',
        body: [
          'If a key may have leaked, reset it. The old value stops working at once; replace it with the new key. Calls with a deleted key return 401.',
        ],
      },
    },
  },
});
