import { stall, whole } from '../scripted-upstream/behaviours.ts';
import type { Behaviour, ScriptedExchange } from '../scripted-upstream/scripted-exchange.ts';

const mp3 = Buffer.concat([Buffer.from('ID3\u0004'), Buffer.alloc(30_000, 0x5a)]);
const json = (value: unknown): Behaviour => whole(JSON.stringify(value));

/** What a studio does with one order. */
export type Order = 'makes' | 'fails' | 'is silent' | 'makes two' | 'loses one' | 'breaks one' | 'breaks all';

/** An upstream that accepts song orders in the protocol of `music-mureka`, and records each. */
export class Studio {
  readonly #baseUrl: string;
  readonly #orders = new Map<string, { state: 'running' | Order }>();
  /** The texts of all orders. */
  readonly submissions: string[] = [];
  polls = 0;
  /** How future orders are handled. */
  begins: 'running' | Order = 'running';

  /** @param baseUrl of the scripted upstream that it answers for */
  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  /** Sets the state of all running work. */
  all(state: Order): void {
    for (const order of this.#orders.values()) order.state = state;
  }

  readonly answer: Behaviour = (exchange) => this.#behave(exchange.request)(exchange);

  #behave({ path, body }: ScriptedExchange['request']): Behaviour {
    if (path.includes('/files/broken')) return whole('', { status: 404 });
    if (path.includes('/files/')) return whole(mp3, { headers: { 'content-type': 'audio/mpeg' } });
    if (path.endsWith('/song/generate')) {
      const id = `order-${String(this.submissions.length)}`;
      this.submissions.push(String(body.prompt));
      this.#orders.set(id, { state: this.begins });
      return json({ id, status: 'queued' });
    }
    this.polls += 1;
    const order = this.#orders.get(path.slice(path.lastIndexOf('/') + 1));
    if (order === undefined) return whole('{}', { status: 404 });
    if (order.state === 'is silent') return stall();
    if (order.state === 'fails') return json({ status: 'failed', failed_reason: 'the singer is ill' });
    if (order.state === 'running') return json({ status: 'running', progress: 10 });
    const at = (name: string): object => ({ url: `${this.#baseUrl.replace('/v1', '/files')}/${name}.mp3`, duration: 61_000 });
    const made: Readonly<Record<string, readonly object[]>> = {
      'makes two': [at('a'), at('b')],
      'loses one': [{ duration: 61_000 }, at('a')],
      'breaks one': [at('broken'), at('a')],
      'breaks all': [at('broken'), at('broken')],
    };
    return json({ status: 'succeeded', choices: made[order.state] ?? [at('a')] });
  }
}
