import type { RoutePaths } from '../route.ts';

export const newsPaths = {
  readNewsMail: { method: 'GET', path: '/api/console/news-mail', who: 'signed-in' },
  putNewsMail: { method: 'PUT', path: '/api/console/news-mail', who: 'signed-in' },
} as const satisfies RoutePaths;
