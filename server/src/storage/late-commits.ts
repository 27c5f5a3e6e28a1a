import type { CallRecord } from '../domain/books/call-record.ts';
import type { Logger } from '../platform/logger.ts';
import type { Engine } from './engine.ts';
import { IncarnationFenced } from './storage-error.ts';

/** The call was delivered, but its amount has been given to others meanwhile. */
function uncollected(record: CallRecord): CallRecord {
  return { ...record, charge: 0n, uncollected: record.uncollected + record.charge };
}

/**
 * An engine for the books of a node of a fleet. Records that an earlier start of the node could not commit before the
 * others declared it dead are committed by the present one, uncharged: what they would have cost is recorded as uncollected.
 */
export function withLateCommits(engine: Engine, own: { readonly incarnation: string; readonly logger: Logger }): Engine {
  return {
    ...engine,
    async commitGroup(group, incarnation) {
      try {
        return await engine.commitGroup(group, incarnation);
      } catch (error) {
        if (!(error instanceof IncarnationFenced) || incarnation === own.incarnation) throw error;
        own.logger.error(
          { calls: group.closed.length, incarnation },
          'calls of a start that was declared dead are recorded without a charge',
        );
        return await engine.commitGroup({ ...group, closed: group.closed.map(uncollected) }, own.incarnation);
      }
    },
  };
}
