import type { Progress } from '../dialects/dialect.ts';
import type { Clock } from '../platform/clock.ts';
import type { Exchange, ExchangeSink, Transport, UpstreamFault, UpstreamRequest } from './exchange.ts';

export interface PolledExchangeOptions {
  readonly clock: Clock;
  readonly transport: Transport;
  readonly request: UpstreamRequest;
  /** Reads a response with status 200. */
  readonly progress: (bytes: Buffer) => Progress;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

const firstPauseMs = 500;
const pauseGrowth = 1.4;
const pauseMaxMs = 4_000;
/** Progress reports are small, and so is the report of a finished image. */
const reportBytesMax = 1024 * 1024;
/** A poll without a response is cancelled and repeated. */
const pollTimeoutMs = 15_000;

/** Whether a fault during upstream work may be temporary: only the next poll can show the state of the work. */
function mayPass({ kind }: UpstreamFault): boolean {
  return kind !== 'protocol';
}

/**
 * A request whose result is fetched by polling, as one exchange. It reports when the work is done, refused or out of time. The work is
 * never started twice.
 */
export class PolledExchange implements Exchange, ExchangeSink {
  readonly #options: PolledExchangeOptions;
  readonly #sink: ExchangeSink;
  readonly #totalAtMs: number;
  #inner: Exchange;
  #request: UpstreamRequest;
  #isPolling = false;
  #pauseMs = firstPauseMs;
  #stopWaiting: (() => void) | null = null;
  #over = false;
  #status = 0;
  #headers: Headers = {};
  #bytes = 0;
  #chunks: Buffer[] = [];

  constructor(options: PolledExchangeOptions, sink: ExchangeSink) {
    this.#options = options;
    this.#sink = sink;
    this.#request = options.request;
    this.#totalAtMs = options.clock.monotonicMs() + options.request.timeouts.totalTimeoutMs;
    this.#inner = options.transport.send(options.request, this);
  }

  get isSent(): boolean {
    return this.#isPolling || this.#inner.isSent;
  }

  pause(): void {
    // Has no effect: the whole result is passed on at once.
  }

  resume(): void {
    // Has no effect, as above.
  }

  cancel(): void {
    this.#over = true;
    this.#stopWaiting?.();
    this.#inner.cancel();
  }

  onHead(status: number, headers: Headers): void {
    this.#status = status;
    this.#headers = headers;
  }

  onData(chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes <= reportBytesMax) this.#chunks.push(chunk);
    else this.#fail({ kind: 'protocol', cause: 'a report of the work is too long' });
  }

  onEnd(): void {
    if (this.#over) return;
    const body = Buffer.concat(this.#chunks);
    if (this.#status !== 200) {
      const mayBeBetter = this.#isPolling && (this.#status === 429 || this.#status >= 500);
      if (mayBeBetter) this.#wait();
      else this.#hand(this.#status, body);
      return;
    }
    const progress = this.#options.progress(body);
    if (progress.kind === 'refused') this.#hand(progress.status, progress.body);
    else if (progress.kind === 'done') this.#hand(200, body);
    else if (progress.at === null || this.#aim(progress.at)) this.#wait();
    else this.#fail({ kind: 'protocol', cause: 'the address to ask for the work is none of the vendor' });
  }

  onFault(fault: UpstreamFault): void {
    if (this.#over) return;
    if (this.#isPolling && mayPass(fault)) this.#wait();
    else this.#fail(fault);
  }

  /** Returns `false` for a URL that must not receive the key. */
  #aim(at: string): boolean {
    const { route, dialect } = this.#options.request;
    const { method: _method, contentType: _type, ...rest } = this.#options.request;
    const polled = { ...rest, method: 'GET', body: null, headers: undefined } as const;
    if (at.startsWith('/') && !at.startsWith('//')) {
      this.#request = { ...polled, path: at };
      return true;
    }
    const url = URL.parse(at);
    const base = URL.parse(route.addresses[dialect]?.baseUrl ?? route.baseUrl);
    if (url === null || base === null || !isOfSameVendor(url, base)) return false;
    this.#request = { ...polled, route: { ...route, baseUrl: url.origin, addresses: {} }, path: url.pathname + url.search };
    return true;
  }

  #wait(): void {
    this.#isPolling = true;
    [this.#status, this.#bytes, this.#chunks] = [0, 0, []];
    const leftMs = this.#totalAtMs - this.#options.clock.monotonicMs();
    const pauseMs = this.#pauseMs;
    this.#pauseMs = Math.min(pauseMs * pauseGrowth, pauseMaxMs);
    this.#stopWaiting = this.#options.clock.after(Math.max(Math.min(pauseMs, leftMs), 0), () => {
      this.#stopWaiting = null;
      if (pauseMs >= leftMs) this.#fail({ kind: 'total_timeout', cause: 'the work was not done in time' });
      else this.#poll(leftMs - pauseMs);
    });
  }

  #poll(leftMs: number): void {
    const { timeouts } = this.#request;
    const limited = { ...timeouts, firstByteTimeoutMs: pollTimeoutMs, totalTimeoutMs: Math.min(leftMs, 2 * pollTimeoutMs) };
    this.#inner = this.#options.transport.send({ ...this.#request, timeouts: limited }, this);
  }

  #hand(status: number, body: Buffer): void {
    this.#over = true;
    this.#sink.onHead(status, this.#headers);
    this.#sink.onData(body);
    this.#sink.onEnd();
  }

  #fail(fault: UpstreamFault): void {
    if (this.#over) return;
    this.#over = true;
    this.#inner.cancel();
    this.#sink.onFault(fault);
  }
}

/** Whether the URL has the same origin, or a host of the same domain (`api.eu.vendor.example` and `api.vendor.example`) over HTTPS. */
function isOfSameVendor(url: URL, base: URL): boolean {
  if (url.username + url.password !== '') return false;
  if (url.origin === base.origin) return true;
  const [, ...parent] = base.hostname.split('.');
  if (url.protocol !== 'https:' || url.port !== '' || parent.length < 2) return false;
  return !/^\d+$/.test(parent.at(-1) ?? '') && url.hostname.endsWith(`.${parent.join('.')}`);
}
