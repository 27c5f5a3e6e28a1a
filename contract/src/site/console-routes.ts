import { accountParams } from '../tenants/account.ts';
import { accountChangeList, accountChangesQuery } from '../people/members.ts';
import { legalAnswer, legalParams, siteAnswer } from './site.ts';
import { describeRoutes } from '../route.ts';
import { sitePaths } from './console-paths.ts';

export const siteRoutes = describeRoutes(sitePaths, {
  readSite: { tags: ['Console: site'], summary: 'Read the site information', answer: siteAnswer },
  readLogo: { tags: ['Console: site'], summary: 'Read the logo', hide: true, refusals: ['no_own_logo'] },
  readLegalText: {
    tags: ['Console: site'],
    summary: 'Read the terms or the privacy policy',
    params: legalParams,
    answer: legalAnswer,
  },
  listAccountChanges: {
    tags: ['Console: people'],
    summary: 'List changes',
    description: 'Changes of the account, its keys, sub-accounts and members, newest first.',
    params: accountParams,
    query: accountChangesQuery,
    answer: accountChangeList,
  },
});
