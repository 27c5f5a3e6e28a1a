/**
 * The labelled steps at which a process is killed, and the expected state afterwards. A step is a position in the source of a module.
 * `crash-here.ts` inserts the crash when the module is loaded, so the product contains none of it.
 */

/** How the test prepares the process for the step; `crash-points.test.ts` runs each. */
export type Scene =
  /** A call that just started: nothing of it is stored. */
  | 'young call'
  /** A call that has run long enough to have a mark in the database. */
  | 'running call'
  /** The same without streaming. */
  | 'running whole call'
  /** A running call that ends while the database accepts nothing. */
  | 'call in an outage'
  /** The start after such a call. */
  | 'start after an outage'
  | 'start after a crash'
  /** A credit entered by an administrator. */
  | 'credit'
  /** A song, from its order to its end. */
  | 'song'
  /** The start after a process was killed while an upstream made a song. */
  | 'start after a song'
  /** A job on a log of some days. */
  | 'closing hours'
  | 'purge';

/**
 * `complete`: a row with its charge. `interrupted`: a row with charge 0. `none`: too young for a row. Songs count once their tasks have
 * ended.
 */
export type Fate = 'complete' | 'interrupted' | 'none';

export interface CrashPoint {
  readonly step: string;
  readonly scene: Scene;
  /** Path below `server/src`. */
  readonly module: string;
  /** Occurs there exactly once; the crash comes directly before or after it. */
  readonly text: string;
  readonly crash: 'before' | 'after';
  /** Possible results of the call, or of the credit (`complete`: it is entered). For jobs: `complete` after the next run. */
  readonly fates: readonly Fate[];
  /** Whether the client receives its whole response. */
  readonly isDelivered: boolean;
}

type Place = readonly [module: string, crash: CrashPoint['crash'], text: string];

function points(
  scene: Scene,
  steps: readonly (readonly [step: string, place: Place, fates: readonly Fate[], isDelivered?: boolean])[],
) {
  return steps.map(([step, [module, crash, text], fates, isDelivered = false]): CrashPoint => ({
    step,
    scene,
    module,
    crash,
    text,
    fates,
    isDelivered,
  }));
}

const interrupted = ['interrupted'] as const;
const complete = ['complete'] as const;
const none = ['none'] as const;
const sentLast = 'const delivered = await this.#call.client.finish(this.#stream.relay.tail);';
const sentWhole = 'const arrived = await (call.wants.stream ? sendAsStream(call, parts) : call.client.sendParts(200, parts));';
const epochAgain = 'const epoch = (this.#epoch % 0xffff_fffe) + 1;';
const beginGroup = "connection.db.exec('begin immediate');";
const commitGroup = 'commits.commit();';
const commitUnit = 'commits.commit(hasWritten);';
const group = 'storage/sqlite/group-writer.ts';
const unit = 'storage/sqlite/unit-writer.ts';
const stored = 'this.#count(await storeBatch(this.#store, batchOf(flight.taken), this.#incarnation), flight.taken);';

const runner = 'tasks/task-runner.ts';
const beginTask = 'if (this.#isStopped || !(await this.#parts.tasks.begin(draft))) return null;';
const submitOnce = 'const { candidate, upstreamId, songs } = await this.#submitOnce(work, task);';
const acceptTask =
  'if (upstreamId !== null && !(await this.#accepted(work, { routeId: routeIdOf(candidate), upstreamId }))) throw new NotOurs();';
const lookAtTask = 'const songs = await look(parts, work, task, { ...at, unknown });';
const keepTask = 'const kept = await keepSongs(this.#parts, work, { task, songs, wanted, route });';
const endTask = 'await this.#parts.tasks.ended(id, this.#endOf(state, errorCode, words));';

