import type { RelayState, ReportedUsage, StreamRelay, TextCount } from '../../dialect.ts';
import type { UpstreamRefusal } from '../../upstream-refusal.ts';
import type { StreamReader } from './halves.ts';

/** What a relay finds in a stream, emitted as events. */
export interface RelayedEvents {
  /** Characters that wait for the end of their part. */
  readonly heldCharacters: number;
  /** The upstream has finished the answer. */
  finish(): void;
}

/** Reads a stream through the relay for clients of the upstream's own protocol, which alone judges it. */
export class RelayedReader implements StreamReader {
  readonly #relay: StreamRelay;
  readonly #events: RelayedEvents;
  #isFinished = false;

  /** @param relay passes what it finds to `events`. */
  constructor(relay: StreamRelay, events: RelayedEvents) {
    this.#relay = relay;
    this.#events = events;
  }

  push(chunk: Buffer): void {
    this.#relay.push(chunk);
    this.#finish();
  }

  end(): void {
    this.#relay.end();
    this.#finish();
  }

  #finish(): void {
    if (this.#relay.state !== 'complete' || this.#isFinished) return;
    this.#isFinished = true;
    this.#events.finish();
  }

  get state(): RelayState {
    return this.#relay.state;
  }

  get fault(): string | null {
    return this.#relay.fault;
  }

  get refusal(): UpstreamRefusal | undefined {
    return this.#relay.refusal;
  }

  get usage(): ReportedUsage {
    return this.#relay.usage;
  }

  get text(): TextCount {
    return this.#relay.text;
  }

  get endedNaturally(): boolean {
    return this.#relay.endedNaturally;
  }

  get unknownFinishReason(): string | null {
    return this.#relay.unknownFinishReason ?? null;
  }

  get keptBytes(): number {
    return (this.#relay.keptBytes ?? 0) + this.#events.heldCharacters;
  }
}
