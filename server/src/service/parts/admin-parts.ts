import { mkdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { refusal } from '@tollgate/contract/refusals/refusal';
import type { AdminDeps } from '../../admin-api/admin-deps.ts';
import type { Config } from '../../config/config.ts';
import type { ControlContext } from '../../control/control-context.ts';
import type { FirstAdministrator } from '../../subjects/people/first-administrator-ports.ts';
import type { KnownCatalogue } from '../../subjects/catalogue/catalog-ports.ts';
import { operatorRoleOf } from '../../subjects/people/operators.ts';
import type { ProviderCheck } from '@tollgate/contract/catalogue/provider-tests';
import type { Operations, Tried } from '../../control/operations-ports.ts';
import type { Provider } from '../../domain/catalog/model.ts';
import type { OperatorAlarms } from '../../domain/alarms/operator-alarms.ts';
import { createFailedAttempts } from '../../domain/limits/failed-attempts.ts';
import type { Fleet } from '../../fleet/fleet.ts';
import type { GatewayContext } from '../../gateway/gateway-context.ts';
import type { Identity } from '../../identity/identity.ts';
import { simulateRoute } from '../../gateway/simulate-route.ts';
import { gatewayOpenApi } from '../../operations/gateway-openapi.ts';
import type { Logger } from '../../platform/logger.ts';
import { fetchModels } from '../../probing/fetch-models.ts';
import { testProvider } from '../../probing/test-provider.ts';
import { tryProvider } from '../../probing/try-provider.ts';
import { vendors } from '../../providers/registry.ts';
import { vendorCatalogue } from '../../providers/vendor-catalogue.ts';
import { createBookAudits } from '../book-audits.ts';
import { createPriceListReader } from '../price-lists/read-price-list.ts';
import { outsideAddresses } from '../servers/servers.ts';
import type { StorageParts } from './storage-parts.ts';

interface AdminOptions {
  readonly control: ControlContext;
  readonly storage: StorageParts;
  readonly gateway: GatewayContext;
  readonly logger: Logger;
  readonly alarms: OperatorAlarms;
  readonly adminToken: string;
  readonly incarnation: string;
  readonly config: Config;
  readonly version: string;
  readonly known: KnownCatalogue;
  readonly fleet: Pick<Fleet, 'behind'> | null;
  readonly identity: Identity;
  readonly firstAdministrator: FirstAdministrator;
  readonly consoleOrigin: () => string;
}

/** Each may hold a large model list and a connection for a quarter of a minute. */
const askedAtOnceMax = 8;

/** Asking a provider costs money, connections and memory: one test of each at a time, and few at all. */
function limitedAsking() {
  const running = new Set<string>();
  return <Args extends readonly unknown[], Answer>(
    ask: (...args: Args) => Promise<Answer>,
    nameOf: (...args: Args) => string,
  ): ((...args: Args) => Promise<Answer>) =>
    async (...args) => {
      const name = nameOf(...args);
      if (running.has(name)) throw refusal('provider_test_runs');
      if (running.size >= askedAtOnceMax) throw refusal('provider_tests_full', { most: String(askedAtOnceMax) });
      running.add(name);
      try {
        return await ask(...args);
      } finally {
        running.delete(name);
      }
    };
}

/** Operators' actions on the whole service. */
function createOperations(options: AdminOptions): Operations {
  const { control, storage, incarnation, config, known, gateway, identity, logger, alarms } = options;
  const { clock, transport, catalog, protocols } = gateway;
  const probing = { clock, transport, catalog, dialects: protocols.dialects };
  const limited = limitedAsking();
  const audits = createBookAudits({
    engine: storage.engine,
    flush: () => storage.books.flush(),
    incarnation,
    clock,
    ids: control.ids,
    logger,
    alarms,
  });
  return {
    environment: known,
    testProvider: limited<Parameters<Operations['testProvider']>, ProviderCheck[]>(
      (provider, request) => testProvider(probing, provider, request),
      ({ id }) => id,
    ),
    tryProvider: limited(
      (tried: Tried) => tryProvider(probing, tried),
      ({ provider }) => provider.name,
    ),
    vendors: vendorCatalogue(vendors, config),
    readPriceList: createPriceListReader({ config, clock }),
    simulateRoute: (caller, request) => simulateRoute(gateway, caller, request),
    fetchModels: limited(
      (provider: Provider) => fetchModels({ clock, transport }, provider),
      ({ id }) => `list of ${id}`,
    ),
    audit: (by) => audits.run(by),
    goOnAuditing: (begun) => {
      audits.goOn(begun);
    },
    async backup(name) {
      const folder = resolve(config.dataDir, 'backups');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, name);
      if (await stat(path).catch(() => null)) {
        throw refusal('backup_exists', { name });
      }
      await storage.books.flush();
      await storage.engine.backup(path);
      await identity.backup(`${path}.sign-in.sqlite`);
      return { path, bytes: (await stat(path)).size };
    },
  };
}

/** The dependencies of the admin API. */
export function createAdminDeps(options: AdminOptions): AdminDeps {
  const { control, gateway, logger, adminToken, config, version, fleet, identity } = options;
  return {
    control,
    adminToken,
    async signedInOperator(request) {
      const signedIn = await identity.sessionOf(request);
      const role = signedIn === null ? null : await operatorRoleOf(control, signedIn.person.id);
      return signedIn === null || role === null ? null : { ...signedIn, role };
    },
    people: identity,
    firstAdministrator: options.firstAdministrator,
    consoleOrigin: options.consoleOrigin,
    sourceIp: gateway.sourceIp,
    failedAttempts: createFailedAttempts(),
    brokenConnections: gateway.brokenConnections,
    operations: createOperations(options),
    nodesBehind: async () => (await fleet?.behind()) ?? [],
    routeReport: (route) => gateway.routing.report(route),
    logger,
    version,
    gatewayPaths: () => gatewayOpenApi(gateway.endpoints),
    clientAddresses: outsideAddresses(config),
  };
}
