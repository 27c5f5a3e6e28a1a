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
    description: 'At most the 50 newest, and the maintenance that runs.',
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
    summary: 'Read how models fare',
    description:
      'Judged from calls, in slots of five minutes: the mean over accounts of good among good and bad. Maintenance counts in none. Told as last known while the database is away.',
    answer: statusModels,
  },
  readStatusSummary: {
    tags: ['Public: status'],
    summary: 'Read the status in short',
    description: 'In the shape of hosted status pages, for programs that read those.',
    query: feedQuery,
    answer: statusSummary,
  },
  followIncidents: { tags: ['Public: status'], summary: 'Follow disturbances', description: 'RSS 2.0.', query: feedQuery },
  unsubscribe: {
    tags: ['Public: announcements'],
    summary: 'Refuse announcements by mail',
    description: 'With the link that each such mail has. What the body says does not matter; repeated it changes nothing.',
    query: unsubscribeQuery,
    answer: unsubscribeAnswer,
    refusals: ['news_link_incomplete'],
  },
});
