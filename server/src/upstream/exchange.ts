import type { KeyedRoute } from '../domain/catalog/model.ts';

export interface UpstreamTimeouts {
  readonly connectTimeoutMs: number;
  /** From sending the request to the first byte of the answer's body (headers alone do not count). */
  readonly firstByteTimeoutMs: number;
  /** Between two chunks. */
  readonly idleTimeoutMs: number;
  readonly totalTimeoutMs: number;
}

export interface UpstreamRequest {
  readonly route: KeyedRoute;
  /** The name of the protocol that is spoken: a route may have a separate address for it. */
  readonly dialect: string;
  /** Joined to that address. */
  readonly path: string;
  /** `POST` where nothing is said. */
  readonly method?: 'POST' | 'GET' | 'DELETE';
  /** `null` for requests without any. */
  readonly body: Buffer | null;
  /** Type of the body; JSON by default. */
  readonly contentType?: string | undefined;
  /** Further ones, in small letters. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly stream: boolean;
  /** It must not be sent again once it may have arrived, so it takes a connection that no other request has used. */
  readonly isSentOnce?: boolean;
  readonly timeouts: UpstreamTimeouts;
}

/** Why an exchange failed. Only `connect` proves that nothing was sent. */
export interface UpstreamFault {
  readonly kind: 'connect' | 'reset' | 'first_byte_timeout' | 'idle_timeout' | 'total_timeout' | 'protocol';
  /** Internal words for the log, without credentials. */
  readonly cause: string;
}

/**
 * Receives the events of one exchange. After `onEnd` or `onFault` nothing follows, unless `onEnd` threw: then a fault does, because the call
 * still has to end. After `cancel` nothing follows either.
 */
export interface ExchangeSink {
  onHead(status: number, headers: Readonly<Record<string, string | string[] | undefined>>): void;
  onData(chunk: Buffer): void;
  /** The body ended as its framing says it should. */
  onEnd(): void;
  onFault(fault: UpstreamFault): void;
}

/** One request under way to an upstream. */
export interface Exchange {
  /** Whether the upstream may have seen any of the request; before that it can have done no work. */
  readonly isSent: boolean;
  /** Back-pressure: no more `onData` until `resume`, and the idle deadline is suspended. */
  pause(): void;
  resume(): void;
  /** Drops the connection at once, so the upstream stops working. */
  cancel(): void;
}

/** Opens exchanges. The HTTP one is the only place that opens connections; the sandbox answers without any. */
export interface Transport {
  send(request: UpstreamRequest, sink: ExchangeSink): Exchange;
  close(): Promise<void>;
}
