import type { ApiError } from '@tollgate/contract/errors';
import type { Usage } from '@tollgate/contract/usage';
import type { ScannedBody } from '../../../json/scanned-body.ts';
import type { AttemptPlan, Relay, StreamRelay, TextCount } from '../../dialect.ts';
import { AnswerCollector } from './answer-collector.ts';
import { lossesAt } from './features.ts';
import type { ClientHalf, StreamReader, StreamWriter, UpstreamHalf } from './halves.ts';
import type { HubRequest } from './hub-request.ts';
import { shownUsage } from './shown-usage.ts';

/** An upstream's stream in the client's protocol. Only the reader judges whether it is complete; only the writer knows the client's form. */
class TranslatedStream implements StreamRelay {
  tail: Buffer | null = null;
  readonly #plan: AttemptPlan;
  readonly #reader: StreamReader;
  readonly #writer: StreamWriter;

  constructor(plan: AttemptPlan, writer: StreamWriter, upstream: UpstreamHalf, request: HubRequest) {
    this.#plan = plan;
    this.#writer = writer;
    this.#reader = upstream.createStreamReader(plan, request, (event) => {
      writer.write(event);
    });
  }

  push(chunk: Buffer): Buffer | null {
    if (this.#reader.state !== 'open') return null;
    this.#reader.push(chunk);
    const bytes = this.#writer.take();
    this.#takeTail();
    return bytes;
  }

  end(): void {
    if (this.#reader.state !== 'open') return;
    this.#reader.end();
    const bytes = this.#writer.take();
    this.#takeTail();
    if (this.tail !== null && bytes !== null) this.tail = Buffer.concat([bytes, this.tail]);
  }

  #takeTail(): void {
    if (this.#reader.state === 'complete') this.tail = this.#writer.tail(shownUsage(this.#plan, this.#reader));
  }

  errorTail(error: ApiError): Buffer {
    return this.#writer.errorTail(error);
  }

  get state() {
    return this.#reader.state;
  }

  get fault() {
    return this.#reader.fault;
  }

  get refusal() {
    return this.#reader.refusal;
  }

  get usage() {
    return this.#reader.usage;
  }

  get text(): TextCount {
    return this.#reader.text;
  }

  get endedNaturally() {
    return this.#reader.endedNaturally;
  }

  get unknownFinishReason() {
    return this.#reader.unknownFinishReason ?? null;
  }

  get keptBytes() {
    return (this.#reader.keptBytes ?? 0) + (this.#writer.keptBytes ?? 0);
  }
}

/** A request of which nothing is left would ask the model nothing. */
function withNothingNamed(request: HubRequest): HubRequest {
  const { turns, features } = request;
  const lost = features.get('foreign_items') ?? features.get('server_tools');
  if (lost === undefined || turns.some(({ parts }) => parts.length > 0)) return request;
  return { ...request, features: new Map([...features, ['only_foreign_items', lost]]) };
}

/** Serves clients of one chat protocol through an upstream of another. */
export function translated(client: ClientHalf, upstream: UpstreamHalf): Relay {
  const requests = new WeakMap<ScannedBody, HubRequest>();
  /** The same for every attempt of a call. */
  const requestOf = (body: ScannedBody): HubRequest => {
    const known = requests.get(body);
    if (known !== undefined) return known;
    const read = withNothingNamed(client.fromClient(body));
    requests.set(body, read);
    return read;
  };
  return {
    upstreamPath: upstream.upstreamPath,
    ...(upstream.headers && { headers: upstream.headers }),
    toUpstream: (body, plan) => upstream.toUpstream(requestOf(body), plan),
    createStreamRelay(plan) {
      const request = requestOf(plan.body);
      return new TranslatedStream(plan, client.createStreamWriter(plan, request), upstream, request);
    },
    createCollector(plan) {
      const request = requestOf(plan.body);
      return new TranslatedStream(plan, new AnswerCollector(client, plan, request), upstream, request);
    },
    *readWhole(bytes, plan) {
      const request = requestOf(plan.body);
      const read = yield* upstream.readWhole(bytes, plan, request);
      if (!read.ok) return read;
      const { usage, text, endedNaturally, unknownFinishReason = null } = read;
      const shown: Usage = shownUsage(plan, read);
      return {
        ok: true,
        body: client.whole(read.answer, shown, plan, request),
        usage,
        text,
        endedNaturally,
        unknownFinishReason,
      };
    },
    readRefusal: (status, bytes) => upstream.readRefusal(status, bytes),
    ...(upstream.readQuirks && { readQuirks: upstream.readQuirks }),
    ...(upstream.refusesSeals && { refusesSeals: upstream.refusesSeals }),
    losses: (body, known) => lossesAt(requestOf(body).features, upstream.dialect, known),
  };
}
