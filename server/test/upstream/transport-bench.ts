import assert from 'node:assert/strict';
import type { KeyedRoute } from '../../src/domain/catalog/model.ts';
import { Deadlines } from '../../src/platform/deadlines.ts';
import type { Exchange, ExchangeSink, Transport, UpstreamRequest, UpstreamTimeouts } from '../../src/upstream/exchange.ts';
import { createHttpTransport } from '../../src/upstream/http-transport.ts';
import type { Behaviour } from '../scripted-upstream/scripted-exchange.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { ListeningSink } from './listening-sink.ts';

export const timeouts: UpstreamTimeouts = {
  connectTimeoutMs: 5_000,
  firstByteTimeoutMs: 60_000,
  idleTimeoutMs: 30_000,
  totalTimeoutMs: 300_000,
};

export interface Sending {
  readonly route?: KeyedRoute;
  readonly stream?: boolean;
  readonly body?: object;
  readonly timeouts?: Partial<UpstreamTimeouts>;
  /** Replaces the chat request. */
  readonly as?: Pick<UpstreamRequest, 'method' | 'path' | 'body' | 'isSentOnce'>;
}

/** A transport and an upstream that follows instructions; deadlines use a virtual clock. */
export class TransportBench {
  readonly clock = new VirtualClock();
  readonly deadlines = new Deadlines(this.clock);
  readonly transport: Transport;
  readonly upstream: ScriptedUpstream;

  private constructor(upstream: ScriptedUpstream) {
    this.upstream = upstream;
    this.transport = createHttpTransport({ clock: this.clock, deadlines: this.deadlines, version: '1.2.3' });
  }

  static async start(): Promise<TransportBench> {
    return new TransportBench(await startScriptedUpstream());
  }

  async close(): Promise<void> {
    await this.transport.close();
    await this.upstream.close();
  }

  route(overrides: Partial<KeyedRoute> = {}): KeyedRoute {
    return {
      id: 'rt_1',
      region: 'domestic',
      baseUrl: this.upstream.baseUrl,
      addresses: {},
      apiKey: 'upstream-key',
      ...overrides,
    };
  }

  send(sink: ExchangeSink, { route = this.route(), stream = false, body = {}, timeouts: own, as }: Sending = {}): Exchange {
    const bytes = Buffer.from(JSON.stringify({ model: 'm', stream, ...body }));
    return this.transport.send(
      {
        route,
        dialect: 'chat-completions',
        path: '/chat/completions',
        body: bytes,
        stream,
        timeouts: { ...timeouts, ...own },
        ...as,
      },
      sink,
    );
  }

  /** One exchange to its end. */
  async outcome(behaviour: Behaviour, sending: Sending = {}): Promise<ListeningSink> {
    const arrived = this.upstream.requests.length;
    this.upstream.next(behaviour);
    const sink = new ListeningSink();
    this.send(sink, sending);
    await sink.over;
    // By now, anything reported twice would have arrived.
    await turns(1);
    assert.equal(this.upstream.requests.length, arrived + 1, 'a request is sent exactly once');
    assert.equal(sink.ends + sink.faults.length, 1, 'an exchange ends exactly once');
    return sink;
  }
}

/** Gives unwanted events time to happen. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate);
}
