import type { CreditBucket } from '@tollgate/contract/enumerations';

export interface Line {
  calls: bigint;
  amount: bigint;
}

/** Expected figures for a month of an account. */
export interface MonthTally {
  credits: bigint;
  creditLines: number;
  usage: bigint;
  readonly model: Map<string, Line>;
  readonly key: Map<string, Line>;
  readonly sub_account: Map<string, Line>;
}

export interface ChargedCall {
  readonly month: number;
  readonly model: string;
  readonly keyId: string;
  readonly subAccountId: string | null;
  readonly charge: bigint;
}

const least = (left: bigint, right: bigint): bigint => (left < right ? left : right);
const atLeastZero = (amount: bigint): bigint => (amount > 0n ? amount : 0n);

/** The money of one account, computed without any code of the product. */
export class Tally {
  readonly months = new Map<number, MonthTally>();
  trial = 0n;
  paid = 0n;
  gifts = 0n;
  used = 0n;
  isPaying = false;
  rows = 0;
  /** On invoices and in requests. */
  invoiced = 0n;

  month(month: number): MonthTally {
    const known = this.months.get(month);
    if (known !== undefined) return known;
    const made: MonthTally = {
      credits: 0n,
      creditLines: 0,
      usage: 0n,
      model: new Map(),
      key: new Map(),
      sub_account: new Map(),
    };
    this.months.set(month, made);
    return made;
  }

  credit(bucket: CreditBucket, amount: bigint, month: number): void {
    const own = this.month(month);
    own.credits += amount;
    own.creditLines += 1;
    if (bucket === 'paid' || bucket === 'payout') {
      this.paid += amount;
      this.isPaying = true;
    } else if (bucket === 'trial' && !this.isPaying) this.trial += amount;
    else this.gifts += amount;
  }

  charge({ month, model, keyId, subAccountId, charge }: ChargedCall): void {
    if (charge === 0n) return;
    const own = this.month(month);
    own.usage += charge;
    this.used += charge;
    for (const [part, item] of [
      ['model', model],
      ['key', keyId],
      ['sub_account', subAccountId ?? ''],
    ] as const) {
      const line = own[part].get(item) ?? { calls: 0n, amount: 0n };
      line.calls += 1n;
      line.amount += charge;
      own[part].set(item, line);
    }
  }

  get balance(): bigint {
    return this.trial + this.paid + this.gifts - this.used;
  }

  /** Trial money is used first, then paid money, gifts last. */
  get consumedPaid(): bigint {
    return least(atLeastZero(this.used - this.trial), this.base);
  }

  get base(): bigint {
    return atLeastZero(this.paid + (this.gifts < 0n ? this.gifts : 0n));
  }

  /** In whole fen, with every hour closed. */
  get invoiceable(): bigint {
    const left = atLeastZero(this.consumedPaid - this.invoiced);
    return left - (left % 10_000_000n);
  }

  /** Without running calls. */
  get payable(): bigint {
    return atLeastZero(least(this.base - this.consumedPaid, this.balance));
  }
}

/** A price in nano-CNY per million tokens. */
export interface TallyPrice {
  readonly input: bigint;
  readonly cached: bigint;
  readonly output: bigint;
}

export interface TallyTokens {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}

/** Quantities times prices, times the multiplier in parts per million, rounded once, half up. */
export function tallyCharge(price: TallyPrice, { input, cached, output }: TallyTokens, ppm: bigint): bigint {
  const sum = BigInt(input - cached) * price.input + BigInt(cached) * price.cached + BigInt(output) * price.output;
  const divisor = 1_000_000n * 1_000_000n;
  return (sum * ppm * 2n + divisor) / (2n * divisor);
}
