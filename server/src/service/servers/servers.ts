import type { Server } from 'node:http';
import { regions } from '@tollgate/contract/enumerations';
import type { Config } from '../../config/config.ts';
import type { OperatorAlarms } from '../../domain/alarms/operator-alarms.ts';
import { ConnectionShares } from '../../domain/limits/connection-shares.ts';
import { createTrustedProxies } from '../../domain/limits/source-ip.ts';
import { createHttpServer, type RequestListener } from '../../http/http-server.ts';
import type { ClientAddress } from '../../operations/console-files.ts';
import { listen } from './listen.ts';

/** Idle client connections are kept as long as clients and proxies usually keep theirs. */
const keepAliveTimeoutMs = 75_000;
const headerBytesMax = 16 * 1024;

/** Queried by load balancers on the port to which they send traffic. */
const healthPath = /^\/(?:healthz|readyz)(?:\?|$)/;

export interface Servers {
  readonly all: readonly Server[];
  readonly port: number;
  /** Same as `port`, unless the control plane has a separate port. */
  readonly consolePort: number;
}

/** With a separate port, only the health checks of the control plane are available on the gateway's port. */
function healthOnly(control: RequestListener, gateway: RequestListener): RequestListener {
  return (request, response, expectsContinue) => {
    (healthPath.test(request.url ?? '') ? control : gateway)(request, response, expectsContinue);
  };
}

export interface Listeners {
  readonly gateway: RequestListener;
  readonly control: RequestListener;
}

export interface ServerParts {
  readonly freshId: () => string;
  readonly alarms: OperatorAlarms;
}

/** The limits a server applies to each connection. */
function doorOf({ limits, trustedProxies }: Config, alarms: OperatorAlarms) {
  const { connectionsMax: max } = limits;
  const shares = new ConnectionShares({
    max,
    isProxy: createTrustedProxies(trustedProxies),
    onRefused(network, held) {
      const params = { network, held: String(held), max: String(max) };
      alarms.raise({ kind: 'connections_crowded', subject: 'connections', params });
    },
  });
  return (address: string | undefined) => shares.enter(address);
}

/**
 * Starts listening on one port or two.
 * @throws {StartError} with one sentence.
 */
export async function openServers(config: Config, { gateway, control }: Listeners, parts: ServerParts): Promise<Servers> {
  const limits = { ...config.limits, keepAliveTimeoutMs, headerBytesMax };
  const optionsOfOne = () => ({ limits, freshId: parts.freshId, enter: doorOf(config, parts.alarms) });
  if (config.consolePort === null) {
    const server = createHttpServer(gateway, control, optionsOfOne());
    const port = await listen(server, config.host, config.port);
    return { all: [server], port, consolePort: port };
  }
  const server = createHttpServer(gateway, healthOnly(control, gateway), optionsOfOne());
  const controlServer = createHttpServer(control, control, optionsOfOne());
  const port = await listen(server, config.host, config.port);
  const consolePort = await listen(controlServer, config.host, config.consolePort, 'TOLLGATE_CONSOLE_PORT');
  return { all: [server, controlServer], port, consolePort };
}

/** `http://host:port` as a person on this machine would type it. */
export function localUrl(config: Config, port: number): string {
  const host = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${String(port)}`;
}

/** The configured public base URLs with their regions; empty if there are none. */
export function outsideAddresses({ publicUrls }: Config): readonly ClientAddress[] {
  return regions.flatMap((region) => {
    const url = publicUrls[region];
    return url === null ? [] : [{ region, url }];
  });
}

/** The published base URL: the configured public one, otherwise the local one. */
export function publicUrl(config: Config, port: number): string {
  return config.publicUrls[config.region] ?? config.publicUrls.domestic ?? config.publicUrls.overseas ?? localUrl(config, port);
}
