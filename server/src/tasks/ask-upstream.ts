import type { TaskMessage } from '../dialects/music-upstream.ts';
import type { KeyedRoute } from '../domain/catalog/model.ts';
import { KeptChunks } from '../json/kept-chunks.ts';
import type { Transport, UpstreamFault, UpstreamTimeouts } from '../upstream/exchange.ts';

/** Maximum size of one response; a response that contains songs can be this large. */
const bytesMax = 96 * 1024 * 1024;

export interface Asking {
  readonly transport: Transport;
  readonly route: KeyedRoute;
  readonly dialect: string;
  readonly message: TaskMessage;
  readonly timeouts: UpstreamTimeouts;
}

export type UpstreamAnswer =
  | { readonly kind: 'answer'; readonly status: number; readonly contentType: string; readonly bytes: Buffer }
  /** `wasSent`: the upstream may have started work. */
  | { readonly kind: 'fault'; readonly fault: UpstreamFault; readonly wasSent: boolean };

/** No request about a task waits longer than this, or longer than the task may take. */
export function noLongerThan({ connectTimeoutMs, ...timeouts }: UpstreamTimeouts, ms: number): UpstreamTimeouts {
  const atMost = Math.max(1, ms);
  return {
    connectTimeoutMs,
    firstByteTimeoutMs: Math.min(timeouts.firstByteTimeoutMs, atMost),
    idleTimeoutMs: Math.min(timeouts.idleTimeoutMs, atMost),
    totalTimeoutMs: Math.min(timeouts.totalTimeoutMs, atMost),
  };
}

function typeOf(value: string | string[] | undefined): string {
  return typeof value === 'string' ? (value.split(';')[0] ?? '').trim().toLowerCase() : '';
}

/**
 * Sends one request about a task and returns its whole response. `onCancel` receives a function that drops the connection. Never rejects.
 */
export function askUpstream(
  { transport, route, dialect, message, timeouts }: Asking,
  onCancel: (cancel: () => void) => void = () => undefined,
): Promise<UpstreamAnswer> {
  return new Promise((resolve) => {
    const chunks = new KeptChunks();
    let [status, contentType, size] = [0, '', 0];
    const fail = (fault: UpstreamFault): void => {
      resolve({ kind: 'fault', fault, wasSent: exchange.isSent });
    };
    const exchange = transport.send(
      {
        route,
        dialect,
        method: message.method,
        path: message.path,
        body: message.body,
        stream: false,
        timeouts,
        // A request that starts work is sent only once.
        isSentOnce: message.method === 'POST',
      },
      {
        onHead(given, headers) {
          status = given;
          contentType = typeOf(headers['content-type']);
        },
        onData(chunk) {
          size += chunk.length;
          if (size <= bytesMax) chunks.push(chunk);
          else {
            exchange.cancel();
            fail({ kind: 'protocol', cause: 'the answer is larger than accepted' });
          }
        },
        onEnd() {
          resolve({ kind: 'answer', status, contentType, bytes: chunks.whole() });
        },
        onFault: fail,
      },
    );
    onCancel(() => {
      exchange.cancel();
      fail({ kind: 'reset', cause: 'ended by the gateway' });
    });
  });
}
