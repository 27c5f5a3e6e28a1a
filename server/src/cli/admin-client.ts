import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandFault, NoAnswer } from './fault.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export type Query = Readonly<Record<string, string | undefined>>;

interface RequestOptions {
  readonly query?: Query;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls the admin API of one gateway. */
export interface AdminClient {
  /** The gateway's base URL. */
  readonly url: string;
  /**
   * Returns the parsed body; `null` for an empty one.
   * @throws {CommandFault} if the request was refused or the gateway is not reachable.
   */
  request(method: string, path: string, options?: RequestOptions): Promise<unknown>;
  /** Status and text of a probe that needs no token. */
  probe(path: string): Promise<{ status: number; text: string }>;
}

interface Credentials {
  readonly token: string;
  /** The source of the token, for the message of a refusal. */
  readonly origin: string;
}

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** The gateway's base URL: `TOLLGATE_URL`, or this machine at the port that its own variables name. */
function addressOf(env: Environment): URL {
  const port = given(env.TOLLGATE_CONSOLE_PORT) ?? given(env.TOLLGATE_PORT) ?? '8080';
  const text = given(env.TOLLGATE_URL) ?? `http://127.0.0.1:${port}`;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new CommandFault(
      `TOLLGATE_URL must be the gateway's http or https address, for example http://127.0.0.1:8080, not "${text}".`,
    );
  }
  return url;
}

function given(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text.trim();
}

/** The token: from the environment, or from the data folder of a gateway on this machine. */
function findToken(env: Environment, url: URL): Credentials {
  const token = given(env.TOLLGATE_ADMIN_TOKEN);
  if (token !== undefined) return { token, origin: 'TOLLGATE_ADMIN_TOKEN' };
  // The file belongs to the gateway on this machine; sending its token to another machine would disclose it.
  if (!loopback.test(url.hostname)) {
    throw new CommandFault(`No administrator token: set TOLLGATE_ADMIN_TOKEN to that of ${url.origin}.`);
  }
  const path = join(given(env.TOLLGATE_DATA_DIR) ?? './data', 'admin-token');
  try {
    return { token: readFileSync(path, 'utf8').trim(), origin: path };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') {
      throw new CommandFault(`You cannot read the token file ${path}. Run this command as the user who runs the gateway.`);
    }
    throw new CommandFault(
      `No administrator token: ${path} does not exist. Start the gateway once with "npm start", set TOLLGATE_DATA_DIR to its data folder, or set TOLLGATE_ADMIN_TOKEN.`,
    );
  }
}

async function send(url: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: 'error' });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const why = (cause as NodeJS.ErrnoException).code ?? (cause instanceof Error ? cause.message : 'no answer');
    throw new NoAnswer(
      `No gateway answers at ${url.origin} (${why}). Start it with "npm start", or set TOLLGATE_URL to where it runs.`,
    );
  }
}

function parsed(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function refusal(status: number, text: string, credentials: Credentials): CommandFault {
  const body = parsed(text) as { error?: { message?: unknown; code?: unknown; param?: unknown } } | null | undefined;
  const { message, code, param } = body?.error ?? {};
  if (status === 401) return new CommandFault(`The gateway refused the administrator token from ${credentials.origin}.`);
  if (typeof message !== 'string')
    return new CommandFault(`The gateway returned status ${String(status)} without a reason. Check TOLLGATE_URL.`);
  // Our own messages usually name the field already.
  const field = typeof param === 'string' && !message.includes(param) ? ` (${param})` : '';
  return new CommandFault(`${message}${field} [${String(status)}${typeof code === 'string' ? ` ${code}` : ''}]`);
}

/** Creates a client from the environment. The token is read when the first request needs it. */
export function createAdminClient(env: Environment, note: (text: string) => unknown): AdminClient {
  const base = addressOf(env);
  const at = (path: string): URL => new URL(base.pathname.replace(/\/+$/, '') + path, base);
  return {
    url: base.origin,
    async request(method, path, options = {}) {
      const credentials = findToken(env, base);
      const url = at(path);
      for (const [name, value] of Object.entries(options.query ?? {})) {
        if (value !== undefined) url.searchParams.set(name, value);
      }
      // The name is for the logs of proxies; nothing depends on it.
      const own = { authorization: `Bearer ${credentials.token}`, 'user-agent': 'tollgate-cli' };
      const headers: Record<string, string> = { ...options.headers, ...own };
      if (options.body !== undefined) headers['content-type'] = 'application/json';
      const response = await send(url, {
        method,
        headers,
        body: options.body === undefined ? null : JSON.stringify(options.body),
      });
      const text = await response.text();
      const body = parsed(text);
      const behind = response.headers.get('x-nodes-behind');
      if (behind !== null)
        note(`Done, but not yet effective at ${behind}, which does not respond. It gets the change when it is back.\n`);
      if (!response.ok || body === undefined) throw refusal(response.status, text, credentials);
      return body;
    },
    async probe(path) {
      const response = await send(at(path), { method: 'GET' });
      return { status: response.status, text: await response.text() };
    },
  };
}
