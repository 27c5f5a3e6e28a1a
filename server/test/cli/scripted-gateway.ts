/** A gateway with scripted responses, for the command line. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach } from 'node:test';
import { runCommandLine } from '../../src/cli/tollgate.ts';

interface Seen {
  method: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
  token: string | undefined;
  idempotencyKey: string | undefined;
}

/** Requests received by the scripted gateway, and its next responses: status and body. */
export const seen: Seen[] = [];
export const answers: [number, unknown][] = [];
const server = createServer((request, response) => {
  void bodyOf(request).then((body) => {
    const url = new URL(request.url ?? '', 'http://gateway');
    const token = request.headers.authorization;
    const idempotencyKey = request.headers['idempotency-key']?.toString();
    const query = Object.fromEntries(url.searchParams);
    seen.push({ method: request.method ?? '', path: url.pathname, query, body, token, idempotencyKey });
    const [status, answer] = answers.shift() ?? [200, { data: [], next: null }];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
});

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text === '' ? undefined : JSON.parse(text);
}

let url = '';

/** Its address, while a test runs. */
export function gatewayUrl(): string {
  return url;
}

/** Runs it during the tests of this file. */
export function useScriptedGateway(): void {
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  });
  after(() => {
    server.close();
  });
  beforeEach(() => {
    seen.length = 0;
    answers.length = 0;
  });
}

export async function run(line: string | string[], env: Record<string, string> = {}) {
  let out = '';
  let err = '';
  const world = {
    env: { TOLLGATE_URL: url, TOLLGATE_ADMIN_TOKEN: 'token-of-the-test', ...env },
    stdout: { write: (text: string) => (out += text) },
    stderr: { write: (text: string) => (err += text) },
  };
  const code = await runCommandLine(typeof line === 'string' ? line.split(' ') : line, world);
  return { code, out, err };
}
