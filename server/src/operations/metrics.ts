import { collectDefaultMetrics, Counter, Gauge, Registry, type Metric } from 'prom-client';
import type { CallRecord } from '../domain/books/call-record.ts';
import type { FileFill } from '../domain/content/objects.ts';
import { DurationCounts } from '../platform/duration-counts.ts';
import { DurationHistogram } from './duration-histogram.ts';
import { routeMetrics, type RouteFigures } from './route-metrics.ts';

/** Figures read at the moment of a scrape. */
export interface LiveFigures {
  readonly runningCalls: () => number;
  readonly unconfirmedAnswers: () => number;
  readonly queuedRecords: () => number;
  readonly storageAccepting: () => boolean;
  readonly routes: () => readonly RouteFigures[];
  /** Queue items by state, read at each scrape. */
  readonly queueItems: () => Promise<readonly QueueItemFigure[]>;
  /** Unsent mails by state, read at each scrape. */
  readonly mails: () => Promise<readonly { readonly state: string; readonly count: number }[]>;
  /** Whether the mail server refuses this service's sign-in. */
  readonly mailLockedOut: () => boolean;
  /** The fill level of the file store, read at each scrape. */
  readonly files: () => Promise<Pick<FileFill, 'bytes' | 'bytesMax'>>;
  /** Absent if there is only one process. */
  readonly fleet?: FleetFigures | undefined;
}

/** The same on all nodes that share a database. */
interface QueueItemFigure {
  readonly queue: string;
  readonly state: string;
  readonly count: number;
}

/** One node's view of the fleet. */
export interface FleetFigures {
  readonly liveNodes: () => number;
  /** `false` while this node uses its local share, because the coordination server is unavailable. */
  readonly coordinating: () => boolean;
  readonly decidedLocally: () => number;
  /** How far this node's clock is ahead of the database's. */
  readonly clockAheadSeconds: () => number;
}

const cnyPerNano = 1e-9;

