/**
 * The yardstick: the least a gateway in this runtime can do. Parses the request and an unstreamed answer as JSON, because a
 * gateway has to look into both, and forwards their bytes as they came; a stream is relayed chunk by chunk. No key, no limit,
 * no log, no price. Usage: `node bench/reference-proxy.ts <port> <upstream base address ending in /v1>`.
 */
import { createServer, type ServerResponse } from 'node:http';
import { Agent, type Dispatcher } from 'undici';

const [port = '0', upstream = ''] = process.argv.slice(2);
const { origin, pathname } = new URL(upstream);
const agent = new Agent({ pipelining: 1 });
const headers = { 'content-type': 'application/json', authorization: 'Bearer upstream' };

function relay(response: ServerResponse, isStream: boolean): Dispatcher.DispatchHandler {
  const parts: Buffer[] = [];
  let status = 0;
  return {
    // undici refuses a handler without it.
    onRequestStart: () => undefined,
    onResponseStart(_, statusCode) {
      status = statusCode;
      if (isStream) response.writeHead(status, { 'content-type': 'text/event-stream' });
    },
    onResponseData(_, chunk) {
      if (isStream) response.write(chunk);
      else parts.push(chunk);
    },
    onResponseEnd() {
      if (isStream) return void response.end();
      const body = Buffer.concat(parts);
      JSON.parse(body.toString());
      response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
    },
    onResponseError: () => response.destroy(),
  };
}

createServer((incoming, response) => {
  const parts: Buffer[] = [];
  incoming.on('data', (part: Buffer) => parts.push(part));
  incoming.on('end', () => {
    if (incoming.method === 'GET') return void response.end('ok');
    const body = Buffer.concat(parts);
    const { stream } = JSON.parse(body.toString()) as { stream?: boolean };
    const path = pathname + (incoming.url ?? '').slice('/v1'.length);
    agent.dispatch({ origin, path, method: 'POST', headers, body }, relay(response, stream === true));
  });
}).listen(Number(port), '127.0.0.1');
