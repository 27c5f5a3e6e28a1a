import { createClient } from '@redis/client';
import type { Chance } from '../chance.ts';

/** Invalid content that someone else writes to a key. */
type Nonsense = (key: string) => readonly string[];
const nonsense: readonly Nonsense[] = [
  (key) => ['SET', key, 'nonsense'],
  (key) => ['SET', key, ''],
  (key) => ['EVAL', "redis.call('DEL', KEYS[1]) return redis.call('RPUSH', KEYS[1], 'x')", '1', key],
];
const fields = ['S', 'H', 'v', 'e', 'b'];
const epochs = ['nonsense', '', 'zzzzzzzzzzzzzzz-zzzzzzzzzzzz', '999999999999999-aaaaaaaaaaaa', '0'];

/** Sets are ordered by a hash that every server process draws at random; a world must not depend on it. */
function inOrder(command: string | undefined, reply: unknown): unknown {
  if (command === 'SMEMBERS' || command === 'SPOP') return (reply as string[]).toSorted();
  if (command !== 'HGETALL') return reply;
  const flat = reply as string[];
  const names = flat.filter((_, at) => at % 2 === 0).toSorted();
  return names.flatMap((name) => [name, flat[flat.indexOf(name) + 1] ?? '']);
}

/**
 * A real server shared by all nodes of a world. Commands run in the order of their arrival in virtual time, and time stands still until all
 * are answered, so a seed always gives the same world.
 */
export class SharedRedis {
  isAway = false;
  /** Time of its last return. */
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

  /** Resolves when everything that has arrived is answered. */
  async settled(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending);
  }

  /** The process was killed; a new one starts empty. */
  async restartEmpty(): Promise<void> {
    await this.run(['FLUSHALL']);
    await this.run(['SCRIPT', 'FLUSH']);
  }

  /** A copy of all data, for {@link takeOver}. */
  copy(): Promise<readonly (readonly [string, string])[]> {
    return this.#follow(this.#copy());
  }

  /** A replica takes over without the writes after the copy. */
  takeOver(copied: readonly (readonly [string, string])[]): Promise<void> {
    return this.#follow(this.#takeOver(copied));
  }

  /** Eviction, expiry, or a foreign DEL. Returns the lost key. */
  async loseOne(chance: Chance): Promise<string> {
    const key = await this.#anyKey(chance);
    await this.run(['UNLINK', key]);
    return key;
  }

  /** Returns the corrupted key. */
  async spoilOne(chance: Chance): Promise<string> {
    const key = await this.#anyKey(chance, chance.happens(0.5) ? 'tollgate:{*}' : undefined);
    if (key.endsWith('}') && chance.happens(0.6)) {
      const field = chance.pick(fields);
      const value = field === 'v' ? chance.pick(['nonsense', '999999999999']) : chance.pick(['nonsense', '1e2', '']);
      // If the key is already corrupted in another way, it stays so.
      await this.run(['HSET', key, field, value]).catch(() => undefined);
      return `${key} ${field} ${value}`;
    }
    await this.run(chance.pick(nonsense)(key));
    return key;
  }

  /** Returns the new value. */
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
