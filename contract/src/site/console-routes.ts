import { legalAnswer, legalParams, siteAnswer } from './site.ts';
import { describeRoutes } from '../route.ts';
import { sitePaths } from './console-paths.ts';

export const siteRoutes = describeRoutes(sitePaths, {
  readSite: { tags: ['Console: site'], summary: 'Read whose service this is', answer: siteAnswer },
  readLogo: { tags: ['Console: site'], summary: 'Read the logo', hide: true, refusals: ['no_own_logo'] },
  readLegalText: {
    tags: ['Console: site'],
    summary: 'Read the terms or the privacy policy',
    params: legalParams,
    answer: legalAnswer,
  },
});
