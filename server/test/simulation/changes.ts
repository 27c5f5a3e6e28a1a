import { createAccount } from '../../src/subjects/tenants/accounts/accounts.ts';
import { addCredit } from '../../src/subjects/ledger/credits.ts';
import { createKey, deleteKey, patchKey, resetKey } from '../../src/subjects/tenants/keys/keys.ts';
import { putModel } from '../../src/subjects/catalogue/models.ts';
import { operator } from '../../src/control/principal.ts';
import { createProvider } from '../../src/subjects/catalogue/providers/providers.ts';
import type { Chance } from './chance.ts';
import type { SimulatedProcess } from './simulated-process.ts';
import type { KnownKey, Tenants } from './tenants.ts';

const principal = operator('simulation');
/** Caps are drawn in steps of 0.0001 CNY. */
const capStep = 100_000n;
const keysPerAccount = [2, 2, 1];

function cny(steps: number): string {
  return (steps / 10_000).toFixed(4);
}

/** The operator: sets up a service, and changes keys, credits and prices while calls run, one change at a time. */
export class Changes {
  made = 0;
  failed = 0;
  readonly #chance: Chance;
  readonly #tenants: Tenants;
  readonly #accounts: string[] = [];
  /** Keys whose caps were never changed, so that their notices are predictable. */
  readonly untouched = new Set<string>();
  #isBusy = false;

  constructor(chance: Chance, tenants: Tenants) {
    this.#chance = chance;
    this.#tenants = tenants;
  }

  async setUp({ control }: SimulatedProcess): Promise<void> {
    const chance = this.#chance;
    const routes = ['a', 'b', 'c'].map((name) => ({ region: 'domestic' as const, base_url: `http://${name}.test/v1` }));
    const serve = (name: string, use: typeof routes, models: readonly string[], dialect = 'chat-completions') =>
      createProvider(control, principal, {
        name,
        dialect,
        routes: use,
        models: models.map((model) => ({ model })),
      });
    await serve('one', routes.slice(0, 2), ['test/alpha', 'test/beta']);
    await serve('two', routes.slice(2), ['test/alpha']);
    await serve('three', routes, ['test/gamma'], 'messages');
    for (const model of ['test/alpha', 'test/beta', 'test/gamma'])
      await putModel(control, principal, model, { kind: 'chat', price: this.#price(), confirm: true });
    for (const keys of keysPerAccount) {
      const limits = { requests_per_minute: chance.pick([null, 30, 60]), concurrency: chance.pick([null, 4, 10]) };
      const { account } = await createAccount(control, principal, {
        name: 'Simulated',
        plan: 'dedicated',
        trial_credit: false,
        limits,
      });
      this.#accounts.push(account.id);
      const request = { amount: chance.pick(['0.3', '1', '20']), reason: 'simulated', bucket: 'paid' as const };
      await addCredit(control, principal, { accountId: account.id, request, idempotencyKey: null });
      for (let made = 0; made < keys; made += 1) await this.#newKey({ control }, account.id);
    }
    this.#tenants.reload();
  }

  /** Starts a change, unless one is in progress. */
  begin(process: SimulatedProcess): void {
    if (this.#isBusy) return;
    this.#isBusy = true;
    void this.#change(process).finally(() => {
      this.#isBusy = false;
    });
  }

  /** The process is gone, so the change gets no response. */
  forget(): void {
    this.#isBusy = false;
  }

  async #change(process: SimulatedProcess): Promise<void> {
    const key = this.#chance.pick(this.#tenants.keys);
    const kind = this.#chance.weighted({ cap: 40, status: 15, credit: 25, price: 10, reset: 4, delete: 4 });
    try {
      if (kind === 'cap') await this.#changeCaps(process, key);
      else if (kind === 'status') await this.#changeStatus(process, key);
      else if (kind === 'credit') await this.#credit(process, this.#chance.pick(this.#accounts));
      else if (kind === 'price')
        await putModel(process.control, principal, 'test/alpha', { kind: 'chat', price: this.#price(), confirm: true });
      else await this.#replace(process, key, kind);
      this.made += 1;
    } catch {
      // Refused because the key is deleted, or storage failed and it is unknown whether the change was stored.
      this.failed += 1;
    }
  }

  async #changeCaps({ control }: SimulatedProcess, key: KnownKey): Promise<void> {
    const chance = this.#chance;
    const dailySteps = chance.happens(0.3) ? null : chance.whole(1, 6_000);
    const monthlySteps = chance.happens(0.3) ? null : chance.whole(1, 20_000);
    const nano = (steps: number | null): bigint | null => (steps === null ? null : BigInt(steps) * capStep);
    const text = (steps: number | null): string | null => (steps === null ? null : cny(steps));
    this.untouched.delete(key.id);
    await this.#changeKey(key, { dailyCap: nano(dailySteps), monthlyCap: nano(monthlySteps) }, () =>
      patchKey(control, principal, key.id, { daily_cap: text(dailySteps), monthly_cap: text(monthlySteps) }),
    );
  }

