import assert from 'node:assert/strict';
import type { CreditBucket } from '@tollgate/contract/enumerations';
import { formatExact } from '@tollgate/contract/money';
import { createAccount } from '../../../src/subjects/tenants/accounts/accounts.ts';
import { addCredit } from '../../../src/subjects/ledger/credits.ts';
import { createKey } from '../../../src/subjects/tenants/keys/keys.ts';
import { putModel } from '../../../src/subjects/catalogue/models.ts';
import { operator } from '../../../src/control/principal.ts';
import { createSubAccount } from '../../../src/subjects/tenants/sub-accounts/sub-accounts.ts';
import { capNotice } from '../../../src/domain/books/notice-text.ts';
import { cost, quote } from '../../../src/domain/catalog/price.ts';
import { capLimits, subAccountCapLimits } from '../../../src/domain/limits/cap-limits.ts';
import type { Reservation } from '../../../src/domain/limits/coordination.ts';
import { blankCall, type CallRecord, type OpenMark } from '../../../src/domain/books/call-record.ts';
import { hashKeyValue } from '../../../src/domain/tenants/key-value.ts';
import type { KeyEntry } from '../../../src/domain/tenants/directory.ts';
import type { Service } from '../../../src/service/service.ts';
import type { VirtualClock } from '../../virtual-clock.ts';
import { Tally, tallyCharge, type TallyPrice, type TallyTokens } from './tally.ts';

export const root = operator('quarter');
const models = ['quarter/small', 'quarter/large', 'quarter/long'] as const;

export interface QuarterAccount {
  readonly id: string;
  readonly ppm: bigint;
  readonly tally: Tally;
  readonly keys: KeyEntry[];
}

export interface RunningCall {
  readonly account: QuarterAccount;
  readonly mark: OpenMark;
  readonly reservation: Reservation;
  readonly charge: bigint;
  readonly tokens: TallyTokens;
  readonly ppm: bigint;
}

/** How an admitted call ended. */
export type QuarterEnding = 'complete' | 'client_left' | 'upstream_broke';

const statuses = { complete: 200, client_left: 499, upstream_broke: 503 } as const;
const errors = { complete: null, client_left: 'client_left', upstream_broke: 'upstream_unavailable' } as const;

/** A service and its accounts, each with its expected money. */
export class QuarterWorld {
  readonly service: Service;
  readonly clock: VirtualClock;
  readonly accounts: QuarterAccount[] = [];
  readonly prices = new Map<string, TallyPrice>();
  /** Calls refused because of the balance or caps. */
  refused = 0;

  /** Small quarters have larger amounts. */
  readonly #scale: bigint;

  constructor(service: Service, clock: VirtualClock, scale: bigint) {
    this.service = service;
    this.#scale = scale;
    this.clock = clock;
  }

  get month(): number {
    return this.service.gateway.calendar.now().month;
  }

  /** Changes prices from now on; admitted calls keep theirs. */
  async setPrice(model: string, price: TallyPrice): Promise<void> {
    const shown = {
      input: formatExact(price.input),
      cached_input: formatExact(price.cached),
      output: formatExact(price.output),
    };
    await putModel(this.service.control, root, model, { kind: 'chat', price: shown, confirm: true });
    this.prices.set(model, price);
  }

  async sell(): Promise<void> {
    for (const [at, model] of models.entries()) {
      const step = BigInt(at + 1) * this.#scale;
      await this.setPrice(model, { input: 2_000_001_000n * step, cached: 500_003_000n, output: 8_000_007_000n * step });
    }
  }

