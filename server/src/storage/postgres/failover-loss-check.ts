import type { ClientBase } from 'pg';
import type { Logger } from '../../platform/logger.ts';
import { uuidBytes } from '../uuid-bytes.ts';

/** Detects that a server lacks data after a failover although its predecessor had confirmed it. */
export interface FailoverLossCheck {
  /** Remembers this call as the last one confirmed. */
  confirmed(callId: string): void;
  /** Looks up that call on a new connection. */
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
