import { notifyPriceRises } from '../subjects/news/price-rise-notices-store.ts';
import { notifyPriceRisesJob } from '../subjects/news/notify-price-rises-job.ts';
import { notifyLowBalances } from '../subjects/notices/low-balance-notices-store.ts';
import { notifyLowBalancesJob } from '../subjects/notices/notify-low-balances-job.ts';
import { queryOrdersJob } from '../subjects/payments/orders/query-orders-job.ts';
import { auditRecentBooksJob } from '../jobs/audit-recent-books.ts';
import { closeUsageHoursJob } from '../jobs/close-usage-hours.ts';
import { freezeStatementsJob } from '../subjects/ledger/statements/freeze-statements-job.ts';
import { judgeCallsJob, type JudgeCallsOptions } from '../subjects/news/status/judge-calls-job.ts';
import { createProbesWriter } from '../subjects/news/status/probes-store.ts';
import { createRouteStatusWriter } from '../subjects/news/status/route-status-store.ts';
import { createStatusWriter } from '../subjects/news/status/status-store.ts';
import { purgeOldObjectsJob } from '../jobs/purge-old-objects.ts';
import { purgeOldRowsJob } from '../jobs/purge-old-rows.ts';
import type { TimedJob } from '../jobs/timed-job.ts';
import type { QueueJob } from '../jobs/queue-job.ts';
import { watchErrorsJob } from '../subjects/notices/alarms/watch-errors-job.ts';
import { watchFilesJob } from '../jobs/watch-files.ts';
import type { AuditRetention } from '../domain/books/audit-retention.ts';
import type { ErrorBounds } from '../domain/alarms/error-rule.ts';
import { createErrorEpisodesStore } from '../subjects/notices/alarms/error-episodes-store.ts';
import { cardTasksJob, chargeCardsJob } from '../subjects/payments/cards/charge-cards-job.ts';
import { sendRefundsJob } from '../subjects/payments/payouts/send-refunds-job.ts';
import { sendMailJob } from '../subjects/notices/send-mail-job.ts';
import { notifyBudgetsJob } from '../subjects/ledger/notify-budgets-job.ts';
import { notifyStatementsJob } from '../subjects/ledger/statements/notify-statements-job.ts';
import { runJobs, type RunningJobs } from '../jobs/run-jobs.ts';
import { runQueues, type RunningQueues } from '../jobs/run-queues.ts';
import type { OperatorAlarms } from '../domain/alarms/operator-alarms.ts';
import type { Objects } from '../domain/content/objects.ts';
import type { MailAttempts, MailSender } from '../domain/people/mail-delivery.ts';
import { monthSpan } from '../domain/limits/month-span.ts';
import { momentIn, type Calendar } from '../domain/limits/calendar.ts';
import type { Clock } from '../platform/clock.ts';
import type { JobLeases } from '../platform/job-leases.ts';
import type { Logger } from '../platform/logger.ts';
import { randomFraction } from '../platform/random-fraction.ts';
import type { Ids } from '../platform/ids.ts';
import { closeUsageHours } from '../books/close-usage-hours.ts';
import { freezeStatements } from '../books/freeze-statements.ts';
import type { Engine } from '../storage/engine.ts';
import { emptyAuditPayloads } from '../books/empty-audit-payloads.ts';
import { purgeCalls, purgeStrays } from '../books/purge-calls.ts';
import { purgeChanges } from '../storage/stores/changes-store.ts';
import { noteAudit } from '../subjects/site/overview-store.ts';
import { purgeMails } from '../storage/stores/mail-outbox-store.ts';
import { notifyBudgets, notifyStatements } from '../subjects/ledger/billing-notices-store.ts';
import { purgeAgedRows } from '../storage/stores/purge-aged-rows.ts';
import { purgeDeliveries } from '../storage/stores/purge-deliveries.ts';
import { countQueueItems, createQueueItemsStore, purgeQueueItems } from '../storage/stores/queue-items-store.ts';
import { auditRecent } from './book-audits.ts';
import type { StorageParts } from './parts/storage-parts.ts';

