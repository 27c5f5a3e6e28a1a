import type { FiguresStore, FleetMembers } from '../../domain/limits/coordination.ts';
import { dayWindow, parseWindow } from '../../domain/limits/window.ts';
import type { Clock } from '../../platform/clock.ts';
import { CoalescedTask } from '../../platform/coalesced-task.ts';
import type { Epochs } from './epochs.ts';
import { keptSeconds, keys } from './keys.ts';
import { AwayError, type Link } from './link.ts';
import { codes } from './scripts.ts';
import { FencedError } from './figure-publisher.ts';

export interface FindFiguresOptions {
  readonly link: Link;
  readonly epochs: Epochs;
  readonly clock: Clock;
  readonly incarnation: string;
  readonly figures: FiguresStore;
  readonly members: () => Promise<FleetMembers>;
  readonly revisionOf: (accountId: string) => Promise<number>;
}

/** A window as the server receives its initial figures. */
interface FoundWindow {
  readonly name: string;
  /** The figure in the database, without the postings of live nodes. */
  readonly used: bigint;
  /** The live nodes that may have figures in the window. */
  readonly publishers: readonly string[];
}

const attempts = 20;
const askedSeconds = '600';
const pauseMs = 50;

/** The used money of windows as stored in the database: one read per account, and one per key or sub-account and month. */
export async function storedFigures(
  store: FiguresStore,
  windows: readonly string[],
  except?: readonly string[],
): Promise<readonly bigint[]> {
  const reads = new Map<string, Promise<{ day: bigint; month: bigint }>>();
  const ofKey = (id: string, day: number): Promise<{ day: bigint; month: bigint }> => {
    const name = dayWindow(id, day);
    let read = reads.get(name);
    if (read === undefined) reads.set(name, (read = store.keyUsed(id, day, Math.floor(day / 100), except)));
    return read;
  };
  return Promise.all(
    windows.map(async (window) => {
      const { scope, id, period, isOfDay } = parseWindow(window);
      if (scope === 'account') return store.accountUsed(id, except);
      if (isOfDay) return (await ofKey(id, period)).day;
      const day = windows
        .map(parseWindow)
        .find((other) => other.isOfDay && other.id === id && Math.floor(other.period / 100) === period);
      return (await ofKey(id, day?.period ?? period * 100 + 1)).month;
    }),
  );
}

/**
 * Provides windows of an account with their initial figures: those in the database without the live nodes, plus the reports of the live
 * nodes. This requires all of their reports, otherwise money would be missing.
 * @throws {AwayError} while a report is missing.
 */
export class FigureFinder {
  readonly #options: FindFiguresOptions;
  /** Number of nodes at the last check. */
  nodes = 1;
  /** Many accounts become active at once after a start and at midnight. They share checks, each of which begins after it was requested. */
  readonly #looking: CoalescedTask;
  #members: FleetMembers = { live: [], dead: [], owed: [] };

