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
    description: 'Mails to people, newest first, kept for 30 days. What they say is read one by one.',
    query: mailsQuery,
    answer: mailList,
  },
  readMail: {
    tags: ['Mail'],
    summary: 'Read a mail',
    description:
      'With its link, to pass it on where no mail server does. Whoever has the link may act for the recipient, so the audit log notes who read it.',
    params: idParams,
    answer: mailDetail,
  },
  resendMail: {
    tags: ['Mail'],
    summary: 'Send a mail again',
    description: 'Attempts at once a mail that is not out yet, has bounced, was given up or never left.',
    params: idParams,
    answer: mailAnswer,
    refusals: ['mail_forgotten', 'no_mail_server'],
  },
  listAlarms: {
    tags: ['Alarms'],
    summary: 'List alarms',
    description: 'What whoever runs the service is to know, newest first, grouped by kind and five minutes.',
    query: alarmsQuery,
    answer: alarmGroupList,
  },
  listRobots: { tags: ['Alarms'], summary: 'List robots', description: 'Alarms are written to them.', answer: robotList },
  createRobot: {
    tags: ['Alarms'],
    summary: 'Add a robot',
    body: robotRequest,
    answer: robotAnswer,
    status: 201,
    refusals: ['robots_full'],
  },
  changeRobot: {
    tags: ['Alarms'],
    summary: 'Change a robot',
    description: 'Fields that are left out stay.',
    params: idParams,
    body: patchRobotRequest,
    answer: robotAnswer,
  },
  removeRobot: { tags: ['Alarms'], summary: 'Remove a robot', params: idParams, answer: robotAnswer },
  testRobot: {
    tags: ['Alarms'],
    summary: 'Try a robot out',
    description: 'Writes a test message to it now.',
    params: idParams,
    answer: robotTestAnswer,
    refusals: ['robot_busy'],
  },
});
