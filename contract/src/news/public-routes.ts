import { feedQuery, publicAnnouncement, publicAnnouncements } from './announcements.ts';
import { unsubscribeAnswer, unsubscribeQuery } from './news-mail.ts';
import { statusModels, statusSummary } from './status.ts';
import { idParams } from '../route-params.ts';
import { describeRoutes } from '../route.ts';
import { publicNewsPaths } from './public-paths.ts';

export const publicNewsRoutes = describeRoutes(publicNewsPaths, {
  listPublicAnnouncements: {
    tags: ['Public: announcements'],
    summary: 'Read announcements',
    description: 'The newest 50, and the maintenance in progress.',
    answer: publicAnnouncements,
  },
  readPublicAnnouncement: {
    tags: ['Public: announcements'],
    summary: 'Read an announcement',
    params: idParams,
    answer: publicAnnouncement,
  },
  followAnnouncements: {
    tags: ['Public: announcements'],
    summary: 'Follow announcements',
    description: 'RSS 2.0.',
    query: feedQuery,
  },
  readModelStatus: {
    tags: ['Public: status'],
    summary: 'Read the status of models',
    description:
      'Share of successful calls in slots of five minutes, averaged over accounts, without maintenance. Shows the last known state while the database is unavailable.',
    answer: statusModels,
  },
  readStatusSummary: {
    tags: ['Public: status'],
    summary: 'Read the status summary',
    description: 'In the format of hosted status pages.',
    query: feedQuery,
    answer: statusSummary,
  },
  followIncidents: { tags: ['Public: status'], summary: 'Follow incidents', description: 'RSS 2.0.', query: feedQuery },
  unsubscribe: {
    tags: ['Public: announcements'],
    summary: 'Unsubscribe from announcements by mail',
    description: 'Uses the link in each mail and ignores the body. Repeated requests have no effect.',
    query: unsubscribeQuery,
    answer: unsubscribeAnswer,
    refusals: ['news_link_incomplete'],
  },
});
