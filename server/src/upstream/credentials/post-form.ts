import type { Dispatcher } from 'undici';
import type { ExchangeSink, UpstreamTimeouts } from '../exchange.ts';
import { HttpExchange, type ExchangeContext } from '../http-exchange.ts';
import type { PostForm } from './service-account-token.ts';

const timeouts: UpstreamTimeouts = {
  connectTimeoutMs: 5_000,
  firstByteTimeoutMs: 10_000,
  idleTimeoutMs: 5_000,
  totalTimeoutMs: 15_000,
};
const answerBytesMax = 64 * 1024;

/** Posts forms over the connections of upstreams. */
export function formPoster(context: ExchangeContext, dispatcher: Dispatcher, userAgent: string): PostForm {
  return (address, form) =>
    new Promise((resolve, reject) => {
      const url = URL.parse(address);
      if (url === null) {
        reject(new Error('the token endpoint has no address'));
        return;
      }
      const collected: Buffer[] = [];
      let bytes = 0;
      let status = 0;
      const sink: ExchangeSink = {
        onHead: (head) => {
          status = head;
        },
        onData(chunk) {
          bytes += chunk.length;
          if (bytes <= answerBytesMax) collected.push(chunk);
          else {
            exchange.cancel();
            reject(new Error('the token endpoint answered too much'));
          }
        },
        onEnd: () => {
          resolve({ status, body: Buffer.concat(collected).toString('utf8') });
        },
        onFault: ({ cause }) => {
          reject(new Error(`the token endpoint: ${cause}`));
        },
      };
      const exchange = new HttpExchange(context, timeouts, sink);
      const headers = ['content-type', 'application/x-www-form-urlencoded', 'accept', 'application/json'];
      exchange.open(dispatcher, {
        origin: url.origin,
        path: url.pathname + url.search,
        method: 'POST',
        headers: [...headers, 'accept-encoding', 'identity', 'user-agent', userAgent],
        body: form,
      });
    });
}
