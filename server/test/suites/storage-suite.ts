import { alertTests } from './storage/alert-tests.ts';
import { alarmTests } from './storage/alarm-tests.ts';
import { auditLogTests } from './storage/audit-log-tests.ts';
import { auditTests } from './storage/audit-tests.ts';
import { billingTests } from './storage/billing-tests.ts';
import { changeCountTests } from './storage/change-count-tests.ts';
import { callLogTests } from './storage/call-log-tests.ts';
import { errorEpisodeTests } from './storage/error-episode-tests.ts';
import { contactTests } from './storage/contact-tests.ts';
import { engineBench, type OpenEngine } from './storage/engine-bench.ts';
import { invoiceTests } from './storage/invoice-tests.ts';
import { isolationTests } from './storage/isolation-tests.ts';
import { keptBytesTests } from './storage/kept-bytes-tests.ts';
import { ledgerTests } from './storage/ledger-tests.ts';
import { mailTests } from './storage/mail-tests.ts';
import { newsMailTests } from './storage/news-mail-tests.ts';
import { noticeTests } from './storage/notice-tests.ts';
import { agedRowTests } from './storage/aged-row-tests.ts';
import { onceTests } from './storage/once-tests.ts';
import { overviewTests } from './storage/overview-tests.ts';
import { openCallsTests } from './storage/open-calls-tests.ts';
import { priceTests } from './storage/price-tests.ts';
import { queueTests } from './storage/queue-tests.ts';
import { probeTests } from './storage/probe-tests.ts';
import { routeStatusTests } from './storage/route-status-tests.ts';
import { chatDialectTests } from './storage/chat-dialect-tests.ts';
import { maintenanceTests } from './storage/maintenance-tests.ts';
import { routeKeyTests } from './storage/route-key-tests.ts';
import { bookAuditTests } from './storage/book-audit-tests.ts';
import { requestTests } from './storage/request-tests.ts';
import { securityTests } from './storage/security-tests.ts';
import { siteTests } from './storage/site-tests.ts';
import { statementTests } from './storage/statement-tests.ts';
import { statusTests } from './storage/status-tests.ts';
import { takingsTests } from './storage/takings-tests.ts';
import { taskTests } from './storage/task-tests.ts';
import { writingTests } from './storage/writing-tests.ts';

/** The guarantees of every storage engine. */
export function storageSuite(name: string, open: OpenEngine): void {
  const onBooks = engineBench(open);
  const all = [
    writingTests,
    openCallsTests,
    callLogTests,
    ledgerTests,
    statementTests,
    billingTests,
    invoiceTests,
    takingsTests,
    queueTests,
    mailTests,
    onceTests,
    agedRowTests,
    noticeTests,
    newsMailTests,
    statusTests,
    routeStatusTests,
    probeTests,
    alarmTests,
    errorEpisodeTests,
    alertTests,
    securityTests,
    taskTests,
    auditTests,
    auditLogTests,
    changeCountTests,
    keptBytesTests,
    priceTests,
    routeKeyTests,
    chatDialectTests,
    maintenanceTests,
    siteTests,
    bookAuditTests,
    requestTests,
    contactTests,
    isolationTests,
    overviewTests,
  ];
  for (const tests of all) tests(name, onBooks);
}
