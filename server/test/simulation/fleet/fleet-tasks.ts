import { blankCall } from '../../../src/domain/books/call-record.ts';
import type { Settlement } from '../../../src/domain/limits/coordination.ts';
import { bookTask, type BookedTask } from '../../../src/tasks/book-task.ts';
import type { DatabaseDoor } from './database-door.ts';
import type { FleetNode } from './fleet-node.ts';
import type { FleetStage } from './fleet-stage.ts';
import type { FleetWitness } from './fleet-witness.ts';
import type { StoredTask } from './shared-database.ts';

const lookEveryMs = 1_000;

/** What an upstream makes, with its cost, for any client. */
interface Order {
  readonly doneAtMs: number;
  readonly cost: bigint;
  submissions: number;
}

/** Work that outlives the node that started it. */
export class FleetTasks {
  begun = 0;
  #doors: DatabaseDoor[] = [];
  readonly #stage: FleetStage;
  readonly #witness: FleetWitness;
  readonly #orders = new Map<string, Order>();

  constructor(stage: FleetStage, witness: FleetWitness) {
    this.#stage = stage;
    this.#witness = witness;
  }

  /** Turns an admitted call into a task: records it, submits it, records it again. */
  async begin(
    node: FleetNode,
    callId: string,
    { cost, lastsMs }: { readonly cost: bigint; readonly lastsMs: number },
  ): Promise<void> {
    const { incarnation, door } = node.surroundings;
    const task = node.taskOf(callId);
    this.#witness.becameTask(callId);
    try {
      if (!(await door.task((database) => database.beginTask(incarnation, task.reservation, task.strict)))) return;
    } catch {
      // It may or may not be recorded, so it is not submitted.
      await this.#insist(node, () => this.#giveUp(node, callId));
      return;
    }
    if (!node.clock.isAlive) return;
    this.begun += 1;
    const doneAtMs = this.#stage.clock.monotonicMs() + lastsMs;
    const order = this.#orders.get(callId) ?? { doneAtMs, cost, submissions: 0 };
    order.submissions += 1;
    this.#orders.set(callId, order);
    await this.#stage.pause(this.#stage.chance.skewed(5, 500));
    const accepted = { state: 'running', upstreamId: `at the upstream ${callId}` } as const;
    await this.#insist(node, async () => {
      // Repeated if the first response was lost.
      const isAccepted = await door.task(
        (database) =>
          database.moveTask(incarnation, callId, 'submitting', accepted) ||
          database.moveTask(incarnation, callId, 'running', accepted),
      );
      if (isAccepted) node.tasks.set(callId, true);
    });
  }

  /** Repeats while the database does not respond. */
  async #insist(node: FleetNode, action: () => Promise<void>): Promise<void> {
    while (node.clock.isAlive) {
      try {
        await action();
        return;
      } catch {
        await this.#stage.pause(lookEveryMs);
      }
    }
  }

  async #giveUp(node: FleetNode, callId: string): Promise<void> {
    const { incarnation, door } = node.surroundings;
    await door.task((database) => database.moveTask(incarnation, callId, 'submitting', { state: 'failed' }));
    if ((await this.#book(node, callId, 0n)) === null) return;
    this.#witness.isOver(callId);
  }

  #book(node: FleetNode, callId: string, charge: bigint): Promise<BookedTask | null> {
    const { reservation } = node.taskOf(callId);
    const chargeOf = (id: string): Promise<bigint | null> => node.surroundings.door.task((database) => database.chargeOf(id));
    const coordination = {
      settle: (settlement: Settlement) => {
        this.#witness.settled(callId, settlement.posted);
        return node.coordination.settle(settlement);
      },
    };
    const record = { ...blankCall, id: callId, charge } as never;
    return bookTask({ books: node.booksFor(reservation), coordination, chargeOf }, reservation, record);
  }

  /** A node handles the tasks that it owns, while it lives. */
  watch(node: FleetNode): void {
    const busy = new Set<string>();
    this.#doors.push(node.surroundings.door);
    node.clock.every(lookEveryMs, () => {
      for (const callId of node.tasks.keys()) {
        const order = this.#orders.get(callId);
        if (busy.has(callId) || node.isLeaving || order === undefined || this.#stage.clock.monotonicMs() < order.doneAtMs)
          continue;
        busy.add(callId);
        this.#end(node, callId, order)
          .catch((error: unknown) => {
            this.#stage.note('task not ended yet', `${callId} ${String(error)}`);
          })
          .finally(() => busy.delete(callId));
      }
    });
  }

  /** Each task was submitted at most once and has one row, which matches its state. */
  check(): void {
    const { database, report } = this.#stage;
    for (const [callId, task] of database.tasks) {
      const [order, charge] = [this.#orders.get(callId), database.chargeOf(callId)];
      if ((order?.submissions ?? 0) > 1) report(`${callId} was submitted ${String(order?.submissions)} times`);
      if (charge === null) report(`${callId} is ${task.state} and has no row`);
      const expected = task.state === 'completed' ? order?.cost : 0n;
      if (charge !== expected) report(`${callId} is ${task.state} and was charged ${String(charge)}`);
    }
  }

  get carriedOn(): number {
    return this.#doors.reduce((sum, { inherited }) => sum + inherited, 0);
  }

  get unfinished(): readonly StoredTask[] {
    return [...this.#stage.database.tasks.values()].filter(({ state }) => state === 'submitting' || state === 'running');
  }

  async #end(node: FleetNode, callId: string, { cost }: Order): Promise<void> {
    const { incarnation, door } = node.surroundings;
    if (node.tasks.get(callId) === true) {
      // A node that is cut off from the database tries in vain to continue tasks that others now own.
      if (this.#stage.database.tasks.get(callId)?.incarnation === incarnation) this.#witness.owns(callId, incarnation);
      const booked = await this.#book(node, callId, cost);
      if (booked === null) return;
      node.tasks.set(callId, false);
      this.#witness.told(callId);
    }
    if (await door.task((database) => database.moveTask(incarnation, callId, 'running', { state: 'completed' }))) {
      this.#witness.isOver(callId);
      this.#stage.note('task ended', `${callId} ${incarnation}`);
    }
    node.tasks.delete(callId);
  }
}
