import type { RoutePaths } from '../route.ts';

export const operatorNoticesPaths = {
  listMails: { method: 'GET', path: '/api/admin/mails' },
  readMail: { method: 'GET', path: '/api/admin/mails/:id', operators: ['administrator'] },
  resendMail: { method: 'POST', path: '/api/admin/mails/:id/resend' },
  listAlarms: { method: 'GET', path: '/api/admin/alarms' },
  listRobots: { method: 'GET', path: '/api/admin/robots' },
  createRobot: { method: 'POST', path: '/api/admin/robots', operators: ['administrator'] },
  changeRobot: { method: 'PATCH', path: '/api/admin/robots/:id', operators: ['administrator'] },
  removeRobot: { method: 'DELETE', path: '/api/admin/robots/:id', operators: ['administrator'] },
  testRobot: { method: 'POST', path: '/api/admin/robots/:id/test', operators: ['administrator'] },
} as const satisfies RoutePaths;
