import type { CallRecord } from '../domain/books/call-record.ts';
import type { Logger } from '../platform/logger.ts';
import type { CallGroup, Engine } from '../storage/engine.ts';
import { noteUncollected } from './note-uncollected.ts';
import { tasksGoingOn } from './tasks-going-on.ts';
import { IncarnationFenced } from '../storage/storage-error.ts';

/** The call was delivered, but its amount has since been released for other calls. */
function uncollected(record: CallRecord): CallRecord {
  return { ...record, charge: 0n, uncollected: record.uncollected + record.charge };
}

/**
 * An engine for the books of a fleet node. If an earlier start of the node could not commit records before the others declared it dead, the
 * current start commits them uncharged. Their cost is recorded as uncollected, on the voided row if there is one. An interruption does no
 * harm: the records stay in the spill file until all of them are committed.
 */
export function withLateCommits(engine: Engine, own: { readonly incarnation: string; readonly logger: Logger }): Engine {
  async function commitLate(group: CallGroup, incarnation: string): Promise<{ readonly duplicates: readonly string[] }> {
    // The node that continues a task writes its row.
    const goingOn = await tasksGoingOn(
      engine,
      group.closed.map(({ id }) => id),
    );
    const closed = group.closed.filter(({ id }) => !goingOn.has(id)).map(uncollected);
    const { duplicates } = await engine.commitGroup({ ...group, closed }, own.incarnation);
    const lost = new Set(duplicates);
    const voidBefore = await noteUncollected(
      engine,
      closed.filter(({ id }) => lost.has(id)),
      own.incarnation,
    );
    own.logger.error(
      { calls: closed.length, voidBefore, duplicates: duplicates.length - voidBefore, incarnation },
      'calls of a process that was declared dead are recorded without a charge',
    );
    return { duplicates };
  }

  return {
    ...engine,
    async commitGroup(group, incarnation) {
      try {
        return await engine.commitGroup(group, incarnation);
      } catch (error) {
        if (!(error instanceof IncarnationFenced) || incarnation === own.incarnation) throw error;
        return await commitLate(group, incarnation);
      }
    },
  };
}
