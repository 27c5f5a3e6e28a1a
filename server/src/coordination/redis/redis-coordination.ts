import type { ReachedLevel } from '@tollgate/contract/tenants/cap-levels';
import type {
  Admission,
  AdmitRequest,
  BookedFigures,
  FleetCoordination,
  FleetState,
  FreeAnswer,
  FreeRequest,
  InheritedCall,
  MoneyLimit,
  OpenReservation,
  Reservation,
  Settlement,
  WindowFigures,
} from '../../domain/limits/coordination.ts';
import { ownWindows } from '../../domain/limits/window.ts';
import { FencedError } from './figure-publisher.ts';
import { keys } from './keys.ts';
import { DamagedError } from './link.ts';
import { LocalDecisions } from './local-decisions.ts';
import { Membership } from './membership.ts';
import type { RedisCoordinationOptions } from './options.ts';
import type { OwnAccount } from './own-figures.ts';
import { OwnState } from './own-state.ts';
import { foldIncarnation, openCallsOf } from './recovery.ts';
import {
  admissionOf,
  admitSending,
  freeSlotsSending,
  refusalOf,
  settled,
  settleSending,
  watched,
  type Sender,
  type Sending,
} from './requests.ts';
import { codes } from './scripts.ts';

const attempts = 8;
const noLevels: readonly ReachedLevel[] = [];

/** Coordination of many nodes through one Redis. README.md explains why it is exact. */
export function createRedisCoordination(options: RedisCoordinationOptions): FleetCoordination {
  return new RedisCoordination(options);
}

class RedisCoordination implements FleetCoordination {
  readonly #options: RedisCoordinationOptions;
  readonly #own: OwnState;
  readonly #membership: Membership;
  readonly #local: LocalDecisions;
  #frees = 0;

  constructor(options: RedisCoordinationOptions) {
    this.#options = options;
    this.#own = new OwnState(options);
    this.#membership = new Membership(options, this.#own);
    this.#local = new LocalDecisions(this.#own, this.#membership, options);
  }

  start(): Promise<void> {
    return this.#membership.start();
  }

  state(): FleetState {
    return this.#membership.state;
  }

