import { defineTopic } from '../topic.ts';
import { agentSections } from './agent-sections.ts';

export const clients = defineTopic({
  zh: {
    title: '各种客户端',
    lead: '支持自定义 base URL 的客户端都可以使用。',
    sections: {
      'base-address': {
        title: '地址要不要带 /v1',
        body: [
          'SDK 的 base URL 以 `/v1` 结尾：`{base}`。有些客户端会自动补 `/v1`，填写不带 `/v1` 的地址即可；多写或漏写一个 `/v1` 也可以。',
        ],
      },
      sdks: {
        title: 'Python、Node.js、Go、cURL',
        body: ['使用官方的 OpenAI SDK，只需更换 base URL 和密钥。', { samples: 'chat' }],
      },
      ...agentSections.zh,
      'cherry-studio': {
        title: 'Cherry Studio',
        body: [
          {
            steps: [
              '设置 → 模型服务 → 添加，类型选 OpenAI；选 OpenAI-Response 或 Anthropic 则使用 Responses 或 Messages 协议。',
              'API 地址填 `{origin}`，它会自动补上 `/v1`，并在下方预览完整地址；密钥填自己的。',
              '点“管理”（新版为“同步模型”），从列表中添加模型，再打开右上角的开关。',
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
              '在“自定义模型名”中填写要用的模型。',
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
          { steps: ['设置 → “模型供应商” → OpenAI。', 'API Base 填 `{origin}`，不带 `/v1`，密钥填自己的。'] },
          '使用“OpenAI-API-compatible”插件时，地址填 `{base}`，并手动填写模型名。',
        ],
      },
      'empty-model-list': {
        title: '模型列表是空的',
        body: ['先检查地址：有的平台须填写不带 `/v1` 的地址；再检查密钥是否过期、是否限定了模型。'],
      },
      fastgpt: {
        title: 'FastGPT',
        body: [
          '在模型渠道中新增 OpenAI 类型的渠道，代理地址填 `{base}`，密钥填自己的；旧版用环境变量：',
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
          '流式调用要打开 `stream_options.include_usage`，否则聚合网关会自行估算用量；总超时不要低于 600 秒。不要给聚合网关的密钥设上限，除非希望用完后停止调用。',
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
          'Cursor 从自己的服务器发送请求：地址须能从公网访问，IP 白名单也要放行它的服务器。',
        ],
      },
    },
  },
  en: {
    title: 'Clients',
    lead: 'Any client with a configurable base URL works.',
    sections: {
      'base-address': {
        title: 'With or without /v1',
        body: [
          'The base URL of an SDK ends with `/v1`: `{base}`. Some clients add `/v1` automatically and need the address without it. An extra or a missing `/v1` also works here.',
        ],
      },
      sdks: {
        title: 'Python, Node.js, Go, cURL',
        body: ['Use the official OpenAI SDKs. Change only the base URL and the key.', { samples: 'chat' }],
      },
      ...agentSections.en,
      'cherry-studio': {
        title: 'Cherry Studio',
        body: [
          {
            steps: [
              'Open Settings → Model Provider → Add and choose the type OpenAI, or OpenAI-Response for Responses, or Anthropic for Messages.',
              'Set API Host to `{origin}` and enter your key. The app adds `/v1` and shows the complete address below the field.',
              'Click Manage (Sync models in newer versions), add models from the list, and turn the provider on.',
            ],
          },
        ],
      },
      nextchat: {
        title: 'NextChat',
        body: [
          {
            steps: [
              'Open Settings → Custom Endpoint and choose the provider OpenAI.',
              'Set the endpoint to `{origin}` and enter your key.',
              'Enter the models under Custom Models.',
            ],
          },
        ],
      },
      lobechat: {
        title: 'LobeChat',
        body: [
          {
            steps: [
              'Open Settings → Language Model → OpenAI.',
              'Set the API proxy URL to `{base}` and enter your key.',
              'Click Get Model List.',
            ],
          },
          'If you host it yourself, set `OPENAI_PROXY_URL={base}`.',
        ],
      },
      'open-webui': {
        title: 'Open WebUI',
        body: [
          { steps: ['Open Admin Settings → Connections → OpenAI API → Add.', 'Set the URL to `{base}` and enter your key.'] },
        ],
      },
      dify: {
        title: 'Dify',
        body: [
          {
            steps: ['Open Settings → Model Provider → OpenAI.', 'Set API Base to `{origin}`, without `/v1`, and enter your key.'],
          },
          'For the provider “OpenAI-API-compatible”, use `{base}` and enter the model names manually.',
        ],
      },
      'empty-model-list': {
        title: 'The model list is empty',
        body: [
          'Check the address first: some platforms need it without `/v1`. Then check whether the key has expired or is limited to models.',
        ],
      },
      fastgpt: {
        title: 'FastGPT',
        body: [
          'Add a channel of type OpenAI with the proxy address `{base}` and your key. Older versions use environment variables:',
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
          'Turn on `stream_options.include_usage` for streams; otherwise they estimate the usage. Keep total timeouts at 600 seconds or more. Give an aggregator a key without caps, unless you want it to stop there.',
        ],
      },
      cursor: {
        title: 'Cursor',
        body: [
          {
            steps: [
              'Open Settings → Models and enter the OpenAI API Key.',
              'Turn on Override OpenAI Base URL and set it to `{base}`.',
              'Add the model names.',
            ],
          },
          'Cursor sends requests from its own servers. The address must be reachable from the internet, and your allow-list must allow Cursor.',
        ],
      },
    },
  },
});