  constructor(options: FindFiguresOptions) {
    this.#options = options;
    this.#looking = new CoalescedTask(async () => {
      this.#members = await options.members();
      this.nodes = Math.max(1, this.#members.live.length);
    });
  }

  async look(): Promise<FleetMembers> {
    await this.#looking.run();
    return this.#members;
  }

  /**
   * Returns the live nodes, including this one.
   * @throws {FencedError} if this node is not alive: nothing that it begins or reports now would ever be corrected.
   */
  async lookAlive(): Promise<FleetMembers> {
    const members = await this.look();
    if (!members.live.includes(this.#options.incarnation))
      throw new FencedError('this node was declared dead; its calls were taken over');
    return members;
  }

  /** @param isPatient whether every live node is expected to report within a moment. */
  async find(accountId: string, windows: readonly string[], isPatient: boolean): Promise<void> {
    const { clock } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      if (await this.#try(accountId, windows)) return;
      if (!isPatient || attempt >= attempts) break;
      await new Promise<void>((resolve) => clock.after(pauseMs, resolve));
    }
    throw new AwayError('not every node has told its figures yet');
  }

  async #try(accountId: string, windows: readonly string[]): Promise<boolean> {
    const { figures, revisionOf, epochs, link } = this.#options;
    const epoch = epochs.current;
    const { live, dead, owed } = await this.lookAlive();
    // Reserved amounts are summed from the reports, and no node can report these calls yet.
    if (owed.length > 0) return false;
    const counted = new Set(live);
    const stored = await storedFigures(figures, windows, [...counted]);
    const revision = await revisionOf(accountId);
    // Read after the figures, so that it includes any node that joined before they were read and may have posted.
    const ready = new Set((await link.send(keys.ready(epoch), ['SMEMBERS', keys.ready(epoch)])) as readonly string[]);
    if ([...counted].some((node) => !ready.has(node))) return false;
    const gone = new Set(dead);
    const strangers = [...ready].filter((node) => !counted.has(node) && !gone.has(node));
    if (strangers.length > 0) {
      // These nodes registered after the first check, or died so long ago that the database no longer lists them.
      const again = new Set((await this.look()).live);
      if (strangers.some((node) => again.has(node))) return false;
      for (const node of strangers) gone.add(node);
    }
    return await this.#enter(accountId, {
      revision,
      live: [...counted],
      dead: [...gone].filter((node) => !counted.has(node)),
      windows: await this.#figuresOf(accountId, windows, { stored, live: [...counted] }),
    });
  }

  /** In addition to the database's figures: the live nodes that may have figures there and must have reported them. */
  async #figuresOf(
    accountId: string,
    windows: readonly string[],
    { stored, live }: { readonly stored: readonly bigint[]; readonly live: readonly string[] },
  ): Promise<readonly FoundWindow[]> {
    const { link } = this.#options;
    const named = windows.map((name) => `${accountId} ${name}`);
    const listed = await Promise.all(
      live.map(async (node) => {
        const reply = (await link.send(keys.touched(node), ['SMISMEMBER', keys.touched(node), ...named])) as readonly number[];
        return { node, has: reply };
      }),
    );
    return windows.map((name, at) => ({
      name,
      used: stored[at] ?? 0n,
      publishers: listed.filter(({ has }) => has[at] === 1).map(({ node }) => node),
    }));
  }

  /** Requests a report from nodes that may have figures in these windows. Nodes check for requests frequently. */
  async #ask(accountId: string, windows: readonly FoundWindow[]): Promise<void> {
    const { link } = this.#options;
    const named = Map.groupBy(
      windows.flatMap(({ name, publishers }) => publishers.map((node) => ({ node, name: `${accountId} ${name}` }))),
      ({ node }) => node,
    );
    await Promise.all(
      [...named].map(async ([node, all]) => {
        const key = keys.asked(node);
        await link.send(key, ['SADD', key, ...all.map(({ name }) => name)]);
        // Expires in case the node dies before it responds.
        await link.send(key, ['EXPIRE', key, askedSeconds]);
      }),
    );
  }

  async #enter(
    accountId: string,
    found: { revision: number; live: string[]; dead: string[]; windows: readonly FoundWindow[] },
  ): Promise<boolean> {
    const { epochs, link } = this.#options;
    const { revision, live, dead, windows } = found;
    const epochKey = link.isCluster ? '' : keys.epoch;
    const scriptKeys = [keys.account(accountId), keys.open(accountId), ...(epochKey === '' ? [] : [epochKey])];
    const reply = (await epochs.run(
      'found',
      scriptKeys,
      [
        ...[epochKey, accountId, String(revision)],
        ...[live.length, dead.length, windows.length].map(String),
        ...live,
        ...dead,
        ...windows.flatMap(({ name, used, publishers }) => {
          const kept = keptSeconds(parseWindow(name).scope);
          return [name, String(used), String(kept), publishers.join(',')];
        }),
      ],
      windows.map(({ name }) => keys.window(accountId, epochs.current, name)),
    )) as readonly number[];
    if (reply[0] === codes.missing) await this.#ask(accountId, windows);
    if (reply[0] === codes.epoch) await epochs.renew(epochs.current);
    if (reply[0] === codes.epoch || reply[0] === codes.unknown) throw new AwayError('the state was lost meanwhile');
    return reply[0] === codes.done;
  }
}
