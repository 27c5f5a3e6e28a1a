import type { AdmitRequest, InheritedCall } from '../../domain/limits/coordination.ts';
import { parseWindow } from '../../domain/limits/window.ts';
import { RateLimiter } from '../shared/rate-limiter.ts';
import { SweptMap } from '../shared/swept-map.ts';
import type { RedisCoordinationOptions } from './options.ts';
import { OwnAccount, type OwnCall } from './own-figures.ts';
import { entryOf, inheritedEntryOf, withoutSlots } from './requests.ts';

/** An ended window is kept this long after its last posting, which is as long as a commit may take. */
const keptMs = 600_000;

/** All of this node's state, in memory: enough to report everything to the server again. */
export class OwnState {
  readonly accounts = new SweptMap<OwnAccount>();
  readonly #limiters = new SweptMap<RateLimiter>();
  readonly #options: RedisCoordinationOptions;
  #forgotten: string[] = [];

  constructor(options: RedisCoordinationOptions) {
    this.#options = options;
  }

  account(id: string): OwnAccount {
    let account = this.accounts.get(id);
    if (account === undefined) this.accounts.set(id, (account = new OwnAccount(id)));
    account.usedMs = this.#options.clock.monotonicMs();
    return account;
  }

  /** Windows dropped since the last call of this method, as the server lists them. */
  takeForgotten(): readonly string[] {
    const names = this.#forgotten.slice(0, 1000);
    this.#forgotten = this.#forgotten.slice(1000);
    return names;
  }

  get rateNowMs(): number {
    return this.#options.rateTimeMs?.() ?? this.#options.clock.monotonicMs();
  }

  /** The call in the form it has once it is admitted. */
  call(request: AdmitRequest): OwnCall {
    const { callId, accountId, keyId, reserve, money, rates, expectedTokens, strict } = request;
    const held: [string, string] = ['', ''];
    let limitedKeyId = '';
    for (const { id, scope, tokensPerMinute } of rates) {
      const tokens = tokensPerMinute === null ? '' : String(expectedTokens);
      if (scope === 'key') [limitedKeyId, held[1]] = [id, tokens];
      else held[0] = tokens;
    }
    return {
      reservation: { callId, accountId, keyId, amount: reserve, windows: money.map(({ window }) => window) },
      entry: entryOf(this.#options.incarnation, request),
      hasSlots: true,
      limiters: rates.map(({ id }) => this.#limiter(id)),
      limitedKeyId,
      held,
      expectedTokens,
      strict,
      from: [],
    };
  }

  /** Adds the reservation and slots of an inherited call. Has no effect if it was already added. */
  adopt(account: OwnAccount, { reservation, strict, from }: InheritedCall): void {
    const { accountId, keyId } = reservation;
    if (account.open.has(reservation.callId)) return;
    const limiters = [accountId, keyId].map((id) => this.#limiter(id));
    for (const limiter of limiters) limiter.take(0);
    const entry = inheritedEntryOf(this.#options.incarnation, reservation);
    const call: OwnCall = {
      reservation,
      entry,
      hasSlots: true,
      limiters,
      limitedKeyId: keyId,
      held: ['', ''],
      expectedTokens: 0,
      strict,
      from,
    };
    account.begin(call, false);
  }

  begin(request: AdmitRequest, account: OwnAccount, call: OwnCall, isLocal: boolean): void {
    account.begin(call, isLocal);
    const nowMs = this.rateNowMs;
    for (const [index, limits] of request.rates.entries()) call.limiters[index]?.admit(limits, request.expectedTokens, nowMs);
  }

  giveSlots(call: OwnCall): void {
    if (!call.hasSlots) return;
    call.hasSlots = false;
    call.entry = withoutSlots(call.entry);
    for (const limiter of call.limiters) limiter.freeSlot();
  }

  end(account: OwnAccount, call: OwnCall, posted: bigint, tokens: number): void {
    account.end(call, posted, this.#options.clock.monotonicMs());
    const nowMs = this.rateNowMs;
    if (call.hasSlots) for (const limiter of call.limiters) limiter.freeSlot();
    for (const limiter of call.limiters) limiter.settle(call.expectedTokens, tokens, nowMs);
  }

  isOver(window: string): boolean {
    const { day, month } = this.#options.calendar.now();
    const { scope, period, isOfDay } = parseWindow(window);
    return scope !== 'account' && period < (isOfDay ? day : month);
  }

  /** Removes what is over, checking a few entries per call. */
  sweep(): void {
    const nowMs = this.rateNowMs;
    this.#limiters.sweep(2, (limiter) => limiter.isIdle(nowMs));
    const committedMs = this.#options.clock.monotonicMs() - keptMs;
    this.accounts.sweep(1, (account) => {
      for (const [name, { reservations, touchedMs }] of account.windows) {
        if (reservations > 0 || touchedMs >= committedMs || !account.isPublished || !this.isOver(name)) continue;
        account.windows.delete(name);
        this.#forgotten.push(`${account.id} ${name}`);
      }
      return account.isPublished && account.isEmpty && account.usedMs < committedMs;
    });
  }

  #limiter(id: string): RateLimiter {
    let limiter = this.#limiters.get(id);
    if (limiter === undefined) this.#limiters.set(id, (limiter = new RateLimiter()));
    return limiter;
  }
}
