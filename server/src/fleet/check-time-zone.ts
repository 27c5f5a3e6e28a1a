import { JoinRefusedError, type NodesStore, type SharedSettings } from './ports.ts';

const name = 'time_zone';

/**
 * All nodes of a fleet count in the same days and months. If no node runs, the fleet adopts the zone of the first that is started.
 * @throws {JoinRefusedError} if this node would begin its days at another time than the running ones.
 */
export async function checkTimeZone(settings: SharedSettings, nodes: Pick<NodesStore, 'list'>, timeZone: string): Promise<void> {
  if (await settings.add(name, timeZone)) return;
  const ofFleet = (await settings.get(name)) ?? timeZone;
  if (ofFleet === timeZone) return;
  const runs = (await nodes.list()).some(({ state }) => state === 'live');
  // If two start at once with different zones, one is first and the other is refused.
  if (!runs && (await settings.replace(name, ofFleet, timeZone))) return;
  throw new JoinRefusedError(
    `TOLLGATE_TIME_ZONE is ${timeZone} here and ${runs ? ofFleet : 'another one'} on the other nodes: days and months must begin at the same time on all of them. To change it, stop all nodes first.`,
  );
}
