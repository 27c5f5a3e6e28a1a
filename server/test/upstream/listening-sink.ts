import type { ExchangeSink, UpstreamFault } from '../../src/upstream/exchange.ts';
import { inTime } from '../wait-for.ts';

/** Records everything an exchange reports, and lets tests wait for it. */
export class ListeningSink implements ExchangeSink {
  status = 0;
  headers: Readonly<Record<string, string | string[] | undefined>> = {};
  bytes = 0;
  text = '';
  ends = 0;
  readonly faults: UpstreamFault[] = [];
  readonly #over = Promise.withResolvers<undefined>();
  #wanted: { bytes: number; reached: () => void } | null = null;
  keepText = true;
  onChunk: (() => void) | null = null;

  get over(): Promise<undefined> {
    return inTime(this.#over.promise, { what: 'an exchange is over' });
  }

  got(bytes: number): Promise<void> {
    if (this.bytes >= bytes) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#wanted = {
      bytes,
      reached() {
        resolve(undefined);
      },
    };
    return inTime(promise, { what: `${String(bytes)} bytes have come` });
  }

  onHead(status: number, headers: ListeningSink['headers']): void {
    this.status = status;
    this.headers = headers;
  }

  onData(chunk: Buffer): void {
    this.bytes += chunk.length;
    if (this.keepText) this.text += chunk.toString('latin1');
    if (this.#wanted !== null && this.bytes >= this.#wanted.bytes) this.#wanted.reached();
    this.onChunk?.();
  }

  onEnd(): void {
    this.ends += 1;
    this.#over.resolve(undefined);
  }

  onFault(fault: UpstreamFault): void {
    this.faults.push(fault);
    this.#over.resolve(undefined);
  }
}
