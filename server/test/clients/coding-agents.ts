/** Unmodified agents and programs for the terminal, run without one, pointed at the gateway by the settings in docs/agents.md. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aider, clientsFolder, pythonClients } from './installed.ts';

/** Where an agent is pointed. */
export interface Gateway {
  /** Without `/v1`. */
  readonly url: string;
  readonly key: string;
  readonly model: string;
}

/** A folder of one run: the agent's home, and the folder it works in. */
interface Place {
  readonly home: string;
  readonly work: string;
}

interface Invocation {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The agent reads the prompt from its input. */
  readonly input?: string;
  /** Arguments of runs before this one. */
  readonly first?: readonly (readonly string[])[];
}

/** Some turns, each of which needs the one before, and what the agent prints if it had all of them. */
interface Conversation {
  readonly prompt: string;
  readonly printed: RegExp;
}

export interface CodingAgent {
  /** What it is called, in whichever protocol it calls. */
  readonly agent: string;
  /** The protocol in which it calls, as in the log. */
  readonly endpoint: string;
  /** Its program. */
  readonly program: string;
  readonly conversation: Conversation;
  /** A model that it knows by its name, and treats otherwise. */
  readonly model?: string;
  /** It tries again for a minute or without end, by its own design, and says so each time or does not. */
  readonly persists?: 'aloud' | 'silently';
  readonly invocation: (prompt: string, gateway: Gateway, place: Place) => Invocation;
}

/** Two tool calls at once, and their results in a second turn. */
function toolCalls(tool: string, argument: string, also: object = {}): Conversation {
  const call = (word: string): string => `[call ${tool} ${JSON.stringify({ [argument]: `echo ${word}`, ...also })}]`;
  return { prompt: `${call('first-7391')} ${call('second-4410')}`, printed: /The tool answered: [^]*second-4410/ };
}

const programs = join(clientsFolder, 'agents/node_modules/.bin');
/** Launchers of some agents work only after a script that installations do not run, so their binaries are used. */
const platform = `${process.platform}-${process.arch}`;
const opencodeProgram = join(programs, `../opencode-${platform}/bin/opencode`);

function opencode(npm: string): Omit<CodingAgent, 'endpoint'> {
  const invocation: CodingAgent['invocation'] = (prompt, { url, key, model }, { work }) => {
    const models = { [model]: { name: 'sandbox', tool_call: true } };
    const provider = { gateway: { npm, options: { baseURL: `${url}/v1`, apiKey: key }, models } };
    writeFileSync(join(work, 'opencode.json'), JSON.stringify({ permission: { bash: 'allow' }, provider }));
    return { args: ['run', '-m', `gateway/${model}`], env: {}, input: prompt };
  };
  const conversation = toolCalls('bash', 'command', { description: 'say' });
  return { agent: 'opencode', program: opencodeProgram, conversation, persists: 'silently', invocation };
}

const qwen = {
  agent: 'qwen-code',
  persists: 'silently',
  program: join(programs, 'qwen'),
  conversation: toolCalls('run_shell_command', 'command', { is_background: false }),
} as const;

function aiderWith(envOf: (gateway: Gateway) => Readonly<Record<string, string>>, maker: string): Omit<CodingAgent, 'endpoint'> {
  const quiet = ['--no-git', '--no-check-update', '--no-show-model-warnings', '--analytics-disable', '--no-pretty'];
  return {
    agent: 'aider',
    program: join(aider.program, '../aider'),
    persists: 'aloud',
    // It has no tools; each line is a turn.
    conversation: {
      prompt: 'Say first-7391.\nSay second-4410.',
      printed: /you said: Say first-7391[^]*you said: Say second-4410/,
    },
    invocation: (prompt, gateway) => ({
      args: ['--model', `${maker}/${gateway.model}`, '--yes-always', '--no-fancy-input', ...quiet],
      env: { ...envOf(gateway), LITELLM_LOCAL_MODEL_COST_MAP: 'True' },
      input: `${prompt}\n`,
    }),
  };
}

/** Python functions that the program offers as tools. */
const functions = `
def shell(command: str) -> str:
    "Runs a command."
    import subprocess
    return subprocess.run(command, shell=True, capture_output=True, text=True).stdout
`;

function llm(
  settingsOf: (gateway: Gateway) => Pick<Invocation, 'env' | 'first'> & { readonly settings?: string },
): Omit<CodingAgent, 'endpoint'> {
  return {
    agent: 'llm',
    program: join(pythonClients.program, '../llm'),
    conversation: toolCalls('shell', 'command'),
    invocation: (prompt, gateway, { home }) => {
      const { env, settings = '[]', ...first } = settingsOf(gateway);
      writeFileSync(join(home, 'extra-openai-models.yaml'), settings);
      const args = ['-m', gateway.model, '--key', gateway.key, '--functions', functions, prompt];
      return { args, env: { ...env, LLM_USER_PATH: home }, ...first };
    },
  };
}

