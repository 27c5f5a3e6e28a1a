import { defineTopic } from '../topic.ts';

export const clients = defineTopic({
  zh: {
    title: '各种客户端',
    lead: '能自定义 base URL 的客户端都能用。',
    sections: {
      'base-address': {
        title: '地址要不要带 /v1',
        body: [
          'SDK 的 base URL 以 `/v1` 结尾：`{base}`。有些客户端自己补 `/v1`，填不带的即可；多写或漏写一个 `/v1`，这里也都认得。',
        ],
      },
      sdks: {
        title: 'Python、Node.js、Go、cURL',
        body: ['用官方的 OpenAI SDK，只改 base URL 和密钥。', { samples: 'chat' }],
      },
      'cherry-studio': {
        title: 'Cherry Studio',
        body: [
          {
            steps: [
              '设置 → 模型服务 → 添加，类型选 OpenAI。',
              'API 地址填 `{origin}`，密钥填自己的。',
              '点“管理”，从列表里添加模型。',
            ],
          },
        ],
      },
      nextchat: {
        title: 'NextChat',
        body: [
          {
            steps: [
              '设置 → 自定义接口，服务商选 OpenAI。',
              '接口地址填 `{origin}`，密钥填自己的。',
              '在“自定义模型名”里填要用的模型。',
            ],
          },
        ],
      },
      lobechat: {
        title: 'LobeChat',
        body: [
          { steps: ['设置 → 语言模型 → OpenAI。', 'API 代理地址填 `{base}`，密钥填自己的。', '点“获取模型列表”。'] },
          '自行部署时用环境变量 `OPENAI_PROXY_URL={base}`。',
        ],
      },
      'open-webui': {
        title: 'Open WebUI',
        body: [{ steps: ['管理员设置 → 外部连接 → OpenAI API → 添加。', 'URL 填 `{base}`，密钥填自己的。'] }],
      },
      dify: {
        title: 'Dify',
        body: [
          { steps: ['设置 → 模型供应商 → OpenAI。', 'API Base 填 `{origin}`，不带 `/v1`，密钥填自己的。'] },
          '用“OpenAI-API-compatible”供应商时填 `{base}`，并手动填模型名。',
        ],
      },
      'empty-model-list': {
        title: '模型列表是空的',
        body: ['先看地址：有的平台要填不带 `/v1` 的地址；再看密钥是否过期、是否限定了模型。'],
      },
      fastgpt: {
        title: 'FastGPT',
        body: [
          '在模型渠道里新增 OpenAI 类型的渠道，代理地址填 `{base}`，密钥填自己的；旧版用环境变量：',
          { code: 'OPENAI_BASE_URL={base}\nCHAT_API_KEY=sk-…', name: '.env' },
        ],
      },
      aggregators: {
        title: 'one-api、new-api、LiteLLM',
        body: [
          {
            table: [
              ['软件', '渠道类型', '地址'],
              ['one-api、new-api', 'OpenAI', '{origin}'],
              ['one-api', 'OpenAI 兼容', '{base}'],
              ['LiteLLM', '`openai/<模型>`', '`api_base` = {base}'],
            ],
          },
          '流式调用要打开 `stream_options.include_usage`，否则它们自己估算用量；总超时不要低于 600 秒。给聚合器的密钥不要设上限，除非想让它停在那里。',
        ],
      },
      cursor: {
        title: 'Cursor',
        body: [
          {
            steps: [
              'Settings → Models，填 OpenAI API Key。',
              '打开 Override OpenAI Base URL，填 `{base}`。',
              '添加要用的模型名。',
            ],
          },
          'Cursor 从它自己的服务器发请求：地址须能从公网访问，白名单也要放行。',
        ],
      },
    },
  },
  en: {
    title: 'Clients',
    lead: 'Whatever lets you set the base URL works.',
    sections: {
      'base-address': {
        title: 'With /v1 or without',
        body: [
          'The base URL of an SDK ends with `/v1`: `{base}`. Some clients add `/v1` by themselves and take the address without; one `/v1` too many or too few is understood here all the same.',
        ],
      },
      sdks: {
        title: 'Python, Node.js, Go, cURL',
        body: ['The official OpenAI SDKs, with another base URL and key.', { samples: 'chat' }],
      },
      'cherry-studio': {
        title: 'Cherry Studio',
        body: [
          {
            steps: [
              'Settings → Model Provider → Add, of type OpenAI.',
              'API Host is `{origin}`; the key is yours.',
              'Press Manage and add models from the list.',
            ],
          },
        ],
      },
      nextchat: {
        title: 'NextChat',
        body: [
          {
            steps: [
              'Settings → Custom Endpoint, provider OpenAI.',
              'The endpoint is `{origin}`; the key is yours.',
              'Name the models under Custom Models.',
            ],
          },
        ],
      },
      lobechat: {
        title: 'LobeChat',
        body: [
          {
            steps: [
              'Settings → Language Model → OpenAI.',
              'The API proxy URL is `{base}`; the key is yours.',
              'Press Get Model List.',
            ],
          },
          'Where you host it yourself: `OPENAI_PROXY_URL={base}`.',
        ],
      },
      'open-webui': {
        title: 'Open WebUI',
        body: [{ steps: ['Admin Settings → Connections → OpenAI API → Add.', 'The URL is `{base}`; the key is yours.'] }],
      },
      dify: {
        title: 'Dify',
        body: [
          { steps: ['Settings → Model Provider → OpenAI.', 'API Base is `{origin}`, without `/v1`; the key is yours.'] },
          'The provider “OpenAI-API-compatible” takes `{base}` and the names of models by hand.',
        ],
      },
      'empty-model-list': {
        title: 'The list of models is empty',
        body: [
          'Look at the address first: some platforms want it without `/v1`. Then see whether the key has expired or is limited to models.',
        ],
      },
      fastgpt: {
        title: 'FastGPT',
        body: [
          'Add a channel of type OpenAI with the proxy address `{base}` and your key; older versions take the environment:',
          { code: 'OPENAI_BASE_URL={base}\nCHAT_API_KEY=sk-…', name: '.env' },
        ],
      },
      aggregators: {
        title: 'one-api, new-api, LiteLLM',
        body: [
          {
            table: [
              ['Software', 'Channel type', 'Address'],
              ['one-api, new-api', 'OpenAI', '{origin}'],
              ['one-api', 'OpenAI compatible', '{base}'],
              ['LiteLLM', '`openai/<model>`', '`api_base` = {base}'],
            ],
          },
          'Turn on `stream_options.include_usage` for streams, or they guess the usage; keep whole-answer timeouts at 600 seconds or more. Give an aggregator a key without caps, or one you would want it to stop at.',
        ],
      },
      cursor: {
        title: 'Cursor',
        body: [
          {
            steps: [
              'Settings → Models, enter the OpenAI API Key.',
              'Turn on Override OpenAI Base URL: `{base}`.',
              'Add the names of the models.',
            ],
          },
          'Cursor calls from its own servers: the address must be reachable from the internet and pass your allow-list.',
        ],
      },
    },
  },
});