export const crashPoints: readonly CrashPoint[] = [
  ...points('young call', [
    ['money is reserved', ['gateway/admit/reserve.ts', 'before', 'return { admission: deciding, moment, slowed };'], none],
    ['the call is admitted', ['gateway/admit/admit.ts', 'before', '  return admitted;'], none],
    ['a route is chosen', ['gateway/call-upstream/call-upstream.ts', 'before', 'routing.started(candidate);'], none],
    ['the request goes upstream', ['upstream/http-exchange.ts', 'after', 'this.#isSent = true;'], ['none', 'interrupted']],
  ]),
  ...points('running call', [
    ['the first byte is in hand', ['gateway/relay.ts', 'before', '    client.openStream();'], interrupted],
    ['the head is sent', ['gateway/relay.ts', 'after', '    client.openStream();'], interrupted],
    ['the last byte goes out', ['gateway/relay.ts', 'before', sentLast], interrupted],
    ['the last byte is out', ['gateway/relay.ts', 'after', sentLast], interrupted, true],
    [
      'it is priced, settling begins',
      ['gateway/settle.ts', 'before', 'const settling = context.coordination.settle('],
      interrupted,
      true,
    ],
    ['it is settled', ['gateway/settle.ts', 'before', 'return notices;'], interrupted, true],
    ['its record is queued', ['gateway/log.ts', 'before', '  context.observe(record);'], interrupted, true],
    ['its group is begun', [group, 'after', beginGroup], interrupted, true],
    ['its group is written', [group, 'before', commitGroup], interrupted, true],
    ['its group is committed', [group, 'after', commitGroup], complete, true],
    ['its group is confirmed', ['books/commit-queue.ts', 'after', stored], complete, true],
  ]),
  ...points('running whole call', [
    ['the answer goes out', ['gateway/relay.ts', 'before', sentWhole], interrupted],
    ['the answer is out', ['gateway/relay.ts', 'after', sentWhole], interrupted, true],
  ]),
  ...points('call in an outage', [
    [
      'its record goes to the spill file',
      ['books/spill-file.ts', 'before', 'await writeAll(this.#handle, frame, this.#endBytes);'],
      interrupted,
      true,
    ],
    ['its record is in the spill file', ['books/spill-file.ts', 'before', 'this.#endBytes += frame.length;'], complete, true],
  ]),
  ...points('start after an outage', [
    ['what was spilled is stored', ['books/spill-file.ts', 'before', epochAgain], complete, true],
    ['the spill file is emptied', ['books/spill-file.ts', 'after', 'this.#endBytes = headerBytes;'], complete, true],
  ]),
  ...points('start after a crash', [
    [
      'open calls are about to become rows',
      ['books/recovery.ts', 'before', 'await closeAll(store, rows, incarnation);'],
      interrupted,
    ],
    ['open calls have become rows', ['books/recovery.ts', 'after', 'recovered += rows.length;'], interrupted],
  ]),
  ...points('credit', [
    ['the credit is written', [unit, 'before', commitUnit], none],
    ['the credit is committed, not yet answered', [unit, 'after', commitUnit], complete],
  ]),
  ...points('song', [
    ['its task is about to be written down', [runner, 'before', beginTask], none],
    ['its task is written down', [runner, 'after', beginTask], interrupted],
    [
      'its order has been answered',
      ['tasks/submit-task.ts', 'before', 'if (candidate.isCounted) routing.released('],
      interrupted,
    ],
    ['its order is taken', [runner, 'after', submitOnce], interrupted],
    ['its order is written down', [runner, 'after', acceptTask], complete],
    ['it is asked for', ['tasks/follow-task.ts', 'before', lookAtTask], complete],
    ['it is made', ['tasks/follow-task.ts', 'after', lookAtTask], complete],
    ['it is about to be stored', [runner, 'before', 'const wanted = readTerms(task.terms).expected.songs;'], complete],
    [
      'its file is begun',
      ['objects/sealed-objects.ts', 'after', 'if (earlier !== null) await removeParts(facts.name, earlier);'],
      complete,
    ],
    ['its file is there', ['objects/sealed-objects.ts', 'before', 'await index.finish(facts.name, progress.bytes);'], complete],
    ['its files are stored', [runner, 'after', keepTask], complete],
    ['what was stored is written down', [runner, 'before', '    return kept;'], complete],
    ['it is about to be booked', ['tasks/book-task.ts', 'before', 'books.close(record, []);'], complete],
    ['its row is queued', ['tasks/book-task.ts', 'after', 'books.close(record, []);'], complete],
    ['its row is confirmed', ['tasks/book-task.ts', 'after', 'await books.flush();'], complete],
    ['its money is settled', [runner, 'before', 'observe(record);'], complete],
    ['its end is about to be said', [runner, 'before', endTask], complete],
    ['its end is said', [runner, 'after', endTask], complete],
  ]),
  ...points('start after a song', [
    ['its task has a new owner', ['tasks/take-over.ts', 'after', 'await this.#heirs.inherit(from);'], complete],
    ['its money is held again', ['tasks/take-over.ts', 'before', 'await this.#heirs.held(callId);'], complete],
    ['its new owner is told', ['tasks/take-over.ts', 'after', 'await this.#heirs.held(callId);'], complete],
  ]),
  ...points('closing hours', [
    ['an hour is about to be closed', ['books/close-usage-hours.ts', 'before', 'let entries = 0;\n  for (;;) {'], complete],
    [
      'an hour is in the ledger',
      ['books/close-usage-hours.ts', 'before', "await engine.write([progressStatement(engine, 'usage_closed_before_ms',"],
      complete,
    ],
  ]),
  ...points('purge', [
    [
      'the sums of a day are written',
      ['books/purge-calls.ts', 'before', "await engine.write([progressStatement(engine, 'calls_frozen_through_day',"],
      complete,
    ],
    ['a day is frozen', ['books/purge-calls.ts', 'before', 'deleted += await deleteRows(engine, old);'], complete],
    [
      'some rows of a day are deleted',
      ['books/purge-calls.ts', 'before', 'if (written < rowsPerUnit) return deleted;'],
      complete,
    ],
  ]),
];