  async open(at: number, keys: number): Promise<void> {
    const { control, gateway } = this.service;
    const factor = at % 4 === 3 ? '0.85' : '1';
    const hasTrial = at % 3 !== 2;
    const request = { name: `Account ${String(at)}`, plan: 'dedicated', trial_credit: hasTrial, price_multiplier: factor };
    const { account } = await createAccount(control, root, request);
    const tally = new Tally();
    if (hasTrial) tally.credit('trial', 10_000_000_000n, this.month);
    const own: QuarterAccount = { id: account.id, ppm: factor === '1' ? 1_000_000n : 850_000n, tally, keys: [] };
    const parts =
      at % 2 === 0
        ? await Promise.all(
            ['A', 'B'].map((name) =>
              createSubAccount(control, root, account.id, { name, monthly_cap: name === 'A' ? String(3n * this.#scale) : null }),
            ),
          )
        : [];
    for (let made = 0; made < keys; made += 1) {
      const part = parts[made % 3];
      const { value } = await createKey(control, root, account.id, {
        remark: `key ${String(made)}`,
        ...(part === undefined ? {} : { sub_account_id: part.record.subAccount.id }),
        ...(made % 5 === 4 ? { daily_cap: formatExact(50_000_000n * this.#scale) } : {}),
      });
      const entry = await gateway.directory.find(hashKeyValue(value));
      assert.ok(entry);
      own.keys.push(entry);
    }
    this.accounts.push(own);
  }

  /** Enters a credit; `false` if it was refused. */
  async credit(account: QuarterAccount, bucket: CreditBucket, amount: bigint): Promise<boolean> {
    const order = {
      accountId: account.id,
      request: { amount: formatExact(amount), bucket, reason: 'quarter' },
      idempotencyKey: null,
    };
    try {
      await addCredit(this.service.control, root, order);
    } catch (error) {
      assert.equal((error as { code?: unknown }).code, 'conflict', String(error));
      return false;
    }
    account.tally.credit(bucket, amount, this.month);
    return true;
  }

  /** Requests a call like the gateway; `null` if it was refused and logged as such. */
  async begin(account: QuarterAccount, keyAt: number, modelAt: number, tokens: TallyTokens): Promise<RunningCall | null> {
    const { gateway } = this.service;
    const entry = account.keys[keyAt % account.keys.length];
    const model = gateway.catalog.current.models.get(models[modelAt % models.length] ?? '');
    assert.ok(entry && model);
    const { key } = entry;
    const atMs = this.clock.nowMs();
    const priced = quote(gateway.catalog.current, model, entry.account.account, atMs);
    const price = this.prices.get(model.name);
    assert.ok(priced && price);
    const usage = {
      inputTokens: tokens.input,
      cachedTokens: tokens.cached,
      outputTokens: tokens.output,
      reasoningTokens: 0,
      more: null,
    };
    const charge = cost(priced.price, usage, priced.multiplierPpm);
    assert.equal(charge, tallyCharge(price, tokens, account.ppm), 'the charge by the product is that of the tally');
    const moment = gateway.calendar.at(atMs);
    const subAccount = entry.subAccount?.subAccount ?? null;
    await gateway.coordination.prepare(account.id, key.id, subAccount?.id ?? null);
    const callId = gateway.ids.uuid();
    const mark: OpenMark = {
      id: callId,
      requestTimeMs: atMs,
      accountId: account.id,
      subAccountId: subAccount?.id ?? null,
      keyId: key.id,
      endpoint: 'chat.completions',
      model: model.name,
      kind: 'chat',
      streamed: false,
      sourceIp: '203.0.113.7',
      priceVersion: priced.priceVersion,
      hourStartMs: moment.hourStartMs,
      day: moment.day,
    };
    const admission = await gateway.coordination.admit({
      callId,
      accountId: account.id,
      keyId: key.id,
      revision: entry.account.revision,
      atMs,
      rates: [],
      money: [
        { scope: 'account', window: account.id, limit: entry.account.credits, arming: 0 },
        ...capLimits(key, moment),
        ...(subAccount === null ? [] : subAccountCapLimits(subAccount, moment)),
      ],
      reserve: charge,
      strict: false,
      expectedTokens: 0,
      heldMax: null,
    });
    account.tally.rows += 1;
    if (!admission.admitted) {
      this.refused += 1;
      const refused = {
        status: 429,
        durationMs: 1,
        ending: 'refused',
        errorCode: 'balance_exhausted',
        error: 'refused',
      } as const;
      gateway.books.close({ ...blankCall, ...mark, priceVersion: null, ...refused }, []);
      return null;
    }
    gateway.books.open(mark);
    return { account, mark, reservation: admission.reservation, charge, tokens, ppm: priced.multiplierPpm };
  }

  /** Settles and records a call like the gateway. */
  async end({ account, mark, reservation, charge, tokens, ppm }: RunningCall, ending: QuarterEnding): Promise<void> {
    const { coordination, books } = this.service.gateway;
    const posted = ending === 'complete' ? charge : 0n;
    const reached = await coordination.settle({ reservation, posted, tokens: tokens.input + tokens.output });
    const record: CallRecord = {
      ...blankCall,
      ...mark,
      status: statuses[ending],
      durationMs: 700,
      ending,
      errorCode: errors[ending],
      error: null,
      inputTokens: tokens.input,
      cachedTokens: tokens.cached,
      outputTokens: tokens.output,
      attempts: 1,
      charge: posted,
      uncollected: charge - posted,
      upstreamCost: charge / 2n,
      multiplierPpm: ppm,
      route: 'north/domestic',
    };
    books.close(
      record,
      reached.map((level) => capNotice(reservation, level, this.clock.nowMs())),
    );
    const month = Math.floor(mark.day / 100);
    const { keyId, subAccountId, model } = mark;
    account.tally.charge({ month, keyId, subAccountId, model: model ?? '', charge: posted });
  }

  /** Lets time pass without its seconds; their effects occur once, at the end. */
  async pass(ms: number): Promise<void> {
    this.clock.block(Math.max(0, ms - 10));
    this.clock.advance(10);
    await this.service.storage.books.flush();
  }
}