interface JobOptions {
  readonly storage: StorageParts;
  readonly leases: JobLeases;
  /** The database for the holder of a lease. */
  readonly engineFor: (holder: string) => Engine;
  readonly incarnation: string;
  /** `false` while other nodes may still have records of hours long past. */
  readonly mayClose: () => boolean;
  /** The time by the database's clock, if several nodes book calls: one of their clocks may be wrong. */
  readonly sharedClockMs: (() => Promise<number>) | null;
  readonly purgeObjects: () => Promise<number>;
  readonly gateway: { readonly objects: Pick<Objects, 'fill'> };
  /** All known maintenance windows. */
  readonly windows: JudgeCallsOptions['windows'];
  readonly calendar: Calendar;
  readonly errorBounds: ErrorBounds;
  readonly auditRetention: AuditRetention;
  readonly ids: Ids;
  readonly alarms: OperatorAlarms;
  /** Jobs of other parts. */
  readonly further: readonly TimedJob[];
  readonly clock: Clock;
  readonly logger: Logger;
}

/** All timed jobs. */
function timedJobs(options: JobOptions): readonly TimedJob[] {
  const { storage, engineFor, incarnation, mayClose, sharedClockMs, purgeObjects, windows, calendar, alarms, clock, logger } =
    options;
  const nowMs = (): number => clock.nowMs();
  const booksAccepting = (): boolean => storage.books.accepting && mayClose();
  return [
    closeUsageHoursJob({
      logger,
      booksAccepting,
      async bookingHourMs() {
        const { hourStartMs } = calendar.now();
        const clockOfAllMs = sharedClockMs === null ? Infinity : await sharedClockMs();
        // If a clock has jumped forward, calls booked a moment ago in an earlier hour may still be in the queue.
        await storage.books.flush();
        return Math.min(hourStartMs, clockOfAllMs);
      },
      close: (holder, due) => closeUsageHours(engineFor(holder), due),
    }),
    freezeStatementsJob({
      logger,
      freeze: (holder) => freezeStatements(engineFor(holder), { nowMs: nowMs(), timeZone: calendar.timeZone }),
    }),
    notifyLowBalancesJob((holder) => notifyLowBalances(engineFor(holder), nowMs())),
    notifyPriceRisesJob((holder) => notifyPriceRises(engineFor(holder), nowMs())),
    notifyBudgetsJob((holder) => notifyBudgets(engineFor(holder), monthSpan(calendar.now().month, calendar.timeZone), nowMs())),
    notifyStatementsJob({
      logger,
      nowMs,
      timeZone: calendar.timeZone,
      frozenBeforeMs: () => storage.stores.statements.frozenBeforeMs(),
      tell: (holder, span) => notifyStatements(engineFor(holder), span, nowMs()),
    }),
    purgeOldRowsJob({
      logger,
      nowMs,
      booksAccepting,
      purgeCalls: (holder, due) => purgeCalls(engineFor(holder), { ...due, logger }),
      purgeStrays: (holder, due) => purgeStrays(engineFor(holder), due),
      purgeQueueItems: (holder, due) => purgeQueueItems(engineFor(holder), due),
      purgeMails: (holder, due) => purgeMails(engineFor(holder), due),
      purgeDeliveries: (holder, due) => purgeDeliveries(engineFor(holder), due),
      purgeAged: (holder, due) => purgeAgedRows(engineFor(holder), due),
      purgeChanges: (holder, due) => purgeChanges(engineFor(holder), due),
      emptyAuditPayloads: (holder, due) => emptyAuditPayloads(engineFor(holder), { ...due, retention: options.auditRetention }),
    }),
    purgeOldObjectsJob(purgeObjects),
    watchFilesJob({ fill: () => options.gateway.objects.fill(), alarms, nowMs }),
    ...options.further,
    judgeCallsJob({
      nowMs,
      windows,
      flush: () => storage.books.flush(),
      dayOf: (ms) => momentIn(ms, calendar.timeZone).day,
      storeFor: (holder) => createStatusWriter(engineFor(holder)),
      probesFor: (holder) => createProbesWriter(engineFor(holder)),
      routesFor: (holder) => createRouteStatusWriter(engineFor(holder)),
    }),
    watchErrorsJob({
      nowMs,
      bounds: options.errorBounds,
      flush: () => storage.books.flush(),
      storeFor: (holder) => createErrorEpisodesStore(engineFor(holder), { clock, ids: options.ids }),
    }),
    auditRecentBooksJob({
      logger,
      alarms,
      nowMs,
      audit: (holder, of) => auditRecent(engineFor(holder), { incarnation, ids: options.ids, nowMs, ...of }),
      note: (holder, { ok, differenceNano, findingsCount }) =>
        noteAudit(engineFor(holder), { atMs: nowMs(), ok, differenceNano, findingsCount, of: 'recent' }),
    }),
  ];
}

