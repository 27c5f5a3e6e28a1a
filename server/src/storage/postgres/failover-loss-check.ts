import type { ClientBase } from 'pg';
import type { Logger } from '../../platform/logger.ts';
import { uuidBytes } from '../uuid-bytes.ts';

/** Notices if a server that took over lacks data that its predecessor had confirmed. */
export interface FailoverLossCheck {
  /** This call is the last that was confirmed. */
  confirmed(callId: string): void;
  /** Looks for that call on a fresh connection. */
  check(client: ClientBase): Promise<void>;
}

export function createFailoverLossCheck(logger: Logger): FailoverLossCheck {
  let last: string | null = null;
  return {
    confirmed(callId) {
      last = callId;
    },
    async check(client) {
      if (last === null) return;
      const { rowCount } = await client.query('select 1 from calls where id = $1', [uuidBytes(last)]);
      if (rowCount === 0)
        logger.error(
          { callId: last },
          'the database lost calls that it had confirmed, as happens when an asynchronous standby takes over: use synchronous replication',
        );
      last = null;
    },
  };
}
