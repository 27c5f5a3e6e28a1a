import type { FleetState } from '../../domain/limits/coordination.ts';
import { checkServer, claimServer, wrongMemoryPolicy } from './check-server.ts';
import { Epochs } from './epochs.ts';
import { FigureFinder } from './find-figures.ts';
import { keys } from './keys.ts';
import { AwayError, openLink, UnfitServerError, type Link } from './link.ts';
import { missingRight } from './needed-commands.ts';
import type { RedisCoordinationOptions } from './options.ts';
import type { OwnAccount } from './own-figures.ts';
import type { OwnState } from './own-state.ts';
import { FencedError, FigurePublisher } from './figure-publisher.ts';

const probeMs = 250;
const reportsAtOnce = 64;
/** Five seconds between checks of the memory policy. */
const probesPerLook = 20;

export interface Parts {
  readonly link: Link;
  readonly epochs: Epochs;
  readonly publisher: FigurePublisher;
  readonly finder: FigureFinder;
}

/** This node's state in the fleet: whether the server is reachable, and whether it has received all the node's state. */
export class Membership {
  isUp = false;
  isFenced = false;
  /** Number of calls decided by the local share. */
  decidedLocally = 0;
  /** Revisions of accounts that changed while the server was unavailable. */
  readonly revisions = new Map<string, number>();
  readonly #options: RedisCoordinationOptions;
  readonly #own: OwnState;
  readonly #changed = new Set<OwnAccount>();
  #parts: Parts | undefined;
  #joinedIn = '';
  #completeIn = '';
  #waitingFor: readonly string[] = [];
  #telling: Promise<void> | undefined;
  #isProbing = false;
  #probes = 0;
  #wrongPolicy: string | null = null;
  /** A user with limited rights may not see the policy. */
  #showsPolicy = false;
  #stopProbing: () => void = () => undefined;

  constructor(options: RedisCoordinationOptions, own: OwnState) {
    this.#options = options;
    this.#own = own;
  }

