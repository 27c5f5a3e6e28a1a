/** Unmodified coding agents, run without a terminal, pointed at the gateway by the settings in docs/agents.md. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientsFolder } from './installed.ts';

/** Where an agent is pointed. */
export interface Gateway {
  /** Without `/v1`. */
  readonly url: string;
  readonly key: string;
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
}

export interface CodingAgent {
  /** The protocol in which it calls, as in the log. */
  readonly endpoint: string;
  /** Its program. */
  readonly program: string;
  /** Its tool that runs a command, the argument with the command, and what else the tool demands. */
  readonly shell: { readonly name: string; readonly argument: string; readonly also: object };
  readonly invocation: (prompt: string, gateway: Gateway, place: Place) => Invocation;
}

const programs = join(clientsFolder, 'agents/node_modules/.bin');
/** Launchers of some agents work only after a script that installations do not run, so their binaries are used. */
const platform = `${process.platform}-${process.arch}`;
const opencodeProgram = join(programs, `../opencode-${platform}/bin/opencode`);
const model = 'sandbox/chat';

function opencode(npm: string): CodingAgent['invocation'] {
  return (prompt, { url, key }, { work }) => {
    const models = { [model]: { name: 'sandbox', tool_call: true } };
    const provider = { gateway: { npm, options: { baseURL: `${url}/v1`, apiKey: key }, models } };
    writeFileSync(join(work, 'opencode.json'), JSON.stringify({ permission: { bash: 'allow' }, provider }));
    return { args: ['run', '-m', `gateway/${model}`], env: {}, input: prompt };
  };
}

export const codingAgents: Readonly<Record<string, CodingAgent>> = {
  'Claude Code': {
    endpoint: 'messages',
    program: join(programs, `../@anthropic-ai/claude-code-${platform}/claude`),
    shell: { name: 'Bash', argument: 'command', also: { description: 'say' } },
    invocation: (prompt, { url, key }) => ({
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
  },
  'qwen-code over Messages': {
    endpoint: 'messages',
    program: join(programs, 'qwen'),
    shell: { name: 'run_shell_command', argument: 'command', also: { is_background: false } },
    invocation: (prompt, { url, key }) => ({
      args: ['--auth-type', 'anthropic', '-y', '-p', prompt],
      env: { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: key, ANTHROPIC_MODEL: model },
    }),
  },
  'qwen-code over chat': {
    endpoint: 'chat.completions',
    program: join(programs, 'qwen'),
    shell: { name: 'run_shell_command', argument: 'command', also: { is_background: false } },
    invocation: (prompt, { url, key }) => ({
      args: ['--auth-type', 'openai', '-y', '-p', prompt],
      env: { OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: key, OPENAI_MODEL: model },
    }),
  },
  'opencode over Messages': {
    endpoint: 'messages',
    program: opencodeProgram,
    shell: { name: 'bash', argument: 'command', also: { description: 'say' } },
    invocation: opencode('@ai-sdk/anthropic'),
  },
  'opencode over chat': {
    endpoint: 'chat.completions',
    program: opencodeProgram,
    shell: { name: 'bash', argument: 'command', also: { description: 'say' } },
    invocation: opencode('@ai-sdk/openai-compatible'),
  },
  'opencode over Responses': {
    endpoint: 'responses',
    program: opencodeProgram,
    shell: { name: 'bash', argument: 'command', also: { description: 'say' } },
    invocation: opencode('@ai-sdk/openai'),
  },
  Codex: {
    endpoint: 'responses',
    program: join(programs, 'codex'),
    shell: { name: 'exec_command', argument: 'cmd', also: {} },
    invocation: (prompt, { url, key }, { home }) => {
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
  },
};

/** Folders for one run, which no other run shares. */
export function placeIn(folder: string, name: string): Place {
  const place = { home: join(folder, name, 'home'), work: join(folder, name, 'work') };
  mkdirSync(place.home, { recursive: true });
  mkdirSync(place.work, { recursive: true });
  return place;
}
