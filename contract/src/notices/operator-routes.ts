import { mailAnswer, mailDetail, mailList, mailsQuery } from './mails.ts';
import {
  alarmGroupList,
  alarmsQuery,
  patchRobotRequest,
  robotAnswer,
  robotList,
  robotRequest,
  robotTestAnswer,
} from './robots.ts';
import { idParams } from '../route-params.ts';
import { describeRoutes } from '../route.ts';
import { operatorNoticesPaths } from './operator-paths.ts';

export const operatorNoticesRoutes = describeRoutes(operatorNoticesPaths, {
  listMails: {
    tags: ['Mail'],
    summary: 'List mails',
    description: 'Newest first, kept for 30 days. Read a single mail for its content.',
    query: mailsQuery,
    answer: mailList,
  },
  readMail: {
    tags: ['Mail'],
    summary: 'Read a mail',
    description:
      'Includes the link, so that you can forward it without a mail server. The link acts for the recipient, so the audit log records the access.',
    params: idParams,
    answer: mailDetail,
  },
  resendMail: {
    tags: ['Mail'],
    summary: 'Send a mail again',
    description: 'Retries a waiting, bounced, failed or unsent mail at once.',
    params: idParams,
    answer: mailAnswer,
    refusals: ['mail_forgotten', 'no_mail_server'],
  },
  listAlarms: {
    tags: ['Alarms'],
    summary: 'List alarms',
    description: 'Alarms for operators, newest first, grouped by kind and five minutes.',
    query: alarmsQuery,
    answer: alarmGroupList,
  },
  listRobots: { tags: ['Alarms'], summary: 'List chat bots', description: 'Chat bots receive alarms.', answer: robotList },
  createRobot: {
    tags: ['Alarms'],
    summary: 'Add a chat bot',
    body: robotRequest,
    answer: robotAnswer,
    status: 201,
    refusals: ['robots_full'],
  },
  changeRobot: {
    tags: ['Alarms'],
    summary: 'Change a chat bot',
    description: 'Omitted fields keep their values.',
    params: idParams,
    body: patchRobotRequest,
    answer: robotAnswer,
  },
  removeRobot: { tags: ['Alarms'], summary: 'Remove a chat bot', params: idParams, answer: robotAnswer },
  testRobot: {
    tags: ['Alarms'],
    summary: 'Test a chat bot',
    description: 'Sends a test message now.',
    params: idParams,
    answer: robotTestAnswer,
    refusals: ['robot_busy'],
  },
});