  /** @throws before `start` has resolved. */
  get parts(): Parts {
    if (this.#parts === undefined) throw new Error('coordination has not started');
    return this.#parts;
  }

  get state(): FleetState {
    const epoch = this.#parts?.epochs.current ?? '';
    const whenJoined = this.#waitingFor.length === 0 ? 'ready' : 'waiting';
    const whenUp = this.#joinedIn === epoch ? whenJoined : 'joining';
    const unfenced = this.isUp ? whenUp : 'away';
    return {
      state: this.isFenced ? 'fenced' : unfenced,
      epoch: epoch === '' ? null : epoch,
      waitingFor: this.#waitingFor,
      untold: this.#changed.size,
      decidedLocally: this.decidedLocally,
      epochs: this.#parts?.epochs.begun ?? 0,
    };
  }

  async start(): Promise<void> {
    const { clock, url, timeoutMs = 500, connect } = this.#options;
    const onFailure = (error: Error): void => {
      this.#down(error);
    };
    const link = await openLink({ url, clock, timeoutMs, onFailure }, connect).catch((error: unknown) => {
      throw missingRight(error) ?? error;
    });
    try {
      this.#showsPolicy = await checkServer(link, url);
      if (!this.#showsPolicy) this.#options.logger.warn({}, 'Redis does not show its maxmemory-policy; it must be noeviction');
      await claimServer(link, this.#options.installation);
      this.#parts = this.#partsOn(link);
      await this.#parts.epochs.check();
      await this.#join();
    } catch (error) {
      link.close();
      throw error;
    }
    this.isUp = true;
    this.#stopProbing = clock.every(probeMs, () => void this.#probe());
  }

  stop(): void {
    this.#stopProbing();
    this.isUp = false;
    this.#parts?.link.close();
  }

  /** Marks an account whose state here is unknown to the server, or only partly known. */
  markChanged(account: OwnAccount): void {
    account.isChanged = true;
    account.isPublished = false;
    this.#changed.add(account);
    if (this.#mayTell) {
      this.#reportChanged().catch((error: unknown) => {
        this.#options.logger.error({ error: String(error) }, 'coordination could not be restored');
      });
    }
  }

  /**
   * Like {@link markChanged}, for changes that take effect only once the server has them.
   * @throws {AwayError} as long as it has not.
   */
  async reportNow(account: OwnAccount, windows: readonly string[]): Promise<void> {
    this.markChanged(account);
    if (!this.#mayTell) throw new AwayError('the server is away');
    await this.parts.publisher.publish(account, windows);
  }

  /** Ignores errors that mean an unavailable server. Internal errors and those of the database are thrown again. */
  expectAway(error: unknown): void {
    if (error instanceof FencedError) this.isFenced = true;
    else if (!(error instanceof AwayError)) throw error;
  }

  /** Raises the revision of an account. While the server is unavailable, the revision is remembered. */
  async revise(accountId: string, revision: number): Promise<void> {
    if (revision > (this.revisions.get(accountId) ?? 0)) this.revisions.set(accountId, revision);
    await this.#reportRevision(accountId);
  }

  #partsOn(link: Link): Parts {
    const { clock, incarnation, logger } = this.#options;
    const onNew = (): void => {
      for (const account of this.#own.accounts.values()) account.isPublished = false;
    };
    const claim = (): Promise<void> => claimServer(link, this.#options.installation);
    const epochs = new Epochs({ link, clock, logger, incarnation, claim, onNew });
    const publisher = new FigurePublisher({ link, epochs, clock, incarnation });
    return { link, epochs, publisher, finder: new FigureFinder({ ...this.#options, link, epochs }) };
  }

  /** Reports all of this node's state in the current epoch, then marks the node as ready. */
  async #join(): Promise<void> {
    const { epochs, link, publisher, finder } = this.parts;
    const epoch = epochs.current;
    // A node whose state was already corrected must not return in an epoch that does not know about it.
    await finder.lookAlive();
    const all = [...this.#own.accounts.values()].filter(({ isEmpty }) => !isEmpty);
    for (let from = 0; from < all.length; from += reportsAtOnce) {
      const some = all.slice(from, from + reportsAtOnce);
      await Promise.all(some.map((account) => publisher.publish(account, [...account.windows.keys()])));
    }
    if (epochs.current !== epoch) throw new AwayError('the state was lost meanwhile');
    await link.send(keys.ready(epoch), ['SADD', keys.ready(epoch), this.#options.incarnation]);
    this.#joinedIn = epoch;
  }

  /** Until all live nodes have reported in this epoch, nothing that was lost with the previous one can begin. */
  async #lookWhoIsMissing(): Promise<void> {
    const { finder, link, epochs } = this.parts;
    const epoch = epochs.current;
    const { live } = await finder.look();
    const ready = new Set((await link.send(keys.ready(epoch), ['SMEMBERS', keys.ready(epoch)])) as readonly string[]);
    const missing = live.filter((node) => !ready.has(node));
    // If this node itself is missing, it has not yet noticed the loss and is about to report.
    const isNews =
      missing.length > 0 && !missing.includes(this.#options.incarnation) && missing.join() !== this.#waitingFor.join();
    if (isNews) {
      this.#options.logger.warn(
        { nodes: missing },
        'the counters in Redis were lost, and not every node has reported its own again; calls use local shares, strict limits refuse calls',
      );
    }
    this.#waitingFor = missing;
    if (missing.length === 0) this.#completeIn = epoch;
  }

  /** In an epoch that this node has not joined, nothing shows whether the node is dead. */
  get #mayTell(): boolean {
    return this.isUp && this.#joinedIn === this.parts.epochs.current;
  }

  #reportChanged(): Promise<void> {
    this.#telling ??= this.#reportAll().finally(() => {
      this.#telling = undefined;
    });
    return this.#telling;
  }

  async #reportAll(): Promise<void> {
    try {
      while (this.#mayTell && this.#changed.size > 0) {
        const some = [...this.#changed].slice(0, reportsAtOnce);
        await Promise.all(some.map((account) => this.#reportOne(account)));
      }
    } catch (error) {
      if (error instanceof FencedError) this.isFenced = true;
      else if (!(error instanceof AwayError)) throw error;
    }
  }

  async #reportOne(account: OwnAccount): Promise<void> {
    await this.parts.publisher.publish(account, []);
    if (account.isPublished) this.#changed.delete(account);
  }

  async #probe(): Promise<void> {
    if (this.#isProbing) return;
    this.#isProbing = true;
    const { logger } = this.#options;
    try {
      const { epochs } = this.parts;
      await epochs.check();
      if (!this.isUp) logger.warn({ epoch: epochs.current }, 'Redis is back');
      this.isUp = true;
      if (this.#joinedIn !== epochs.current) await this.#join();
      if (this.#completeIn !== epochs.current) await this.#lookWhoIsMissing();
      await this.#reportRevisions();
      await this.parts.publisher.publishAsked((id) => this.#own.account(id));
      await this.#unlist();
      await this.#watchPolicy();
      if (this.#changed.size > 0) await this.#reportChanged();
    } catch (error) {
      if (error instanceof FencedError) this.isFenced = true;
      else if (error instanceof UnfitServerError) this.#down(error);
      else if (!(error instanceof AwayError)) logger.error({ error: String(error) }, 'coordination could not be restored');
    } finally {
      this.#isProbing = false;
    }
  }

  /** An evicted key is reported again, but a server that evicts keys is misconfigured and slower. */
  async #watchPolicy(): Promise<void> {
    this.#probes += 1;
    if (!this.#showsPolicy || this.#probes % probesPerLook !== 0) return;
    const policy = await wrongMemoryPolicy(this.parts.link);
    if (policy === this.#wrongPolicy) return;
    this.#wrongPolicy = policy;
    const { logger } = this.#options;
    if (policy === null) logger.info({}, 'maxmemory-policy of Redis is noeviction again');
    else
      logger.error(
        { policy },
        'maxmemory-policy of Redis was changed: it must be noeviction (CONFIG SET maxmemory-policy noeviction)',
      );
  }

  async #reportRevision(accountId: string): Promise<void> {
    const revision = this.revisions.get(accountId);
    if (revision === undefined || !this.isUp) return;
    try {
      await this.parts.epochs.run('revise', [keys.account(accountId)], [String(revision)]);
      if (this.revisions.get(accountId) === revision) this.revisions.delete(accountId);
    } catch (error) {
      this.expectAway(error);
    }
  }

  async #reportRevisions(): Promise<void> {
    const all = [...this.revisions.keys()];
    for (let from = 0; from < all.length && this.isUp; from += reportsAtOnce) {
      await Promise.all(all.slice(from, from + reportsAtOnce).map((accountId) => this.#reportRevision(accountId)));
    }
  }

  /** Calls that have ended and are committed need no folding, so they are removed from the list. */
  async #unlist(): Promise<void> {
    const names = this.#own.takeForgotten();
    if (names.length === 0) return;
    const key = keys.touched(this.#options.incarnation);
    await this.parts.link.send(key, ['SREM', key, ...names]);
  }

  #down(error: Error): void {
    if (!this.isUp) return;
    this.isUp = false;
    this.#options.logger.warn(
      { error: error.message },
      'Redis is unreachable; calls use local shares, strict limits refuse calls',
    );
    // Updates the number of nodes that share the remaining limits.
    void this.#parts?.finder.look().catch(() => undefined);
  }
}
