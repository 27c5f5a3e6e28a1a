/** The real program as a separate process, started as by `npm start`. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mustAdmin } from '../ask-admin.ts';
import { endWithProcess } from '../end-with-process.ts';
import { inTime } from '../wait-for.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** Longer than a start, a drain or a command takes on a busy machine. */
const patienceMs = 150_000;

/** The last line that the service prints on every start. */
const ready = 'Price basis';

type Environment = Readonly<Record<string, string>>;

/** Only the environment that a process needs, without that of the tester. */
function environment(env: Environment): Record<string, string> {
  const { PATH = '', HOME = '', NODE_V8_COVERAGE: coverage } = process.env;
  return { PATH, HOME, TOLLGATE_PORT: '0', ...(coverage === undefined ? {} : { NODE_V8_COVERAGE: coverage }), ...env };
}

class Output {
  out = '';
  err = '';
  #wake: () => void = () => undefined;

  constructor(child: ChildProcess) {
    child.stdout?.on('data', (text: Buffer) => {
      this.out += text.toString();
      this.#wake();
    });
    child.stderr?.on('data', (text: Buffer) => {
      this.err += text.toString();
      this.#wake();
    });
    child.on('close', () => {
      this.#wake();
    });
  }

  /** Resolves when the process prints more or ends. */
  more(what: string): Promise<void> {
    const more = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    return inTime(more, { what: () => `${what}; it said: ${this.out}${this.err}`, withinMs: patienceMs });
  }
}

/** Runs a script of the program to its end. */
export async function runToEnd(
  script: string,
  args: readonly string[],
  env: Environment,
  node = process.execPath,
): Promise<Ended> {
  const child = spawn(node, [join(root, 'server', script), ...args], {
    cwd: root,
    env: environment(env),
    timeout: patienceMs,
    killSignal: 'SIGKILL',
  });
  const output = new Output(child);
  // A service that starts although the test expects a refusal must not be waited for.
  child.stdout.on('data', () => output.out.includes(ready) && child.kill('SIGKILL'));
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { code, signal, out: output.out, err: output.err };
}

/** Expects one sentence for people, nothing else, and a meaningful exit code. */
export function expectSentence({ code, out, err }: Ended, words: RegExp): void {
  assert.ok(code !== null && code !== 0, `exit code ${String(code)}`);
  assert.equal(out, '');
  assert.match(err, words);
  assert.equal(err.trimEnd().split('\n').length, 1, err);
  assert.ok(!/\bat .*\.ts:\d+/.test(err), 'no stack trace');
}

export class ServerProcess {
  readonly folder: string;
  readonly url: string;
  readonly adminToken: string;
  readonly #child: ChildProcess;
  readonly #output: Output;

  private constructor(parts: { folder: string; url: string; adminToken: string; child: ChildProcess; output: Output }) {
    this.folder = parts.folder;
    this.url = parts.url;
    this.adminToken = parts.adminToken;
    this.#child = parts.child;
    this.#output = parts.output;
  }

  /**
   * Starts it and waits until it reports that it is ready.
   * @param within a command that replaces itself with the following program, such as `ip netns exec <name>`.
   */
  static async start(folder: string, env: Environment = {}, within: readonly string[] = []): Promise<ServerProcess> {
    const [command, ...args] = [...within, process.execPath, join(root, 'server/start.mjs')];
    const child = spawn(command, args, {
      cwd: root,
      env: environment({ TOLLGATE_DATA_DIR: folder, TOLLGATE_LOG_LEVEL: 'silent', ...env }),
    });
    child.once(
      'exit',
      endWithProcess(() => child.kill('SIGKILL')),
    );
    const output = new Output(child);
    while (!output.out.includes(ready)) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the service did not start: ${output.err}`);
      await output.more('the service is ready');
    }
    const url = /Address +(\S+)/.exec(output.out)?.[1] ?? '';
    const adminToken = env.TOLLGATE_ADMIN_TOKEN ?? (await readFile(join(folder, 'admin-token'), 'utf8')).trim();
    return new ServerProcess({ folder, url, adminToken, child, output });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Its standard output. */
  get printed(): string {
    return this.#output.out;
  }

  /** Waits until it has printed a text to the terminal. */
  async said(text: string): Promise<void> {
    while (!this.#output.err.includes(text) && !this.hasEnded) await this.#output.more(`the service says "${text}"`);
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  get out(): string {
    return this.#output.out;
  }

  /** Its terminal output, including its log. */
  get err(): string {
    return this.#output.err;
  }

  async admin<Answer = Readonly<Record<string, unknown>>>(
    method: string,
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    return mustAdmin<Answer>({ url: this.url, token: this.adminToken }, method, path, { body, headers });
  }

  post(key: string, body: object): Promise<Response> {
    return fetch(`${this.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  /** Sends a signal. */
  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  async ended(): Promise<Ended> {
    if (!this.hasEnded) await inTime(once(this.#child, 'close'), { what: 'the service ends', withinMs: patienceMs });
    return { code: this.#child.exitCode, signal: this.#child.signalCode, out: this.#output.out, err: this.#output.err };
  }

  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.ended();
  }

  async stop(): Promise<Ended> {
    this.signal('SIGTERM');
    return this.ended();
  }
}
