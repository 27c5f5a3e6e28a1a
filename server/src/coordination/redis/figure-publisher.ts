import type { Clock } from '../../platform/clock.ts';
import type { Epochs } from './epochs.ts';
import { keptSeconds, keys } from './keys.ts';
import { AwayError, type Link } from './link.ts';
import type { OwnAccount, OwnWindow } from './own-figures.ts';
import { codes } from './scripts.ts';

/** The database has declared this incarnation dead: other nodes have taken over its calls. */
export class FencedError extends Error {
  override readonly name = 'FencedError';
}

const askedAtOnce = 256;

export interface FigurePublisherOptions {
  readonly link: Link;
  readonly epochs: Epochs;
  readonly clock: Clock;
  readonly incarnation: string;
}

/**
 * Reports this node's state of an account to the server: its absolute postings and its open calls, which replace the server's. Each report
 * has a generation, and the server ignores earlier ones, so a report that arrives late, twice or never does no harm.
 */
export class FigurePublisher {
  readonly #options: FigurePublisherOptions;
  #generation = 0;

  constructor(options: FigurePublisherOptions) {
    this.#options = options;
  }

  /** Ensures that the server has this account and knows that the node may have figures in these windows. */
  async publish(account: OwnAccount, windows: readonly string[]): Promise<void> {
    while (!this.isPublished(account, windows)) {
      account.publishing ??= this.#publish(account, windows).finally(() => {
        account.publishing = undefined;
      });
      await account.publishing;
    }
  }

  /** Reports what other nodes request: they cannot begin a window before they know its figures. */
  async publishAsked(accountOf: (id: string) => OwnAccount): Promise<void> {
    const { link, incarnation } = this.#options;
    const key = keys.asked(incarnation);
    const names = (await link.send(key, ['SPOP', key, String(askedAtOnce)])) as readonly string[];
    const asked = Map.groupBy(names, (name) => name.slice(0, name.indexOf(' ')));
    await Promise.all(
      [...asked].map(async ([accountId, all]) => {
        const account = accountOf(accountId);
        account.isPublished = false;
        await this.publish(
          account,
          all.map((name) => name.slice(accountId.length + 1)),
        );
      }),
    );
  }

  isPublished(account: OwnAccount, windows: readonly string[]): boolean {
    if (!account.isPublished) return false;
    const epoch = this.#options.epochs.current;
    for (const name of windows) if (account.windows.get(name)?.listedIn !== epoch) return false;
    return true;
  }

  async #publish(account: OwnAccount, names: readonly string[]): Promise<void> {
    const { epochs } = this.#options;
    const epoch = epochs.current;
    for (const name of names) account.window(name);
    // Listed before the first figure is reported, so that nothing is missed if this node dies in between.
    await this.#list(account, epoch);
    // There is no await from here to the sending, so the report is consistent with the node's state at that moment.
    this.#generation += 1;
    account.generation = this.#generation;
    account.isPublished = false;
    account.isChanged = false;
    const windows = [...account.windows.values()].filter(({ listedIn }) => listedIn === epoch);
    const locals = windows.map(({ local }) => local);
    const reply = (await epochs.run(
      'publish',
      [keys.account(account.id), keys.open(account.id)],
      this.#publishArguments(account, windows),
      windows.map(({ name }) => keys.window(account.id, epoch, name)),
    )) as readonly (string | number)[];
    if (reply[0] === codes.dead) throw new FencedError('this node was declared dead; its calls were taken over');
    if (reply[0] === codes.epoch) await epochs.renew(epoch);
    if (reply[0] !== codes.done || epochs.current !== epoch) throw new AwayError('the state was lost meanwhile');
    for (const [index, window] of windows.entries()) {
      const [used = '', held = '0'] = reply.slice(1 + 2 * index, 3 + 2 * index);
      // An unknown figure cannot be learned from a report, so amounts admitted by the local share still count.
      if (used === '') continue;
      window.know(BigInt(used), BigInt(held));
      window.local -= locals[index] ?? 0n;
    }
    await this.#reportInherited(account);
    account.isPublished = !account.isChanged;
  }

  /** Data under the name of an ended process start stays there after a report, and is removed with that start. */
  async #reportInherited({ id, generation, open }: OwnAccount): Promise<void> {
    const inherited = [...open].filter(([, { from }]) => from.length > 0);
    const { epochs, incarnation } = this.#options;
    for (const [callId, { entry, from }] of inherited) {
      const args = [incarnation, String(generation), callId, entry, ...from];
      const [code] = (await epochs.run('adopt', [keys.account(id), keys.open(id)], args)) as readonly number[];
      if (code === codes.dead) throw new FencedError('this node was declared dead; its calls were taken over');
      if (code !== codes.done) throw new AwayError('the state was lost meanwhile');
    }
  }

  async #list(account: OwnAccount, epoch: string): Promise<void> {
    const { link, incarnation } = this.#options;
    const unlisted = [...account.windows.values()].filter(({ listedIn }) => listedIn !== epoch);
    if (unlisted.length === 0) return;
    const key = keys.touched(incarnation);
    await link.send(key, ['SADD', key, ...unlisted.map(({ name }) => `${account.id} ${name}`)]);
    for (const window of unlisted) window.listedIn = epoch;
  }

  #publishArguments(account: OwnAccount, windows: readonly OwnWindow[]): string[] {
    const args = [
      ...[this.#options.incarnation, String(account.generation), account.id],
      ...[String(windows.length), String(account.open.size)],
    ];
    for (const { name, used, parsed } of windows) args.push(name, String(used), String(keptSeconds(parsed.scope)));
    for (const [callId, { entry }] of account.open) args.push(callId, entry);
    return args;
  }
}
