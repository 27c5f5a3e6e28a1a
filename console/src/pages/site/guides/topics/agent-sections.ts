import type { Section } from '../topic.ts';

/** What each agent runs or reads: the same in both languages. */
const samples = {
  claudeCode: {
    name: 'shell',
    code: 'export ANTHROPIC_BASE_URL={origin}\nexport ANTHROPIC_AUTH_TOKEN=sk-…\nexport ANTHROPIC_MODEL=sandbox/chat\nexport ANTHROPIC_DEFAULT_HAIKU_MODEL=sandbox/chat\nclaude',
  },
  codex: {
    name: 'config.toml',
    code: 'model = "sandbox/chat"\nmodel_provider = "tollgate"\n\n[model_providers.tollgate]\nname = "Tollgate"\nbase_url = "{base}"\nenv_key = "TOLLGATE_KEY"\nwire_api = "responses"',
  },
  qwenCode: {
    name: 'shell',
    code: 'export ANTHROPIC_BASE_URL={origin}\nexport ANTHROPIC_API_KEY=sk-…\nexport ANTHROPIC_MODEL=sandbox/chat\nqwen --auth-type anthropic',
  },
  opencode: {
    name: 'opencode.json',
    code: '{\n  "provider": {\n    "tollgate": {\n      "npm": "@ai-sdk/anthropic",\n      "options": { "baseURL": "{base}", "apiKey": "sk-…" },\n      "models": { "sandbox/chat": { "name": "Sandbox", "tool_call": true } }\n    }\n  }\n}',
  },
  aider: {
    name: 'shell',
    code: 'export ANTHROPIC_API_BASE={origin}\nexport ANTHROPIC_API_KEY=sk-…\naider --model anthropic/sandbox/chat',
  },
};

/** Coding agents, as sections of the guide on clients. */
export const agentSections = {
  zh: {
    'claude-code': {
      title: 'Claude Code',
      body: [
        '地址不带 `/v1`；模型可以是列表中的任意对话模型：',
        samples.claudeCode,
        '对不认识的模型，Claude Code 按 100 万 token 的上下文处理，请把 `CLAUDE_CODE_AUTO_COMPACT_WINDOW` 设为模型的上下文长度，例如 `128000`。设置 `CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK=1` 后，流式响应中断时不会再次请求完整的回答。',
      ],
    },
    codex: {
      title: 'Codex',
      body: ['把下面的内容写入 `~/.codex/config.toml`，并把环境变量 `TOLLGATE_KEY` 设为自己的密钥：', samples.codex],
    },
    'qwen-code': {
      title: 'qwen-code',
      body: [samples.qwenCode],
    },
    opencode: {
      title: 'opencode',
      body: ['把下面的内容放入项目的 `opencode.json`，密钥的并发上限至少为 2：', samples.opencode],
    },
    aider: {
      title: 'aider',
      body: [
        samples.aider,
        '使用 Chat completions 协议时，设置 `OPENAI_API_BASE={base}` 和 `OPENAI_API_KEY`，并用 `--model openai/sandbox/chat`。',
      ],
    },
  },
  en: {
    'claude-code': {
      title: 'Claude Code',
      body: [
        'Use the address without `/v1`. The model can be any chat model of your list:',
        samples.claudeCode,
        'Claude Code assumes a context of 1,000,000 tokens for a model that it does not know. Set `CLAUDE_CODE_AUTO_COMPACT_WINDOW` to the context of your model, such as `128000`. `CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK=1` keeps it from requesting a whole answer after a broken stream.',
      ],
    },
    codex: {
      title: 'Codex',
      body: ['Put this into `~/.codex/config.toml`, and set the environment variable `TOLLGATE_KEY` to your key:', samples.codex],
    },
    'qwen-code': {
      title: 'qwen-code',
      body: [samples.qwenCode],
    },
    opencode: {
      title: 'opencode',
      body: ['Put this into `opencode.json` in your project. The key needs a concurrency limit of at least 2:', samples.opencode],
    },
    aider: {
      title: 'aider',
      body: [
        samples.aider,
        'For chat completions, set `OPENAI_API_BASE={base}` and `OPENAI_API_KEY`, and use `--model openai/sandbox/chat`.',
      ],
    },
  },
} satisfies Record<'zh' | 'en', Readonly<Record<string, Section>>>;