const claudeCode: CodingAgent = {
  agent: 'Claude Code',
  endpoint: 'messages',
  program: join(programs, `../@anthropic-ai/claude-code-${platform}/claude`),
  conversation: toolCalls('Bash', 'command', { description: 'say' }),
  invocation: (prompt, { url, key, model }) => ({
    args: ['-p', prompt, '--dangerously-skip-permissions'],
    env: {
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_AUTH_TOKEN: key,
      ANTHROPIC_MODEL: model,
      ANTHROPIC_DEFAULT_HAIKU_MODEL: model,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      CLAUDE_CODE_MAX_RETRIES: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
      IS_SANDBOX: '1',
    },
  }),
};

const codex: CodingAgent = {
  agent: 'Codex',
  endpoint: 'responses',
  program: join(programs, 'codex'),
  conversation: toolCalls('exec_command', 'cmd'),
  invocation: (prompt, { url, key, model }, { home }) => {
    const folder = join(home, '.codex');
    mkdirSync(folder, { recursive: true });
    const provider = [
      'name = "gateway"',
      `base_url = "${url}/v1"`,
      'env_key = "KEY"',
      'wire_api = "responses"',
      'request_max_retries = 1',
    ];
    const settings = [
      `model = "${model}"`,
      'model_provider = "gateway"',
      '[model_providers.gateway]',
      ...provider,
      'stream_max_retries = 1',
    ];
    writeFileSync(join(folder, 'config.toml'), settings.join('\n'));
    const args = ['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', prompt];
    return { args, env: { KEY: key } };
  },
};

export const codingAgents: Readonly<Record<string, CodingAgent>> = {
  'Claude Code': claudeCode,
  Codex: codex,
  'opencode over chat': { endpoint: 'chat.completions', ...opencode('@ai-sdk/openai-compatible') },
  'opencode over Messages': { endpoint: 'messages', ...opencode('@ai-sdk/anthropic') },
  'opencode over Responses': { endpoint: 'responses', ...opencode('@ai-sdk/openai') },
  'qwen-code over chat': {
    ...qwen,
    endpoint: 'chat.completions',
    invocation: (prompt, { url, key, model }) => ({
      args: ['--auth-type', 'openai', '-y', '-p', prompt],
      env: { OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: key, OPENAI_MODEL: model },
    }),
  },
  'qwen-code over Messages': {
    ...qwen,
    endpoint: 'messages',
    invocation: (prompt, { url, key, model }) => ({
      args: ['--auth-type', 'anthropic', '-y', '-p', prompt],
      env: { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: key, ANTHROPIC_MODEL: model },
    }),
  },
  'aider over chat': {
    endpoint: 'chat.completions',
    ...aiderWith(({ url, key }) => ({ OPENAI_API_BASE: `${url}/v1`, OPENAI_API_KEY: key }), 'openai'),
  },
  'aider over Messages': {
    endpoint: 'messages',
    ...aiderWith(({ url, key }) => ({ ANTHROPIC_API_BASE: url, ANTHROPIC_API_KEY: key }), 'anthropic'),
  },
  'llm over chat': {
    endpoint: 'chat.completions',
    ...llm(({ url, model }) => ({
      env: {},
      settings: JSON.stringify([
        { model_id: model, model_name: model, api_base: `${url}/v1`, api_key_name: 'openai', supports_tools: true },
      ]),
    })),
  },
  'llm over Messages': {
    endpoint: 'messages',
    // It lists the models of the gateway and keeps what it learns.
    ...llm(({ url, key }) => ({ env: { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: key }, first: [['anthropic', 'refresh']] })),
  },
};

/** Agents that offer their tools in another form. */
export const otherModes: Readonly<Record<string, CodingAgent>> = {
  'Claude Code without the search for tools': {
    ...claudeCode,
    invocation: (prompt, gateway, place) => {
      const { env, ...usual } = claudeCode.invocation(prompt, gateway, place);
      return { ...usual, env: { ...env, ENABLE_TOOL_SEARCH: 'false' } };
    },
  },
  // It offers one tool with a grammar, which takes a program that calls all others.
  'Codex with a model that it knows': {
    ...codex,
    model: 'gpt-5.6-terra',
    conversation: {
      prompt: ['first-7391', 'second-4410']
        .map((word) => `text(await tools.exec_command({ cmd: 'echo ${word}' }))`)
        .map((program) => `[call functions__exec ${JSON.stringify({ input: program })}]`)
        .join(' '),
      printed: /The tool answered: [^]*second-4410/,
    },
  },
};

/** Folders for one run, which no other run shares. */
export function placeIn(folder: string, name: string): Place {
  const place = { home: join(folder, name, 'home'), work: join(folder, name, 'work') };
  mkdirSync(place.home, { recursive: true });
  mkdirSync(place.work, { recursive: true });
  return place;
}