/** Metrics for an operator's monitoring: calls by ending, money, latencies, queues and the process itself. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #endings = new Map<string, number>();
  readonly #routes: Registry;
  readonly #duration = new DurationCounts();
  readonly #firstToken = new DurationCounts();
  #charged = 0n;
  #uncollected = 0n;
  #upstreamCost = 0n;
  #inputTokens = 0;
  #outputTokens = 0;
  #usageInvalid = 0;
  #wasRead = false;

  constructor(figures: LiveFigures) {
    const registers = [this.#registry];
    this.#histograms();
    this.#counters(registers);
    this.#gauges(registers, figures);
    queueGauge(registers, figures.queueItems);
    mailGauge(registers, figures.mails);
    fileGauge(registers, figures.files);
    this.#routes = routeMetrics(figures.routes);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /**
   * The figures of the process itself (CPU, memory, event loop) are included from the second scrape on. Monitoring the event loop wakes a
   * process a hundred times a second, which installations without scrapes should not pay for.
   * @param withRoutes whether the reader may see the providers.
   */
  async render({ withRoutes }: { readonly withRoutes: boolean }): Promise<string> {
    const own = await this.#registry.metrics();
    if (!this.#wasRead) collectDefaultMetrics({ register: this.#registry });
    this.#wasRead = true;
    return withRoutes ? `${own}\n${await this.#routes.metrics()}` : own;
  }

  /** Counts one finished call. This runs in the request path, so it only adds to plain numbers. */
  observe(record: CallRecord): void {
    const name = `${record.endpoint}|${record.ending}|${String(Math.floor(record.status / 100))}xx`;
    this.#endings.set(name, (this.#endings.get(name) ?? 0) + 1);
    this.#charged += record.charge;
    this.#uncollected += record.uncollected;
    this.#upstreamCost += record.upstreamCost;
    this.#inputTokens += record.inputTokens;
    this.#outputTokens += record.outputTokens;
    if (record.errorCode === 'usage_invalid') this.#usageInvalid += 1;
    this.#duration.observe(record.durationMs);
    if (record.firstTokenMs !== null) this.#firstToken.observe(record.firstTokenMs);
  }

  #histograms(): void {
    const histograms: readonly (readonly [string, string, DurationCounts])[] = [
      ['tollgate_call_duration_seconds', 'Time from request head to the end of the answer.', this.#duration],
      ['tollgate_call_first_token_seconds', 'Time from request head to the first byte of the answer.', this.#firstToken],
    ];
    for (const [name, help, counts] of histograms) {
      const histogram = new DurationHistogram(name, help, () => [{ labels: {}, counts }]);
      // The cast is safe: the registry needs only a metric's name and values, which this has.
      this.#registry.registerMetric(histogram as unknown as Metric);
    }
  }

  #counters(registers: Registry[]): void {
    const endings = this.#endings;
    new Counter({
      name: 'tollgate_calls_total',
      help: 'Calls by endpoint, ending and status class.',
      labelNames: ['endpoint', 'ending', 'status_class'],
      registers,
      collect() {
        this.reset();
        for (const [name, count] of endings) {
          const [endpoint = '', ending = '', statusClass = ''] = name.split('|');
          this.inc({ endpoint, ending, status_class: statusClass }, count);
        }
      },
    });
    const sums: readonly (readonly [string, string, () => number])[] = [
      ['tollgate_charged_cny_total', 'Charges posted since start, in CNY.', () => Number(this.#charged) * cnyPerNano],
      [
        'tollgate_uncollected_cny_total',
        'Worth of work that was not charged since start, in CNY.',
        () => Number(this.#uncollected) * cnyPerNano,
      ],
      ['tollgate_upstream_cost_cny_total', 'Upstream cost since start, in CNY.', () => Number(this.#upstreamCost) * cnyPerNano],
      ['tollgate_input_tokens_total', 'Input tokens since start.', () => this.#inputTokens],
      ['tollgate_output_tokens_total', 'Output tokens since start.', () => this.#outputTokens],
      [
        'tollgate_usage_invalid_total',
        'Calls since start whose provider reported an impossible usage; the log names the provider.',
        () => this.#usageInvalid,
      ],
    ];
    for (const [name, help, read] of sums) {
      new Counter({
        name,
        help,
        registers,
        collect() {
          this.reset();
          this.inc(read());
        },
      });
    }
  }

  #gauges(registers: Registry[], figures: LiveFigures): void {
    const gauges: readonly GaugeRow[] = [
      ['tollgate_running_calls', 'Number of running calls.', figures.runningCalls],
      ['tollgate_unconfirmed_answers', 'Answers that are out, whose delivery is still to be shown.', figures.unconfirmedAnswers],
      ['tollgate_queued_records', 'Call records waiting to become durable.', figures.queuedRecords],
      [
        'tollgate_storage_accepting',
        '1 while call records can be made durable, else 0.',
        () => (figures.storageAccepting() ? 1 : 0),
      ],
      [
        'tollgate_mail_locked_out',
        '1 while the mail server does not let this node sign in, so that no mail goes out.',
        () => (figures.mailLockedOut() ? 1 : 0),
      ],
      ...fleetGauges(figures.fleet),
    ];
    for (const [name, help, read] of gauges) {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read());
        },
      });
    }
  }
}

function queueGauge(registers: Registry[], read: LiveFigures['queueItems']): void {
  new Gauge({
    name: 'tollgate_queue_items',
    help: 'Items of each queue that wait, run, or have failed for good.',
    labelNames: ['queue', 'state'],
    registers,
    async collect() {
      // Other figures report an unavailable database.
      const figures = await read().catch(() => []);
      this.reset();
      for (const { queue, state, count } of figures) this.set({ queue, state }, count);
    },
  });
}

function mailGauge(registers: Registry[], read: LiveFigures['mails']): void {
  new Gauge({
    name: 'tollgate_mails',
    help: 'Mails that wait, were made without a mail server, bounced, or were given up.',
    labelNames: ['state'],
    registers,
    async collect() {
      const figures = await read().catch(() => []);
      this.reset();
      for (const { state, count } of figures) this.set({ state }, count);
    },
  });
}

function fileGauge(registers: Registry[], read: LiveFigures['files']): void {
  new Gauge({
    name: 'tollgate_files_bytes',
    help: 'Bytes of the files that are kept (used), and the most that may be kept (max).',
    labelNames: ['which'],
    registers,
    async collect() {
      const fill = await read().catch(() => null);
      this.reset();
      if (fill === null) return;
      this.set({ which: 'used' }, fill.bytes);
      this.set({ which: 'max' }, fill.bytesMax);
    },
  });
}

/** Name, help, value. */
type GaugeRow = readonly [string, string, () => number];

function fleetGauges(fleet: FleetFigures | undefined): readonly GaugeRow[] {
  if (fleet === undefined) return [];
  return [
    ['tollgate_nodes_live', 'Nodes alive as of the last heartbeat, this one included.', fleet.liveNodes],
    [
      'tollgate_coordination_ready',
      '1 while limits are decided with all nodes, 0 while this node decides by its share.',
      () => (fleet.coordinating() ? 1 : 0),
    ],
    [
      'tollgate_clock_ahead_seconds',
      'By how much the clock of this node is ahead of that of the database.',
      fleet.clockAheadSeconds,
    ],
    ['tollgate_calls_decided_locally', 'Calls admitted or refused by a local share since start.', fleet.decidedLocally],
  ];
}
