import { JoinRefusedError, type NodesStore, type SharedSettings } from './ports.ts';

const name = 'time_zone';

/**
 * All nodes of a fleet count in the same days and months. If no node is running, the fleet adopts the zone of the first one to start.
 * @throws {JoinRefusedError} if this node's days would begin at another time than those of the running nodes.
 */
export async function checkTimeZone(settings: SharedSettings, nodes: Pick<NodesStore, 'list'>, timeZone: string): Promise<void> {
  if (await settings.add(name, timeZone)) return;
  const ofFleet = (await settings.get(name)) ?? timeZone;
  if (ofFleet === timeZone) return;
  const runs = (await nodes.list()).some(({ state }) => state === 'live');
  // If two nodes start at the same time with different zones, one is first and the other is refused.
  if (!runs && (await settings.replace(name, ofFleet, timeZone))) return;
  throw new JoinRefusedError(
    `TOLLGATE_TIME_ZONE is ${timeZone} here and ${runs ? ofFleet : 'another one'} on the other nodes: days and months must begin at the same time on all of them. To change it, stop all nodes first.`,
  );
}
