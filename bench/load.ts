/** The load generator, in a separate process: takes one `LoadPlan` message, answers one `LoadReport` message and ends. */
import { connect, type Socket } from 'node:net';
import type { LoadPlan, LoadReport } from './load-plan.ts';
import { requestBytes } from './load-requests.ts';
import { ResponseReader, type ResponseHandler } from './response-reader.ts';
import { spread } from './statistics.ts';
import { ChunkTimes, StreamTiming } from './stream-timing.ts';

class Load {
  readonly #plan: LoadPlan;
  readonly #requests: Buffer[];
  readonly #onDone: (report: LoadReport) => void;
  readonly #times = new ChunkTimes();
  readonly #latencies: number[] = [];
  readonly #failures: Record<string, number> = {};
  readonly #idle: Connection[] = [];
  /** Moments at which a call was due while every connection was busy. */
  readonly #waiting: number[] = [];
  readonly #startedMs = performance.now();
  readonly #cpuAtStart = process.cpuUsage();
  readonly #deadline: NodeJS.Timeout;
  #firstFailure = '';
  #finished = false;
  #sent = 0;
  #ended = 0;

  constructor(plan: LoadPlan, onDone: (report: LoadReport) => void) {
    this.#plan = plan;
    this.#requests = requestBytes(plan);
    this.#onDone = onDone;
    this.#deadline = setTimeout(() => {
      this.finish();
    }, plan.maxSeconds * 1000);
    for (let index = 0; index < plan.connections; index += 1) this.#idle.push(new Connection(plan, this, this.#times));
    if (plan.ratePerSecond === undefined) this.#startAll();
    else this.#startPaced(plan.ratePerSecond);
  }

  /** Called by a connection when its call ended. */
  ended(connection: Connection, dueMs: number, outcome: string, sample: string): void {
    this.#ended += 1;
    if (outcome === '200') this.#latencies.push(performance.now() - dueMs);
    else {
      this.#failures[outcome] = (this.#failures[outcome] ?? 0) + 1;
      if (this.#firstFailure === '') this.#firstFailure = `${outcome} ${sample}`;
    }
    if (this.#ended === this.#plan.calls) {
      this.finish();
      return;
    }
    const due = this.#plan.ratePerSecond === undefined ? performance.now() : this.#waiting.shift();
    if (due === undefined) this.#idle.push(connection);
    else this.#call(connection, due);
  }

  #startAll(): void {
    for (const connection of this.#idle.splice(0)) this.#call(connection, performance.now());
  }

  #startPaced(ratePerSecond: number): void {
    const ticker = setInterval(() => {
      const now = performance.now();
      const due = Math.min(this.#plan.calls, ((now - this.#startedMs) * ratePerSecond) / 1000);
      while (this.#sent + this.#waiting.length < due) {
        const connection = this.#idle.pop();
        if (connection === undefined) this.#waiting.push(now);
        else this.#call(connection, now);
      }
      if (this.#sent + this.#waiting.length >= this.#plan.calls) clearInterval(ticker);
    }, 1);
  }

  #call(connection: Connection, dueMs: number): void {
    const request = this.#requests[this.#sent % this.#requests.length];
    if (request === undefined || this.#sent >= this.#plan.calls) return;
    this.#sent += 1;
    connection.send(request, dueMs);
  }

  /** Reports the measurements so far. */
  finish(): void {
    if (this.#finished) return;
    this.#finished = true;
    clearTimeout(this.#deadline);
    const cpu = process.cpuUsage(this.#cpuAtStart);
    this.#onDone({
      calls: this.#ended,
      seconds: (performance.now() - this.#startedMs) / 1000,
      failures: this.#failures,
      firstFailure: this.#firstFailure,
      latency: spread(this.#latencies),
      chunks: this.#times.transits.length,
      reads: this.#times.reads,
      gap: spread(this.#times.gaps),
      transit: spread(this.#times.transits),
      stretch: spread(this.#times.stretches),
      cpuSeconds: (cpu.user + cpu.system) / 1e6,
    });
  }
}

/** One kept-alive connection with at most one call; connects again after a fault. */
class Connection implements ResponseHandler {
  readonly #address: URL;
  readonly #load: Load;
  readonly #times: ChunkTimes;
  #socket: Socket | undefined;
  #timing: StreamTiming | undefined;
  #dueMs: number | undefined;

  constructor(plan: LoadPlan, load: Load, times: ChunkTimes) {
    this.#address = new URL(plan.url);
    this.#load = load;
    this.#times = times;
  }

  send(request: Buffer, dueMs: number): void {
    this.#dueMs = dueMs;
    this.#timing = new StreamTiming(this.#times);
    this.#socket ??= this.#open();
    this.#socket.write(request);
  }

  onPayload(payload: Buffer): void {
    this.#timing?.read(payload);
  }

  onEnd(status: number, sample: string): void {
    this.#over(String(status), sample);
  }

  #over(outcome: string, sample: string): void {
    const due = this.#dueMs;
    if (due === undefined) return;
    this.#dueMs = undefined;
    this.#load.ended(this, due, outcome, sample);
  }

  #open(): Socket {
    const reader = new ResponseReader(this);
    const socket = connect({ host: this.#address.hostname, port: Number(this.#address.port), noDelay: true });
    socket.on('data', (data) => {
      reader.read(data as Buffer);
    });
    socket.on('error', (fault: NodeJS.ErrnoException) => {
      if (this.#socket === socket) this.#socket = undefined;
      this.#over(fault.code ?? 'error', fault.message);
    });
    socket.on('close', () => {
      if (this.#socket === socket) this.#socket = undefined;
      this.#over('closed', 'the connection was closed before the answer was complete');
    });
    return socket;
  }
}

process.on('disconnect', () => process.exit());
process.once('message', (plan: LoadPlan) => {
  const load = new Load(plan, (report) => {
    process.send?.(report, () => process.exit());
  });
  process.once('message', () => {
    load.finish();
  });
});
