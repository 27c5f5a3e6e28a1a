import { createClient } from '@redis/client';
import type { Chance } from '../chance.ts';

/** What a foreign hand puts under a key. */
type Nonsense = (key: string) => readonly string[];
const nonsense: readonly Nonsense[] = [
  (key) => ['SET', key, 'nonsense'],
  (key) => ['SET', key, ''],
  (key) => ['EVAL', "redis.call('DEL', KEYS[1]) return redis.call('RPUSH', KEYS[1], 'x')", '1', key],
];
const fields = ['S', 'H', 'v', 'e', 'b'];
const epochs = ['nonsense', '', 'zzzzzzzzzzzzzzz-zzzzzzzzzzzz', '999999999999999-aaaaaaaaaaaa', '0'];

/** Sets come in the order of a hash that every server process draws at random; a world must not depend on it. */
function inOrder(command: string | undefined, reply: unknown): unknown {
  if (command === 'SMEMBERS' || command === 'SPOP') return (reply as string[]).toSorted();
  if (command !== 'HGETALL') return reply;
  const flat = reply as string[];
  const names = flat.filter((_, at) => at % 2 === 0).toSorted();
  return names.flatMap((name) => [name, flat[flat.indexOf(name) + 1] ?? '']);
}

/**
 * A real server that all nodes of a world share. Commands are run in the order in which they arrive in virtual time, and
 * time does not go on before all of them are answered, so a seed always makes the same world.
 */
export class SharedRedis {
  isAway = false;
  /** The last time it came back. */
  backSinceMs = 0;
  readonly #client: ReturnType<typeof createClient>;
  readonly #pending = new Set<Promise<unknown>>();

  constructor(url: string) {
    this.#client = createClient({ url, RESP: 2 });
    this.#client.on('error', () => undefined);
  }

  comeBack(nowMs: number): void {
    if (this.isAway) this.backSinceMs = nowMs;
    this.isAway = false;
  }

  async open(): Promise<void> {
    await this.#client.connect();
    await this.restartEmpty();
  }

  close(): void {
    this.#client.destroy();
  }

  run(args: readonly string[]): Promise<unknown> {
    return this.#follow(this.#client.sendCommand([...args]).then((reply) => inOrder(args[0], reply)));
  }

  /** Settles when nothing that has arrived is unanswered. */
  async settled(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending);
  }

  /** The process was killed; another one knows nothing. */
  async restartEmpty(): Promise<void> {
    await this.run(['FLUSHALL']);
    await this.run(['SCRIPT', 'FLUSH']);
  }

  /** All data as they are, for {@link takeOver}. */
  copy(): Promise<readonly (readonly [string, string])[]> {
    return this.#follow(this.#copy());
  }

  /** A replica that lacks what came after the copy takes over. */
  takeOver(copied: readonly (readonly [string, string])[]): Promise<void> {
    return this.#follow(this.#takeOver(copied));
  }

  /** Eviction, expiry, a foreign DEL. Answers what was lost. */
  async loseOne(chance: Chance): Promise<string> {
    const key = await this.#anyKey(chance);
    await this.run(['UNLINK', key]);
    return key;
  }

  /** Answers what was spoiled. */
  async spoilOne(chance: Chance): Promise<string> {
    const key = await this.#anyKey(chance, chance.happens(0.5) ? 'tollgate:{*}' : undefined);
    if (key.endsWith('}') && chance.happens(0.6)) {
      const field = chance.pick(fields);
      const value = field === 'v' ? chance.pick(['nonsense', '999999999999']) : chance.pick(['nonsense', '1e2', '']);
      // Where it was spoiled in another way already, that stays.
      await this.run(['HSET', key, field, value]).catch(() => undefined);
      return `${key} ${field} ${value}`;
    }
    await this.run(chance.pick(nonsense)(key));
    return key;
  }

  /** Answers what stands there now. */
  async spoilEpoch(chance: Chance): Promise<string> {
    const epoch = chance.pick(epochs);
    await this.run(['SET', 'tollgate:epoch', epoch]);
    return epoch;
  }

  async #copy(): Promise<readonly (readonly [string, string])[]> {
    const keys = (await this.run(['KEYS', '*'])) as string[];
    const binary = this.#client.withTypeMapping({ 36: Buffer });
    const dumps = await Promise.all(keys.map((key) => binary.sendCommand(['DUMP', key])));
    return keys.map((key, at) => [key, (dumps[at] as unknown as Buffer | null)?.toString('latin1') ?? '']);
  }

  async #takeOver(copied: readonly (readonly [string, string])[]): Promise<void> {
    await this.restartEmpty();
    for (const [key, dump] of copied) {
      if (dump !== '') await this.#client.sendCommand(['RESTORE', key, '0', Buffer.from(dump, 'latin1')]);
    }
  }

  #follow<Value>(answer: Promise<Value>): Promise<Value> {
    const over: Promise<unknown> = answer.then(
      () => this.#pending.delete(over),
      () => this.#pending.delete(over),
    );
    this.#pending.add(over);
    return answer;
  }

  async #anyKey(chance: Chance, pattern = 'tollgate:{*'): Promise<string> {
    const keys = ((await this.run(['KEYS', pattern])) as string[]).toSorted();
    return keys.length === 0 ? 'tollgate:{acc_a}' : chance.pick(keys);
  }
}
