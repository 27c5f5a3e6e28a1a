import { chatClientHalf } from '../../src/dialects/chat-completions/hub/client-half.ts';
import { chatUpstreamHalf } from '../../src/dialects/chat-completions/hub/upstream-half.ts';
import type { AttemptPlan, ReportedUsage } from '../../src/dialects/dialect.ts';
import { messagesClientHalf } from '../../src/dialects/messages/hub/client-half.ts';
import { messagesUpstreamHalf } from '../../src/dialects/messages/hub/upstream-half.ts';
import { responsesClientHalf } from '../../src/dialects/responses/hub/client-half.ts';
import { responsesUpstreamHalf } from '../../src/dialects/responses/hub/upstream-half.ts';
import { lossesAt } from '../../src/dialects/shared/hub/features.ts';
import type { ClientHalf, UpstreamHalf } from '../../src/dialects/shared/hub/halves.ts';
import { translated } from '../../src/dialects/shared/hub/translated.ts';
import { scanned } from '../scanned.ts';
import { attemptPlan } from './attempt-plan.ts';

export type ClientName = 'chat' | 'messages' | 'responses';
export type UpstreamName = 'chat' | 'messages' | 'responses';

const clients: Readonly<Record<ClientName, ClientHalf>> = {
  chat: chatClientHalf,
  messages: messagesClientHalf,
  responses: responsesClientHalf,
};
const upstreams: Readonly<Record<UpstreamName, UpstreamHalf>> = {
  chat: chatUpstreamHalf,
  messages: messagesUpstreamHalf,
  responses: responsesUpstreamHalf,
};

export type Fields = Readonly<Record<string, unknown>>;

interface Sent {
  readonly body: Fields;
  readonly dropped: readonly string[];
  /** The field without which the request makes no sense. */
  readonly refused: string | null;
}

/** What an upstream receives from a client. */
export function sent(client: ClientName, upstream: UpstreamName, request: object, own: Partial<AttemptPlan> = {}): Sent {
  const plan = { ...attemptPlan, stream: false, ...own };
  const read = clients[client].fromClient(scanned({ model: 'm', ...request }));
  const { dropped, refused } = lossesAt(read.features, upstreams[upstream].dialect, plan);
  const body = JSON.parse(upstreams[upstream].toUpstream(read, plan).toString()) as Fields;
  return { body, dropped, refused: refused?.param ?? null };
}

interface Streamed {
  readonly state: string;
  readonly usage: ReportedUsage;
  /** What the client received after each event of the upstream, and last the end. */
  readonly steps: readonly string[];
  /** The data of all events. */
  readonly events: readonly Fields[];
}

function dataOf(stream: string): Fields[] {
  return stream.split('\n').flatMap((line) => {
    const data = line.startsWith('data: ') ? line.slice('data: '.length) : '[DONE]';
    return data === '[DONE]' ? [] : [JSON.parse(data) as Fields];
  });
}

/** What a client receives of an upstream's stream. @param events each with its name, if the upstream's protocol has names. */
export function streamed(client: ClientName, upstream: UpstreamName, events: readonly object[], request: object = {}): Streamed {
  const relay = translated(clients[client], upstreams[upstream]);
  const body = scanned({ model: 'm', messages: [], input: [], ...request });
  const stream = relay.createStreamRelay?.({ ...attemptPlan, body });
  if (stream === undefined) throw new Error('no streams');
  const written = events.map((event) => {
    const data = JSON.stringify(event);
    return upstream === 'chat' ? `data: ${data}\n\n` : `event: ${String((event as Fields).type)}\ndata: ${data}\n\n`;
  });
  if (upstream === 'chat') written.push('data: [DONE]\n\n');
  const steps = written.map((text) => stream.push(Buffer.from(text))?.toString() ?? '');
  stream.end();
  steps.push(stream.tail?.toString() ?? '');
  return { state: stream.state, usage: stream.usage, steps, events: dataOf(steps.join('')) };
}

/** The whole answer that a client receives. */
export function whole(client: ClientName, upstream: UpstreamName, answer: object, request: object = {}): Fields {
  const relay = translated(clients[client], upstreams[upstream]);
  const body = scanned({ model: 'm', messages: [], input: [], ...request });
  const reading = relay.readWhole(Buffer.from(JSON.stringify(answer)), { ...attemptPlan, body, stream: false });
  let step = reading.next();
  while (step.done !== true) step = reading.next();
  if (!step.value.ok) throw new Error(step.value.fault);
  return JSON.parse(step.value.body.toString()) as Fields;
}
