import type { KeyedRoute } from '../domain/catalog/model.ts';

export interface UpstreamTimeouts {
  readonly connectTimeoutMs: number;
  /** From sending the request to the first byte of the response body; headers alone do not count. */
  readonly firstByteTimeoutMs: number;
  /** Maximum time between two chunks. */
  readonly idleTimeoutMs: number;
  readonly totalTimeoutMs: number;
}

export interface UpstreamRequest {
  readonly route: KeyedRoute;
  /** The name of the protocol: a route may have a separate URL for it. */
  readonly dialect: string;
  /** Appended to that URL. */
  readonly path: string;
  /** `POST` by default. */
  readonly method?: 'POST' | 'GET' | 'DELETE';
  /** `null` for requests without a body. */
  readonly body: Buffer | null;
  /** Type of the body; JSON by default. */
  readonly contentType?: string | undefined;
  /** Further headers, with lower-case names. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly stream: boolean;
  /** The request must not be sent again once it may have arrived, so it uses a connection that no other request has used. */
  readonly isSentOnce?: boolean;
  readonly timeouts: UpstreamTimeouts;
}

/** Why an exchange failed. Only `connect` proves that nothing was sent. */
export interface UpstreamFault {
  readonly kind: 'connect' | 'reset' | 'first_byte_timeout' | 'idle_timeout' | 'total_timeout' | 'protocol';
  /** Our own text for the log, without credentials. */
  readonly cause: string;
}

/**
 * Receives the events of one exchange. No event follows `onEnd`, `onFault` or `cancel`, with one exception: if `onEnd` throws, a fault
 * follows, because the call still has to end.
 */
export interface ExchangeSink {
  onHead(status: number, headers: Readonly<Record<string, string | string[] | undefined>>): void;
  onData(chunk: Buffer): void;
  /** The body ended as its framing requires. */
  onEnd(): void;
  onFault(fault: UpstreamFault): void;
}

/** One running request to an upstream. */
export interface Exchange {
  /** Whether the upstream may have received any of the request. Before that it cannot have done any work. */
  readonly isSent: boolean;
  /** Back-pressure: there is no `onData` until `resume`, and the idle deadline is suspended. */
  pause(): void;
  resume(): void;
  /** Drops the connection immediately, so that the upstream stops working. */
  cancel(): void;
}

/** Opens exchanges. Only the HTTP transport opens connections; the sandbox needs none. */
export interface Transport {
  send(request: UpstreamRequest, sink: ExchangeSink): Exchange;
  close(): Promise<void>;
}
