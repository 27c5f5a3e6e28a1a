import type { AdmitRequest } from '../../../src/domain/limits/coordination.ts';
import type { FleetNode } from './fleet-node.ts';
import type { FleetStage } from './fleet-stage.ts';
import type { FleetTasks } from './fleet-tasks.ts';
import type { Asking, FleetWitness } from './fleet-witness.ts';
import type { StoredKey } from './shared-database.ts';

export const reserveMax = 20;
const burstCalls = 80;

/** How long a call runs, and which part of its reservation it costs. */
interface Course {
  readonly lastsMs: number;
  readonly part: number;
  /** Whether its work continues when its node is gone. */
  readonly isTask?: boolean;
}

/** What users and administrators of a world do. */
export class FleetCalls {
  asked = 0;
  changes = 0;
  readonly #stage: FleetStage;
  readonly #witness: FleetWitness;
  readonly #tasks: FleetTasks;

  constructor(stage: FleetStage, witness: FleetWitness, tasks: FleetTasks) {
    this.#stage = stage;
    this.#witness = witness;
    this.#tasks = tasks;
  }

  /** Adds strict and ordinary keys, prepaid and not, with limits that are reached during the run. */
  addKeys(): void {
    const { chance, database } = this.#stage;
    for (const name of ['a', 'b', 'c']) {
      const strict = chance.happens(0.4);
      const credits = chance.happens(0.6) ? BigInt(chance.whole(100, 900)) : null;
      const concurrency = chance.happens(0.5) ? chance.whole(1, 6) : null;
      for (const key of ['1', '2']) {
        const dailyCap = chance.happens(0.8) ? BigInt(chance.whole(50, 500)) : null;
        const monthlyCap = chance.happens(0.5) ? BigInt(chance.whole(100, 800)) : null;
        const id = { accountId: `acc_${name}`, keyId: `key_${name}${key}` };
        database.keys.push({ ...id, strict, credits, dailyCap, monthlyCap, concurrency });
      }
    }
  }

  /** One call; sometimes the first of many. */
  call(node: FleetNode): void {
    const { chance, database } = this.#stage;
    const key = chance.pick(database.keys);
    const part = chance.real() * (!key.strict && chance.happens(0.1) ? 1.5 : 1);
    const isTask = chance.happens(0.15);
    const lastsMs = isTask ? chance.skewed(100, 20_000) : chance.skewed(10, 4_000);
    this.#stage.spawn(() => this.#call(node, key, { lastsMs, part, isTask }));
    if (chance.happens(0.02)) this.#stage.spawn(() => this.#burst(node, key));
  }

  /** An administrator changes a cap or enters a credit. */
  change(node: FleetNode): void {
    const { chance, database, note } = this.#stage;
    const key = chance.pick(database.keys);
    const change = this.#anyChange(key);
    this.#stage.spawn(async () => {
      try {
        const revision = await node.change(key.keyId, key.accountId, change);
        this.changes += 1;
        note('changed', `${key.keyId} ${String(revision)}`);
        this.#witness.changed(key.accountId, revision);
      } catch (error) {
        note('change failed', String(error));
      }
    });
  }

  #anyChange({ accountId }: StoredKey): (stored: StoredKey, all: readonly StoredKey[]) => void {
    const { chance } = this.#stage;
    const [cap, credits] = [BigInt(chance.whole(50, 900)), BigInt(chance.whole(10, 300))];
    const kind = chance.pick(['day', 'month', 'credit']);
    return (stored, all) => {
      if (kind === 'day') stored.dailyCap = cap;
      else if (kind === 'month') stored.monthlyCap = cap;
      else for (const other of all) if (other.accountId === accountId && other.credits !== null) other.credits += credits;
    };
  }

  /** Repeated calls on one node, as fast as it responds, that spend their whole reservation. */
  async #burst(node: FleetNode, key: StoredKey): Promise<void> {
    const { chance } = this.#stage;
    for (let call = 0; call < burstCalls && node.clock.isAlive; call += 1) {
      await this.#call(node, key, { lastsMs: chance.whole(5, 30), part: 1 });
      await this.#stage.pause(chance.whole(5, 30));
    }
  }

  async #call(node: FleetNode, { keyId }: StoredKey, course: Course): Promise<void> {
    const reserve = this.#stage.chance.whole(1, reserveMax);
    if (!node.accepts) return;
    this.asked += 1;
    const call = { callId: `call-${String(this.asked)}`, keyId, reserve: BigInt(reserve) };
    const asking: { last: Asking | undefined } = { last: undefined };
    node.running += 1;
    try {
      await this.#live(node, call, asking, course);
    } catch (error) {
      // The database did not respond when an entry was read.
      this.#stage.note('failed', `${call.callId} ${String(error)}`);
    } finally {
      node.running -= 1;
      if (asking.last !== undefined) this.#witness.refused(asking.last);
    }
  }

  async #live(
    node: FleetNode,
    call: { readonly callId: string; readonly keyId: string; readonly reserve: bigint },
    asking: { last: Asking | undefined },
    { lastsMs, part, isTask = false }: Course,
  ): Promise<void> {
    const { callId, keyId, reserve } = call;
    const asked = (request: AdmitRequest): void => {
      if (asking.last !== undefined) this.#witness.refused(asking.last);
      asking.last = this.#witness.asks(node, request);
    };
    const admission = await node.admit(call, asked);
    const outcome = admission.admitted ? 'admitted' : admission.refusal.reason;
    this.#stage.note(outcome, `${callId} ${node.surroundings.incarnation} ${keyId} ${String(reserve)}`);
    if (!admission.admitted || asking.last === undefined) return;
    this.#witness.admitted(asking.last);
    const posted = BigInt(Math.floor(part * Number(reserve)));
    if (isTask) {
      await this.#tasks.begin(node, callId, { cost: posted, lastsMs });
      return;
    }
    await this.#stage.pause(lastsMs);
    this.#witness.settled(callId, posted);
    this.#stage.note('settled', `${callId} ${String(posted)}`);
    await node.settle(admission.reservation, posted);
    this.#witness.told(callId);
  }
}
