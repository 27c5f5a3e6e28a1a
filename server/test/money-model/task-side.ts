import { sql } from 'kysely';
import type { Catalog } from '../../src/domain/catalog/catalog.ts';
import { listLabel } from '../../src/domain/catalog/price-label.ts';
import type { Objects } from '../../src/domain/content/objects.ts';
import type { Coordination } from '../../src/domain/limits/coordination.ts';
import type { Tasks } from '../../src/domain/tasks/tasks.ts';
import type { Clock } from '../../src/platform/clock.ts';
import { silentLogger } from '../../src/platform/logger.ts';
import { createSecretBox } from '../../src/platform/secret-box.ts';
import type { RunningBooks } from '../../src/books/commit-queue.ts';
import { compilerFor } from '../../src/storage/compiler.ts';
import type { Engine } from '../../src/storage/engine.ts';
import { createCallsStore } from '../../src/subjects/calls/calls-store.ts';
import { createCatalogStore } from '../../src/subjects/catalogue/catalog-store.ts';
import { createNoticesStore } from '../../src/subjects/notices/notices-store.ts';
import { createTasksStore } from '../../src/storage/stores/tasks-store.ts';
import { TakeOver } from '../../src/tasks/take-over.ts';
import { TaskRunner } from '../../src/tasks/task-runner.ts';
import { createRouting } from '../../src/upstream/routing/routing.ts';
import type { Death } from './death.ts';
import { ParkedClock } from './parked-clock.ts';
import { songProtocol, withMaker, type SongMaker } from './song-maker.ts';

const timeouts = { connectTimeoutMs: 5_000, firstByteTimeoutMs: 30_000, idleTimeoutMs: 30_000, totalTimeoutMs: 60_000 };
const box = createSecretBox('the secret of the money model');
/** Maximum price of a song in nano-CNY. */
export const songPriceMax = 45;

/** Stores nothing, because the bytes of songs are not money. */
const objects: Objects = {
  hasRoom: () => Promise.resolve(true),
  fill: () => Promise.resolve({ bytes: 0, bytesMax: 0, unpaidBytes: 0, unpaidBytesMax: 0 }),
  async put(facts, chunks) {
    let bytes = 0;
    for await (const chunk of chunks) bytes += chunk.length;
    return { ...facts, bytes, expiresAtMs: Infinity };
  },
  find: () => Promise.resolve(null),
  async *read() {
    yield await Promise.resolve(Buffer.alloc(0));
  },
  purge: () => Promise.resolve(0),
};

/** The label of the price version for a song at this price. */
export function priceLabel(price: bigint): string {
  return listLabel('songs', Number(price) + 1);
}

/** A model with a price version for every amount. */
export async function sellSongs(engine: Engine): Promise<void> {
  const db = compilerFor(engine.sql);
  const model = sql`insert into models (name, kind, owned_by, created_at, updated_at) values ('songs', 'music', 'maker', 0, 0)
    on conflict do nothing`;
  const prices = Array.from({ length: songPriceMax + 1 }, (_, nano) => {
    const [version, perCall] = [BigInt(nano + 1), BigInt(nano)];
    return sql`insert into model_prices (model, version, valid_from, input, cached_input, output, per_call, created_at, actor)
      values ('songs', ${version}, 0, 0, 0, 0, ${perCall}, 0, 'test') on conflict do nothing`;
  });
  await engine.write(
    [model, ...prices].map((insert) => ({ query: insert.compile(db) })),
    [],
  );
}

export interface TaskSideParts {
  readonly engine: Engine;
  readonly clock: Clock;
  readonly incarnation: string;
  readonly books: RunningBooks;
  readonly coordination: Coordination;
  readonly maker: SongMaker;
  readonly death: Death;
}

/** The part of a process that handles tasks, as the service builds it. */
export class TaskSide {
  readonly tasks: Tasks;
  readonly runner: TaskRunner;
  /** The clock on which the runner waits. */
  readonly clock: ParkedClock;

  private constructor(tasks: Tasks, runner: TaskRunner, clock: ParkedClock) {
    this.tasks = tasks;
    this.runner = runner;
    this.clock = clock;
  }

  static async start({ engine, incarnation, books, coordination, maker, death, ...parts }: TaskSideParts): Promise<TaskSide> {
    const clock = new ParkedClock(parts.clock);
    const tasks = createTasksStore(engine, { incarnation, isFleet: false, box });
    const takingOver = new TakeOver(tasks);
    await takingOver.from(null, coordination);
    const catalog: Catalog = withMaker(await createCatalogStore(engine, box).load());
    const calls = createCallsStore(engine);
    const notices = createNoticesStore(engine);
    const runner = new TaskRunner({
      clock,
      catalog,
      timeouts,
      logger: silentLogger,
      tasks: death.aroundPort('tasks', tasks),
      books: death.aroundPort('books', books),
      coordination: death.aroundPort('coordination', coordination),
      rowOf: death.around('rowOf', (id) => calls.find(id)),
      addNotices: death.around('addNotices', (drafts) => notices.add(drafts)),
      pricesOf: () => Promise.resolve([]),
      musicOf: () => ({ name: 'songs', music: songProtocol }),
      routing: createRouting({ clock: parts.clock, logger: silentLogger }),
      transport: death.aroundPort('transport', maker.transportFor(clock)),
      media: { open: () => Promise.reject(new Error('songs come with their answer')), close: () => Promise.resolve() },
      objects: death.aroundPort('objects', objects),
      observe: () => undefined,
    });
    runner.start(takingOver);
    return new TaskSide(tasks, runner, clock);
  }

  /** Whether everything in progress waits for time to pass. */
  get isParked(): boolean {
    return this.clock.waiting === this.runner.running;
  }
}
