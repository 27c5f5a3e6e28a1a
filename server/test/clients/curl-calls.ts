import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buffer, text } from 'node:stream/consumers';

/** Makes calls with curl and prints them like other client programs. @param options of curl */
export async function curlCalls(input: string, options: readonly string[]): Promise<string> {
  const [[base = '', key = ''] = [], ...calls] = input
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  const lines: string[] = [];
  for (const [name = '', path = '', body = ''] of calls) {
    const headers = ['-H', `Authorization: Bearer ${key}`, '-H', 'Content-Type: application/json'];
    const told = ['-sSN', '-w', '%{stderr}%{http_code}', '--data-binary', body, base + path];
    const curl = spawn('curl', [...options, ...headers, ...told], { stdio: ['ignore', 'pipe', 'pipe'] });
    const [received, said, [code]] = await Promise.all([buffer(curl.stdout), text(curl.stderr), once(curl, 'close')]);
    const error = code === 0 ? '' : said.replaceAll(/\s+/g, ' ');
    lines.push([name, said.slice(-3), received.toString('hex'), error].join('\t'));
  }
  return lines.join('\n');
}
