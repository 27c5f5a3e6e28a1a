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
    summary: 'Audit the books',
    description: 'Recomputes every balance from the calls. `ok` is false on one nano of difference.',
    answer: auditReportAnswer,
  },
  backUpDatabase: {
    tags: ['Operation'],
    summary: 'Back up the database',
    description: 'An online copy into `backups/` of the data folder; calls go on meanwhile.',
    body: backupRequest.nullish(),
    answer: backupAnswer,
    status: 201,
    refusals: ['backup_exists'],
  },
  compareEnvironment: {
    tags: ['Operation'],
    summary: 'Compare the environment with what is sold',
    description: 'What keys of providers, margin and price list in the environment of this node would change.',
    answer: environmentAnswer,
  },
  applyEnvironment: {
    tags: ['Operation'],
    summary: 'Take the environment over',
    description: 'Sells, on all nodes, what the environment of this node says. Answers what was changed.',
    answer: environmentAnswer,
  },
  readOverview: {
    tags: ['Operation'],
    summary: 'Read how the service does',
    description: 'Calls, revenue, cost and what is uncollected, from hourly sums; and what waits for an operator.',
    query: overviewQuery,
    answer: overviewAnswer,
  },
  readWorkQueues: {
    tags: ['Operation'],
    summary: 'Read what waits for operators',
    description: 'Queue by queue, with the working days left of the most urgent one.',
    answer: workQueuesAnswer,
  },
  readLastAudit: { tags: ['Operation'], summary: 'Read what the last audit found', answer: lastAuditAnswer },
  listNotices: {
    tags: ['Accounts'],
    summary: "Read an account's messages",
    description: 'Newest first: spending alerts at 80, 90 and 100 % of a cap, and other notices.',
    params: idParams,
    query: plainListQuery,
    answer: noticeList,
  },
  listAuditLog: {
    tags: ['Operation'],
    summary: 'Read the audit log',
    description: 'Every change with its actor, newest first. Secrets are never part of it.',
    query: auditLogQuery,
    answer: auditLogList,
  },
  listStrayRefusals: {
    tags: ['Operation'],
    summary: 'Read refusals that belong to nobody',
    description: 'Requests whose key matched nothing, newest first; many of one address and minute are folded into one row.',
    query: plainListQuery,
    answer: strayRefusalList,
  },
  readSiteSettings: {
    tags: ['Site'],
    summary: 'Read the settings of the site',
    description: 'What the operator says of this installation: name, addresses, contact, legal texts.',
    answer: siteSettingsAnswer,
  },
  changeSiteSettings: {
    tags: ['Site'],
    summary: 'Change settings of the site',
    description: 'What is left out stays. In force within a second on every node.',
    body: patchSiteSettingsRequest,
    answer: siteSettingsAnswer,
  },
});
