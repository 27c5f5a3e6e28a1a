/**
 * The yardstick: the least a gateway in this runtime can do. Parses the request and an unstreamed answer as JSON,
 * forwards, and pipes a stream chunk by chunk. No key, no limit, no log, no price.
 * Usage: `node bench/reference-proxy.ts <port> <upstream base address ending in /v1>`.
 */
import { createServer, type ServerResponse } from 'node:http';
import { Agent, request } from 'undici';

const [port = '0', upstream = ''] = process.argv.slice(2);
const dispatcher = new Agent({ pipelining: 1 });
const headers = { 'content-type': 'application/json', authorization: 'Bearer upstream' };

async function forward(path: string, text: string, response: ServerResponse): Promise<void> {
  const call = JSON.parse(text) as { stream?: boolean };
  const answer = await request(upstream + path, { method: 'POST', headers, body: JSON.stringify(call), dispatcher });
  if (call.stream === true) {
    response.writeHead(answer.statusCode, { 'content-type': 'text/event-stream' });
    answer.body.on('data', (chunk: Buffer) => response.write(chunk));
    answer.body.on('end', () => response.end());
    answer.body.on('error', () => response.destroy());
    return;
  }
  const body = Buffer.from(JSON.stringify(await answer.body.json()));
  response.writeHead(answer.statusCode, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
}

createServer((incoming, response) => {
  const parts: Buffer[] = [];
  incoming.on('data', (part: Buffer) => parts.push(part));
  incoming.on('end', () => {
    const path = (incoming.url ?? '').slice('/v1'.length);
    if (incoming.method === 'GET') response.end('ok');
    else forward(path, Buffer.concat(parts).toString(), response).catch(() => response.destroy());
  });
}).listen(Number(port), '127.0.0.1');