  async #changeStatus({ control }: SimulatedProcess, key: KnownKey): Promise<void> {
    const status = this.#chance.happens(0.2) ? 'disabled' : 'available';
    await this.#changeKey(key, { status }, () => patchKey(control, principal, key.id, { status }));
  }

  async #changeKey(key: KnownKey, change: object, act: () => Promise<unknown>): Promise<void> {
    this.#tenants.keyMayBecome(key.id, change);
    try {
      await act();
    } catch (error) {
      this.#tenants.keyIsStored(key.id);
      throw error;
    }
    this.#tenants.keyBecame(key.id);
  }

  /** Replaces ended keys, so that there are always some to call with. */
  async #replace({ control }: SimulatedProcess, key: KnownKey, kind: 'reset' | 'delete'): Promise<void> {
    const status = kind === 'reset' ? 'reset' : 'deleted';
    const replacements: KnownKey[] = [];
    await this.#changeKey(key, { status }, async () => {
      if (kind === 'delete') await deleteKey(control, principal, key.id);
      else {
        const made = await resetKey(control, principal, key.id);
        replacements.push({ id: made.record.key.id, accountId: key.accountId, value: made.value });
      }
    });
    for (const replacement of replacements) this.#know(replacement);
    if (replacements.length === 0) await this.#newKey({ control }, key.accountId);
  }

  async #credit({ control }: SimulatedProcess, accountId: string): Promise<void> {
    const steps = this.#chance.skewed(1, 20_000);
    const isTaken = this.#chance.happens(0.2);
    const amount = isTaken ? `-${cny(steps)}` : cny(steps);
    const request = { amount, reason: 'simulated', bucket: isTaken ? ('adjustment' as const) : ('paid' as const) };
    this.#tenants.creditMayBecome(accountId, BigInt(isTaken ? -steps : steps) * capStep);
    try {
      await addCredit(control, principal, { accountId, request, idempotencyKey: null });
    } catch (error) {
      this.#tenants.creditIsStored(accountId);
      throw error;
    }
    this.#tenants.creditBecame(accountId);
  }

  async #newKey({ control }: Pick<SimulatedProcess, 'control'>, accountId: string): Promise<void> {
    const chance = this.#chance;
    const cap = (stepsMax: number): string | null => (chance.happens(0.4) ? null : cny(chance.whole(200, stepsMax)));
    const limits = chance.happens(0.3) ? { requests_per_minute: chance.whole(5, 40), concurrency: chance.whole(1, 5) } : null;
    const request = { daily_cap: cap(6_000), monthly_cap: cap(20_000), strict: chance.happens(0.5), limits };
    const { record, value } = await createKey(control, principal, accountId, request);
    this.untouched.add(record.key.id);
    this.#know({ id: record.key.id, accountId, value });
  }

  #know(key: KnownKey): void {
    this.#tenants.keys.push(key);
    this.#tenants.keyIsStored(key.id);
  }

  #price() {
    const chance = this.#chance;
    return {
      input: cny(chance.whole(0, 80_000)),
      cached_input: cny(chance.whole(0, 20_000)),
      output: cny(chance.whole(1, 300_000)),
    };
  }
}