  prepare(accountId: string, keyId: string, subAccountId: string | null = null): Promise<void> | undefined {
    const windows = [accountId, ...ownWindows(keyId, subAccountId, this.#options.calendar.now())];
    const account = this.#own.account(accountId);
    if (!this.#membership.isUp || this.#membership.parts.publisher.isPublished(account, windows)) return undefined;
    return this.#prepare(account, windows);
  }

  async admit(request: AdmitRequest): Promise<Admission> {
    const account = this.#own.account(request.accountId);
    this.#own.sweep();
    const windows = request.money.map(({ window }) => window);
    try {
      for (let attempt = 0; attempt < attempts && this.#membership.isUp; attempt += 1) {
        const admission = await this.#unlessDamaged(account, () => this.#admitThere(request, account, windows));
        if (admission !== undefined) return admission;
      }
    } catch (error) {
      this.#membership.expectAway(error);
      this.#membership.markChanged(account);
    }
    return this.#local.admit(request, account);
  }

  async adopt(call: InheritedCall): Promise<void> {
    const { accountId, windows } = call.reservation;
    const account = this.#own.account(accountId);
    this.#own.adopt(account, call);
    await this.#membership.reportNow(account, windows);
  }

  async freeSlots({ accountId, callId }: Reservation): Promise<void> {
    const account = this.#own.accounts.get(accountId);
    const call = account?.open.get(callId);
    if (account === undefined || call?.hasSlots !== true) return;
    this.#own.giveSlots(call);
    await this.#reportDone(account, 'freeSlots', freeSlotsSending(call, account.generation, this.#sender()));
  }

  async settle(settlement: Settlement): Promise<readonly ReachedLevel[]> {
    const { reservation, posted, tokens } = settlement;
    const account = this.#own.accounts.get(reservation.accountId);
    const call = account?.open.get(reservation.callId);
    if (account === undefined || call === undefined) {
      this.#options.logger.error({ callId: reservation.callId }, 'a call without an open reservation was settled; ignored');
      return noLevels;
    }
    if (posted < 0n || (call.strict && posted > call.reservation.amount)) {
      this.#options.logger.error({ callId: reservation.callId }, 'a call posted a negative amount or more than it reserved');
    }
    const charge = posted < 0n ? 0n : posted;
    this.#own.end(account, call, charge, tokens);
    const sending = settleSending(call, { ...settlement, posted: charge }, account.generation, this.#sender());
    const reply = await this.#reportDone(account, 'settle', sending);
    return reply === undefined ? noLevels : settled(account, call, charge, reply);
  }

  async admitFree(request: FreeRequest): Promise<FreeAnswer> {
    const { accountId, bucket, revision, perMinute } = request;
    const own = this.#membership.revisions.get(accountId) ?? 0;
    if (revision < own) return 'stale';
    if (this.#membership.isUp) {
      this.#frees += 1;
      try {
        const waitMs = (await this.#membership.parts.epochs.run(
          'free',
          [keys.account(accountId), keys.free(accountId, bucket)],
          [String(revision), this.#sender().rateTime, String(perMinute), `${this.#options.incarnation}:${String(this.#frees)}`],
        )) as number;
        if (waitMs < 0) return 'stale';
        return waitMs === 0 ? null : waitMs;
      } catch (error) {
        this.#membership.expectAway(error);
      }
    }
    return this.#local.admitFree(bucket, perMinute);
  }

  accountChanged(accountId: string, revision: number): Promise<void> {
    return this.#membership.revise(accountId, revision);
  }

  async reachedLevels(accountId: string, limits: readonly MoneyLimit[]): Promise<readonly ReachedLevel[]> {
    const windows = limits.map(({ window }) => window);
    const args = limits.flatMap(({ limit, arming }) => [limit === null ? '' : String(limit), String(arming)]);
    const reply = await this.#ask(accountId, windows, 'levels', args);
    return reply === undefined ? noLevels : watched(windows, reply);
  }

  async figures(accountId: string, _keyId: string | null, windows: readonly string[]): Promise<readonly WindowFigures[]> {
    const reply = await this.#ask(accountId, windows, 'figures', []);
    const account = this.#own.account(accountId);
    return Promise.all(
      windows.map(async (window, at) => {
        const [used, held] = reply?.slice(1 + 2 * at, 3 + 2 * at) ?? [];
        if (used === undefined || used === '') return this.#local.figures(account, window);
        return { used: BigInt(used), held: BigInt(held ?? 0) };
      }),
    );
  }

  async running(accountId: string): Promise<number> {
    if (this.#membership.isUp) {
      try {
        const { epochs } = this.#membership.parts;
        return (await epochs.run('running', [keys.account(accountId), keys.open(accountId)], [])) as number;
      } catch (error) {
        this.#membership.expectAway(error);
      }
    }
    return [...(this.#own.accounts.get(accountId)?.open ?? [])].filter(([, { hasSlots }]) => hasSlots).length;
  }

  async openCallsOf(incarnation: string): Promise<readonly OpenReservation[]> {
    return openCallsOf(this.#membership.parts.link, incarnation);
  }

  async foldIncarnation(incarnation: string, booked: BookedFigures): Promise<void> {
    const { link, epochs } = this.#membership.parts;
    await foldIncarnation(link, epochs, incarnation, booked);
  }

  stop(): Promise<void> {
    this.#membership.stop();
    return Promise.resolve();
  }

  #sender(): Sender {
    const { incarnation, rateTimeMs } = this.#options;
    return {
      incarnation,
      epoch: this.#membership.parts.epochs.current,
      rateTime: rateTimeMs === undefined ? '' : String(rateTimeMs()),
    };
  }

  async #prepare(account: OwnAccount, windows: readonly string[]): Promise<void> {
    try {
      await this.#membership.parts.publisher.publish(account, windows);
      if (windows.some((name) => account.window(name).knownUsed === null)) await this.#find(account, windows);
    } catch (error) {
      this.#membership.expectAway(error);
    }
  }

  /** Asks the server; `undefined` if the request has to be repeated. */
  async #admitThere(request: AdmitRequest, account: OwnAccount, windows: readonly string[]): Promise<Admission | undefined> {
    const { publisher, epochs } = this.#membership.parts;
    if (!publisher.isPublished(account, windows)) await publisher.publish(account, windows);
    const { generation } = account;
    const call = this.#own.call(request);
    const sending = admitSending(request, call.entry, generation, this.#sender());
    const reply = (await epochs.run('admit', sending.keys, sending.args)) as readonly number[];
    // A report was sent meanwhile, which undid the result of this response.
    if (account.generation !== generation || !account.isPublished) return undefined;
    const refusal = refusalOf(request, reply);
    if (refusal?.refusal.reason === 'stale' && (await this.#isBeyond(account, refusal.refusal.revision, sending.keys)))
      return undefined;
    if (refusal !== undefined) return refusal;
    if (reply[0] === codes.done) {
      this.#own.begin(request, account, call, false);
      return admissionOf(call, reply);
    }
    await this.#mend(account, windows, reply[0]);
    return undefined;
  }

  /** Whether a revision never existed in the database. Every call would otherwise be refused as stale permanently. */
  async #isBeyond(account: OwnAccount, revision: number, stored: readonly string[]): Promise<boolean> {
    if (revision <= (await this.#options.revisionOf(account.id))) return false;
    await this.#membership.parts.epochs.discard(`the revision ${String(revision)} is none of the database`, stored);
    account.isPublished = false;
    return true;
  }

  /** The server's response; `undefined` if its data of the account was invalid and must be reported again. */
  async #unlessDamaged<Answer>(account: OwnAccount, ask: () => Promise<Answer>): Promise<Answer | undefined> {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof DamagedError)) throw error;
      account.isPublished = false;
      return undefined;
    }
  }

  /** Takes the step that an undecided response requires. */
  async #mend(account: OwnAccount, windows: readonly string[], code: number | undefined): Promise<void> {
    const { epochs } = this.#membership.parts;
    if (code === codes.unknown) {
      // If a window was lost, this node's report of it was lost as well.
      account.isPublished = false;
      return this.#find(account, windows);
    }
    if (code === codes.epoch) return epochs.renew(epochs.current);
    if (code === codes.dead) throw new FencedError('this node was declared dead');
    if (code === codes.twice) throw new Error('a call id was admitted twice');
    account.isPublished = false;
  }

  async #find(account: OwnAccount, windows: readonly string[]): Promise<void> {
    const { publisher, finder, epochs } = this.#membership.parts;
    while (account.finding !== undefined) await account.finding;
    await epochs.check();
    await publisher.publish(account, windows);
    account.finding = finder.find(account.id, windows, this.#membership.state.waitingFor.length === 0).finally(() => {
      account.finding = undefined;
    });
    await account.finding;
  }

  /** Reports what this node has already done; `undefined` if that is included in a new report of the account. */
  async #reportDone(
    account: OwnAccount,
    name: 'freeSlots' | 'settle',
    sending: Sending,
  ): Promise<readonly (string | number)[] | undefined> {
    const { generation } = account;
    if (!this.#membership.isUp || !account.isPublished) {
      this.#membership.markChanged(account);
      return undefined;
    }
    try {
      const reply = (await this.#membership.parts.epochs.run(name, sending.keys, sending.args)) as readonly (string | number)[];
      if (reply[0] === codes.done) return reply;
      if (reply[0] === codes.dead) this.#membership.isFenced = true;
      if (reply[0] === codes.epoch) await this.#membership.parts.epochs.check();
    } catch (error) {
      this.#membership.expectAway(error);
    }
    if (account.generation === generation) this.#membership.markChanged(account);
    return undefined;
  }

  /** Runs a read-only script, and enters the account first if needed; `undefined` while there is no response. */
  async #ask(
    accountId: string,
    windows: readonly string[],
    name: 'levels' | 'figures',
    args: readonly string[],
  ): Promise<readonly (string | number)[] | undefined> {
    const account = this.#own.account(accountId);
    try {
      for (let attempt = 0; attempt < attempts && this.#membership.isUp; attempt += 1) {
        const reply = await this.#unlessDamaged(account, () => this.#askThere(account, windows, name, args));
        if (reply !== undefined) return reply;
      }
    } catch (error) {
      this.#membership.expectAway(error);
    }
    return undefined;
  }

  /** Asks the server; `undefined` if the request has to be repeated. */
  async #askThere(
    account: OwnAccount,
    windows: readonly string[],
    name: 'levels' | 'figures',
    args: readonly string[],
  ): Promise<readonly (string | number)[] | undefined> {
    const { epochs } = this.#membership.parts;
    const names = windows.map((window) => keys.window(account.id, epochs.current, window));
    const reply = (await epochs.run(name, [keys.account(account.id), ...names], args)) as readonly (string | number)[];
    const current = windows.filter((window) => !this.#own.isOver(window));
    const known = (window: string): boolean => reply[1 + 2 * windows.indexOf(window)] !== '';
    if (reply[0] === codes.done && (name === 'levels' || current.every(known))) return reply;
    if (reply[0] !== codes.done) account.isPublished = false;
    // An ended window is in the database and gets no new entry here.
    await this.#find(account, current);
    return undefined;
  }
}
