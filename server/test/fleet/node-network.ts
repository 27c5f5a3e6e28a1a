/** The connection between a node and its servers, which can be cut: a proxy in this process, or a network of the operating system. */
import { startFaultProxy, type FaultProxy } from '../fault-proxy/fault-proxy.ts';
import { NetworkNamespace } from '../servers/network-namespace.ts';
import type { FleetEnvironment, FleetServers } from './fleet-servers.ts';

export interface NodeNetwork {
  /** Host on which an upstream must listen so that the node reaches it. */
  readonly upstreamHost: string;
  /** Command that runs the node's program. */
  readonly within: readonly string[];
  /** The same servers, at the addresses that the node uses. */
  environment(fleet: FleetEnvironment): FleetEnvironment;
  cut(isCut: boolean): void;
  close(): Promise<void>;
}

export type OpenNetwork = (servers: FleetServers) => Promise<NodeNetwork>;

interface Place {
  readonly host: string;
  readonly port: number;
}

function moved(fleet: FleetEnvironment, variable: string, { host, port }: Place): FleetEnvironment {
  const address = new URL(fleet[variable] ?? '');
  address.hostname = host;
  address.port = String(port);
  return { ...fleet, [variable]: address.href };
}

function bothMoved(fleet: FleetEnvironment, database: Place, redis: Place): FleetEnvironment {
  return moved(moved(fleet, 'TOLLGATE_DATABASE_URL', database), 'TOLLGATE_REDIS_URL', redis);
}

/** While it is cut, connections to both servers stay open and silent; afterwards they break. */
export async function proxiedNetwork({ postgres, redis }: FleetServers): Promise<NodeNetwork> {
  const [database, coordination] = [await startFaultProxy(postgres.port), await startFaultProxy(redis.port)];
  const all = [database, coordination];
  const at = ({ port }: FaultProxy): Place => ({ host: '127.0.0.1', port });
  return {
    upstreamHost: '127.0.0.1',
    within: [],
    environment: (fleet) => bothMoved(fleet, at(database), at(coordination)),
    cut(isCut) {
      for (const proxy of all) {
        proxy.up({ timeout: isCut });
        proxy.down({ timeout: isCut });
        // Lost bytes would leave a gap in the stream; real networks eventually break such connections.
        if (!isCut) proxy.resetPeers();
      }
    },
    async close() {
      await Promise.all(all.map((proxy) => proxy.close()));
    },
  };
}

/** While it is cut, packets to and from both servers vanish; afterwards connections continue. */
export async function separateNetwork({ postgres, redis }: FleetServers): Promise<NodeNetwork> {
  const network = NetworkNamespace.open();
  const { servers, clients } = network;
  try {
    await postgres.listenAlsoAt(servers.here, servers.subnet);
    await redis.listenAlsoAt(servers.here);
  } catch (error) {
    network.close();
    throw error;
  }
  const at = ({ port }: { readonly port: number }): Place => ({ host: servers.here, port });
  return {
    upstreamHost: clients.here,
    within: network.command,
    environment: (fleet) => ({ ...bothMoved(fleet, at(postgres), at(redis)), TOLLGATE_HOST: clients.there }),
    cut: (isCut) => {
      network.cut(isCut);
    },
    close() {
      network.close();
      return Promise.resolve();
    },
  };
}
