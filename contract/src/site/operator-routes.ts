import { plainListQuery } from '../lists.ts';
import { lastAuditAnswer, overviewAnswer, overviewQuery, workQueuesAnswer } from './overview.ts';
import { auditLogList, auditLogQuery, backupAnswer, backupRequest, environmentAnswer, strayRefusalList } from './reports.ts';
import { auditReportAnswer } from '../ledger/book-audits.ts';
import { noticeList } from '../notices/notice-list.ts';
import { patchSiteSettingsRequest, siteSettingsAnswer } from './site-settings.ts';
import { idParams } from '../route-params.ts';
import { describeRoutes } from '../route.ts';
import { operatorSitePaths } from './operator-paths.ts';

export const operatorSiteRoutes = describeRoutes(operatorSitePaths, {
  auditBooks: {
    tags: ['Operation'],
    summary: 'Audit the ledger',
    description: 'Recomputes every balance from the calls. `ok` is false on any difference.',
    answer: auditReportAnswer,
  },
  backUpDatabase: {
    tags: ['Operation'],
    summary: 'Back up the database',
    description: 'Online copy into `backups/` of the data folder. Calls are not interrupted.',
    body: backupRequest.nullish(),
    answer: backupAnswer,
    status: 201,
    refusals: ['backup_exists'],
  },
  compareEnvironment: {
    tags: ['Operation'],
    summary: 'Compare the environment with the catalogue',
    description: 'Shows what provider keys, margin and price list in the environment of this node would change.',
    answer: environmentAnswer,
  },
  applyEnvironment: {
    tags: ['Operation'],
    summary: 'Apply the environment',
    description: 'Applies the environment of this node to all nodes and returns the changes.',
    answer: environmentAnswer,
  },
  readOverview: {
    tags: ['Operation'],
    summary: 'Read the overview of the service',
    description: 'Calls, revenue, cost and uncollected amounts from hourly sums, and tasks waiting for an operator.',
    query: overviewQuery,
    answer: overviewAnswer,
  },
  readWorkQueues: {
    tags: ['Operation'],
    summary: 'Read the task queues of operators',
    description: 'All queues with the working days left for the most urgent task.',
    answer: workQueuesAnswer,
  },
  readLastAudit: { tags: ['Operation'], summary: 'Read the result of the last audit', answer: lastAuditAnswer },
  listNotices: {
    tags: ['Accounts'],
    summary: "Read an account's messages",
    description: 'Spending alerts at 80, 90 and 100 % of a cap and other notices, newest first.',
    params: idParams,
    query: plainListQuery,
    answer: noticeList,
  },
  listAuditLog: {
    tags: ['Operation'],
    summary: 'Read the audit log',
    description: 'Every change with its actor, newest first, without secrets.',
    query: auditLogQuery,
    answer: auditLogList,
  },
  listStrayRefusals: {
    tags: ['Operation'],
    summary: 'Read requests with unknown keys',
    description: 'Refused requests with an unknown key, newest first, combined by address and minute.',
    query: plainListQuery,
    answer: strayRefusalList,
  },
  readSiteSettings: {
    tags: ['Site'],
    summary: 'Read site settings',
    description: 'Settings of this installation: name, addresses, contact, legal texts.',
    answer: siteSettingsAnswer,
  },
  changeSiteSettings: {
    tags: ['Site'],
    summary: 'Change site settings',
    description: 'Omitted fields keep their values. Effective on every node within a second.',
    body: patchSiteSettingsRequest,
    answer: siteSettingsAnswer,
  },
});
