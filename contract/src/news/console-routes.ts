import { newsMailAnswer, newsMailRequest } from './news-mail.ts';
import { describeRoutes } from '../route.ts';
import { newsPaths } from './console-paths.ts';

export const newsRoutes = describeRoutes(newsPaths, {
  readNewsMail: { tags: ['Console: messages'], summary: 'Read whether announcements are mailed', answer: newsMailAnswer },
  putNewsMail: {
    tags: ['Console: messages'],
    summary: 'Turn announcements by mail on or off',
    description: 'Applies to the address you sign in with. Each mail also has an unsubscribe link.',
    body: newsMailRequest,
    answer: newsMailAnswer,
  },
});
