import type { Config } from '../../config/config.ts';
import { stopAutoTopUp } from '../../subjects/payments/cards/auto-top-ups.ts';
import { ChangeQueue } from '../../control/change-queue.ts';
import type { ControlContext } from '../../control/control-context.ts';
import { NoticeFeed } from '../../subjects/notices/notice-feed.ts';
import { knownCatalogue } from '../../subjects/catalogue/known-catalogue.ts';
import type { KnownCatalogue } from '../../subjects/catalogue/catalog-ports.ts';
import type { OtherNodes } from '../../control/other-nodes-ports.ts';
import { dialects } from '../../dialects/registry.ts';
import { servedKinds } from '../../endpoints/registry.ts';
import { environmentCatalogue } from '../../providers/environment-catalogue.ts';
import { modelMakers } from '../../providers/model-makers.ts';
import { vendors } from '../../providers/registry.ts';
import { parseIpAllowList } from '../../domain/limits/ip-allow-list.ts';
import type { GatewayContext } from '../../gateway/gateway-context.ts';
import { momentIn } from '../../domain/limits/calendar.ts';
import { StatusBoard } from '../../domain/status/status-board.ts';
import type { NewsBoard } from '../../domain/news/news-board.ts';
import type { CatalogHolder } from '../../domain/catalog/catalog-holder.ts';
import { StartError } from '../start/start-error.ts';
import type { StorageParts } from './storage-parts.ts';

interface ControlOptions {
  readonly gateway: GatewayContext;
  readonly catalog: CatalogHolder;
  readonly news: NewsBoard;
  readonly newsMarks: ControlContext['newsMarks'];
  readonly probeBudget: ControlContext['probeBudget'];
  readonly setUp: ControlContext['setUp'];
  readonly storage: StorageParts;
  readonly site: ControlContext['site'];
  readonly exports: ControlContext['exports'];
  readonly accountData: ControlContext['accountData'];
  readonly payments: ControlContext['payments'];
  readonly robots: ControlContext['robots'];
  readonly objects: ControlContext['uploads'];
  readonly webhooks: ControlContext['webhooks'];
  /** `null` if there is only one process. */
  readonly fleet: OtherNodes | null;
}

/** The facts about the installation that only its environment knows. */
export function setUpFacts({ smtpUrl, supportContact, publicUrls, secret }: Config): ControlContext['setUp'] {
  const hasPublicAddress = Object.values(publicUrls).some((url) => url !== null);
  return { sendsMail: smtpUrl !== null, supportContact, hasPublicAddress, secretInFolder: secret === null };
}

/** Builds what the admin API and the first start work with. */
export function createControlContext({
  newsMarks,
  probeBudget,
  setUp,
  gateway,
  catalog,
  news,
  storage,
  fleet,
  site,
  exports,
  accountData,
  payments,
  robots,
  objects,
  webhooks,
}: ControlOptions): ControlContext {
  const { clock, ids, calendar, directory, coordination, routing, lentKeys } = gateway;
  return {
    clock,
    ids,
    calendar,
    directory,
    coordination,
    routing,
    lentKeys,
    catalog,
    news,
    newsMarks,
    probeBudget,
    setUp,
    stores: storage.stores,
    status: new StatusBoard({
      clock,
      logger: gateway.logger,
      reader: storage.stores.status,
      incidents: storage.stores.incidents,
      probes: storage.stores.probes,
      dayOf: (ms) => momentIn(ms, calendar.timeZone).day,
    }),
    others: fleet,
    exports,
    accountData,
    robots,
    webhooks,
    site,
    payments,
    stopCharging: (context, principal, accountId) => stopAutoTopUp(context, principal, accountId, 'money_returned'),
    alarms: payments.alarms,
    uploads: objects,
    noticeFeed: new NoticeFeed({ notices: storage.stores.notices, clock, logger: gateway.logger }),
    changeQueue: new ChangeQueue({ exclusively: (change) => storage.engine.exclusively?.(change) ?? change(), others: fleet }),
    dialects: new Map(
      dialects
        .filter(({ serves, music, isForOperators = true }) => isForOperators && (serves.size > 0 || music !== undefined))
        .map(({ name, kind }) => [name, kind]),
    ),
    kinds: servedKinds,
    makerOf: modelMakers(vendors),
    parseIpAllowList,
  };
}

/** @throws {StartError} if a vendor's variable is invalid. */
export function createKnownCatalogue(
  control: ControlContext,
  config: Config,
  env: Readonly<Record<string, string | undefined>>,
): KnownCatalogue {
  const found = environmentCatalogue(vendors, env, { ...config, ownPort: config.port });
  if (found.faults.length > 0) throw new StartError(found.faults.join('\n'));
  return knownCatalogue(control, found);
}
