import assert from 'node:assert/strict';
import type { Calendar } from '../../../src/domain/limits/calendar.ts';
import type {
  Admission,
  AdmitRequest,
  Coordination,
  MoneyLimit,
  RateLimits,
  Reservation,
} from '../../../src/domain/limits/coordination.ts';
import { dayWindow, monthWindow } from '../../../src/domain/limits/window.ts';

/** A coordination engine whose time a test moves. */
export interface CoordinationHarness {
  readonly coordination: Coordination;
  readonly calendar: Calendar;
  /** Lets time pass. */
  advance(ms: number): void;
  /** Moves only wall time. */
  jumpWall(ms: number): void;
  close(): Promise<void>;
}

export interface HarnessOptions {
  readonly startMs?: number;
  /** Figures committed by earlier processes, by window. */
  readonly committed?: ReadonlyMap<string, bigint>;
}

export type OpenHarness = (options?: HarnessOptions) => Promise<CoordinationHarness>;

const noRates = { requestsPerMinute: null, tokensPerMinute: null, concurrency: null };

export interface CallOptions {
  readonly accountId?: string;
  readonly keyId?: string;
  readonly revision?: number;
  readonly credits?: bigint | null;
  readonly dailyCap?: bigint | null;
  readonly monthlyCap?: bigint | null;
  readonly arming?: number;
  /** The sub-account of the key, if given. */
  readonly subAccountId?: string;
  readonly subDailyCap?: bigint | null;
  readonly subMonthlyCap?: bigint | null;
  readonly accountRates?: Partial<RateLimits>;
  readonly keyRates?: Partial<RateLimits>;
  readonly reserve?: bigint;
  readonly strict?: boolean;
  readonly expectedTokens?: number;
  readonly heldMax?: bigint;
}

/** Calls an engine like the gateway. */
export class Caller {
  #calls = 0;
  readonly harness: CoordinationHarness;
  readonly #prefix: string;

  /** @param prefix separates the calls of several callers. */
  constructor(harness: CoordinationHarness, prefix = '') {
    this.harness = harness;
    this.#prefix = prefix;
  }

  limits(options: CallOptions): readonly MoneyLimit[] {
    const { accountId = 'acc_a', keyId = 'key_a', credits = null, dailyCap = null, monthlyCap = null, arming = 0 } = options;
    const { day, month } = this.harness.calendar.now();
    return [
      { scope: 'account', window: accountId, limit: credits, arming: 0 },
      { scope: 'key_day', window: dayWindow(keyId, day), limit: dailyCap, arming },
      { scope: 'key_month', window: monthWindow(keyId, month), limit: monthlyCap, arming },
      ...this.#limitsOfPart(options),
    ];
  }

  #limitsOfPart({ subAccountId, subDailyCap = null, subMonthlyCap = null, arming = 0 }: CallOptions): readonly MoneyLimit[] {
    if (subAccountId === undefined) return [];
    const { day, month } = this.harness.calendar.now();
    return [
      { scope: 'sub_account_day', window: dayWindow(subAccountId, day), limit: subDailyCap, arming },
      { scope: 'sub_account_month', window: monthWindow(subAccountId, month), limit: subMonthlyCap, arming },
    ];
  }

  request(options: CallOptions): AdmitRequest {
    const { accountId = 'acc_a', keyId = 'key_a', reserve = 0n, strict = false, expectedTokens = 0 } = options;
    this.#calls += 1;
    return {
      callId: `${this.#prefix}call-${String(this.#calls)}`,
      accountId,
      keyId,
      revision: options.revision ?? 0,
      atMs: this.harness.calendar.clock.nowMs(),
      rates: [
        { ...noRates, ...options.accountRates, id: accountId, scope: 'account' },
        { ...noRates, ...options.keyRates, id: keyId, scope: 'key' },
      ],
      money: this.limits(options),
      reserve,
      strict,
      expectedTokens,
      heldMax: options.heldMax ?? null,
    };
  }

  async try(options: CallOptions = {}): Promise<Admission> {
    const { accountId = 'acc_a', keyId = 'key_a', subAccountId = null } = options;
    await this.harness.coordination.prepare(accountId, keyId, subAccountId);
    return this.harness.coordination.admit(this.request(options));
  }

  async admit(options: CallOptions = {}): Promise<Reservation> {
    const admission = await this.try(options);
    assert.ok(admission.admitted, 'must be admitted');
    return admission.reservation;
  }

  async refuse(options: CallOptions = {}) {
    const admission = await this.try(options);
    assert.ok(!admission.admitted, 'must be refused');
    return admission.refusal;
  }

  async freeSlots(reservation: Reservation) {
    await this.harness.coordination.freeSlots(reservation);
  }

  async settle(reservation: Reservation, posted: bigint, tokens = 0) {
    return this.harness.coordination.settle({ reservation, posted, tokens });
  }

  async figures(windows: readonly string[]) {
    return this.harness.coordination.figures('acc_a', 'key_a', windows);
  }
}