/** Starts the timed jobs: closing hours into the ledger, deleting expired data, the hourly audit. */
export function startJobs(options: JobOptions): RunningJobs {
  const { clock, logger, leases, alarms } = options;
  return runJobs(timedJobs(options), { clock, logger, leases, alarms });
}

interface QueueJobOptions extends Pick<JobOptions, 'clock' | 'logger' | 'alarms'> {
  /** `null` if there is no mail server. */
  readonly mailSender: MailSender | null;
  readonly mailAttempts: MailAttempts;
  /** Whether an address refuses announcements by mail. */
  readonly isNewsRefused: (address: string) => Promise<boolean>;
  readonly exportJobs: readonly QueueJob[];
  readonly alarmJobs: readonly QueueJob[];
  /** Queries to payment services. */
  readonly askPayments: {
    readonly aboutOrder: Parameters<typeof queryOrdersJob>[0];
    readonly aboutRefund: Parameters<typeof sendRefundsJob>[0];
    readonly charge: Parameters<typeof chargeCardsJob>[0];
    readonly aboutCard: Parameters<typeof cardTasksJob>[0];
  };
}

/** All queue jobs. */
export function createQueueJobs({ askPayments, exportJobs, alarmJobs, clock, logger, alarms, ...mails }: QueueJobOptions) {
  const { mailSender, mailAttempts, isNewsRefused } = mails;
  const sending = { attempts: mailAttempts, clock, logger, alarms };
  const mailJobs =
    mailSender === null
      ? []
      : [
          sendMailJob({ ...sending, sender: mailSender }),
          sendMailJob({ ...sending, sender: mailSender, news: { isRefused: isNewsRefused } }),
        ];
  const payments = [
    ...[queryOrdersJob(askPayments.aboutOrder), sendRefundsJob(askPayments.aboutRefund)],
    ...[chargeCardsJob(askPayments.charge), cardTasksJob(askPayments.aboutCard)],
  ];
  const all: readonly QueueJob[] = [...exportJobs, ...alarmJobs, ...payments, ...mailJobs];
  return { all, mailLockedOut: () => mailJobs.some((job) => job.isLockedOut()) };
}

interface QueueOptions extends Pick<JobOptions, 'incarnation' | 'clock' | 'logger' | 'alarms'> {
  readonly jobs: readonly QueueJob[];
  readonly engine: Engine;
  readonly ids: Ids;
  readonly isFleet: boolean;
}

/** Starts the attempts at queued work. */
export function startQueues({ jobs, engine, logger, ...options }: QueueOptions): RunningQueues {
  const items = createQueueItemsStore(engine, options);
  return runQueues(jobs, { clock: options.clock, logger, alarms: options.alarms, items, fraction: randomFraction });
}

export function queueFigures(engine: Engine, jobs: readonly QueueJob[]) {
  return countQueueItems(
    engine,
    jobs.map(({ queue }) => queue),
  );
}
