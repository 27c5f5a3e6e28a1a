import type { MadeSong, MusicUpstream, TaskReport } from '../../src/dialects/music-upstream.ts';
import type { Catalog, CatalogSnapshot } from '../../src/domain/catalog/catalog.ts';
import type { Provider } from '../../src/domain/catalog/model.ts';
import type { Clock } from '../../src/platform/clock.ts';
import type { Candidate } from '../../src/upstream/routing/candidate.ts';
import type { Exchange, ExchangeSink, Transport, UpstreamRequest } from '../../src/upstream/exchange.ts';

/** Result of a submission: accepted, answered with the song at once, refused, or never answered. */
export const receptions = ['taken', 'at once', 'refused', 'silent'] as const;
export type Reception = (typeof receptions)[number];

export interface Order {
  readonly reception: Reception;
  state: 'running' | 'made' | 'failed' | 'silent';
  submissions: number;
}

const song: MadeSong = {
  source: { kind: 'bytes', bytes: Buffer.from('a song') },
  format: 'mp3',
  title: null,
  tags: [],
  lyrics: null,
  durationMs: 60_000,
};
const done = { state: 'done', songs: [song] } as const;

function failed(cause: string): TaskReport {
  const refusal = { blame: 'upstream', code: 'upstream_unavailable', status: 200, words: null, param: null } as const;
  return { state: 'failed', refusal, cause };
}

/** The protocol of an upstream that makes songs; the path contains the call that ordered one. */
export const songProtocol: MusicUpstream = {
  submit: (_request, { callId }) => ({ method: 'POST', path: `/orders/${callId}`, body: Buffer.from('{}') }),
  *readSubmit({ bytes }) {
    const said = bytes.toString();
    return said === 'made' ? done : { state: 'accepted', upstreamId: said };
  },
  polling: {
    poll: (id) => ({ method: 'GET', path: `/orders/${id}`, body: null }),
    *readPoll({ bytes }) {
      const said = bytes.toString();
      if (said === 'made') return done;
      return said === 'failed' ? failed('it could not be made') : { state: 'running', progress: 50 };
    },
    cancel: (id) => ({ method: 'DELETE', path: `/orders/${id}`, body: null }),
  },
  readRefusal: (status) => ({ blame: 'upstream', code: 'upstream_unavailable', status, words: null, param: null }),
};

const key = {
  id: 'maker-key',
  apiKey: 'secret',
  weight: 1,
  limits: { requestsPerMinute: null, tokensPerMinute: null, concurrency: null },
  enabled: true,
};
const route = { id: 'maker-route', region: 'domestic', baseUrl: 'http://maker.test/v1', addresses: {}, keys: [key] } as const;
const provider: Provider = {
  id: 'maker',
  name: 'maker',
  chatDialects: ['songs'] as const,
  dialects: { music: 'songs' },
  mediaHosts: [],
  priority: 1,
  weight: 1,
  enabled: true,
  routes: [route],
  models: [{ model: 'songs', upstreamModel: 'songs', cost: null }],
  quirks: {},
};
export const candidate: Candidate = {
  provider,
  route,
  key,
  called: { ...route, apiKey: 'secret' },
  isCounted: false,
  upstreamModel: 'songs',
  cost: null,
  by: null,
};

/** The models for sale, with their maker. */
export function withMaker(snapshot: CatalogSnapshot): Catalog {
  return { current: { ...snapshot, providers: [provider] } };
}

/** An upstream that makes songs and outlives the processes that order them. */
export class SongMaker {
  readonly orders = new Map<string, Order>();

  /** Its view from one process; a request without a response waits until the process gives up. */
  transportFor(clock: Clock): Transport {
    return {
      send: (request, sink) => this.#send(clock, request, sink),
      close: () => Promise.resolve(),
    };
  }

  #send(clock: Clock, { method, path, timeouts }: UpstreamRequest, sink: ExchangeSink): Exchange {
    const id = path.slice(path.lastIndexOf('/') + 1);
    const order = this.orders.get(id);
    const answer = order === undefined ? { status: 404, text: '' } : answerTo(order, id, method ?? 'POST');
    let isOver = false;
    const end = (then: () => void) => (): void => {
      if (isOver) return;
      isOver = true;
      then();
    };
    const giveUp = end(() => {
      sink.onFault({ kind: 'first_byte_timeout', cause: 'the maker is silent' });
    });
    const cancelTimer = answer === null ? clock.after(timeouts.firstByteTimeoutMs, giveUp) : (): void => undefined;
    if (answer !== null) {
      const say = end(() => {
        sink.onHead(answer.status, { 'content-type': 'application/json' });
        sink.onData(Buffer.from(answer.text));
        sink.onEnd();
      });
      setImmediate(say);
    }
    return {
      isSent: true,
      pause: () => undefined,
      resume: () => undefined,
      cancel: end(cancelTimer),
    };
  }
}

/** `null` for no response. */
function answerTo(order: Order, id: string, method: string): { readonly status: number; readonly text: string } | null {
  if (method === 'DELETE') return { status: 200, text: '' };
  if (method === 'GET') return order.state === 'silent' ? null : { status: 200, text: order.state };
  order.submissions += 1;
  if (order.reception === 'silent') return null;
  if (order.reception === 'refused') return { status: 503, text: '' };
  return { status: 200, text: order.reception === 'at once' ? 'made' : id };
}
