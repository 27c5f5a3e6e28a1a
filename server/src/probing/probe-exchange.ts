import type { Clock } from '../platform/clock.ts';
import type { Transport, UpstreamFault, UpstreamRequest, UpstreamTimeouts } from '../upstream/exchange.ts';

/** An upstream's whole answer. */
export interface ProbeAnswer {
  /** 0 if there was no response. */
  readonly status: number;
  readonly mediaType: string;
  readonly body: Buffer;
  readonly firstByteMs: number | null;
  readonly totalMs: number;
  /** The fault of the exchange, as text without an address; `null` if it ended properly. */
  readonly fault: string | null;
  readonly faultKind: UpstreamFault['kind'] | null;
}

export interface ProbeParts {
  readonly transport: Transport;
  readonly clock: Clock;
}

export interface ProbeRequest extends UpstreamRequest {
  /** Larger responses are cut off. */
  readonly answerBytesMax: number;
}

export const probeTimeouts: UpstreamTimeouts = {
  connectTimeoutMs: 5_000,
  firstByteTimeoutMs: 45_000,
  idleTimeoutMs: 15_000,
  totalTimeoutMs: 60_000,
};

/** Sends one request and collects the response, limited in size and time. */
export function exchangeProbe({ transport, clock }: ProbeParts, request: ProbeRequest): Promise<ProbeAnswer> {
  const startedMs = clock.monotonicMs();
  const chunks: Buffer[] = [];
  let bytes = 0;
  let status = 0;
  let mediaType = '';
  let firstByteMs: number | null = null;
  return new Promise((resolve) => {
    const passedMs = (): number => Math.round(clock.monotonicMs() - startedMs);
    const end = (fault: UpstreamFault | null): void => {
      const failed = { fault: fault?.cause ?? null, faultKind: fault?.kind ?? null };
      resolve({ status, mediaType, body: Buffer.concat(chunks), firstByteMs, totalMs: passedMs(), ...failed });
    };
    const exchange = transport.send(request, {
      onHead(head, headers) {
        status = head;
        mediaType =
          String(headers['content-type'] ?? '')
            .split(';')[0]
            ?.trim()
            .toLowerCase() ?? '';
      },
      onData(chunk) {
        firstByteMs ??= passedMs();
        bytes += chunk.length;
        if (bytes <= request.answerBytesMax) chunks.push(chunk);
        else {
          exchange.cancel();
          end({ kind: 'protocol', cause: 'the answer is larger than accepted' });
        }
      },
      onEnd: () => {
        end(null);
      },
      onFault: end,
    });
  });
}
