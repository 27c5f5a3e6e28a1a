import { newsMailAnswer, newsMailRequest } from './news-mail.ts';
import { describeRoutes } from '../route.ts';
import { newsPaths } from './console-paths.ts';

export const newsRoutes = describeRoutes(newsPaths, {
  readNewsMail: { tags: ['Console: messages'], summary: 'Read whether announcements come by mail', answer: newsMailAnswer },
  putNewsMail: {
    tags: ['Console: messages'],
    summary: 'Get announcements by mail, or not',
    description: 'Of the address signed in with. A link in each such mail ends them as well.',
    body: newsMailRequest,
    answer: newsMailAnswer,
  },
});
