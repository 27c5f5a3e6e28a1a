import { legalAnswer, legalParams, siteAnswer } from '@tollgate/contract/console/site';
import { ApiError } from '@tollgate/contract/errors';
import { answers } from '../control-http/route-schema.ts';
import { logoAddress } from '../views/logo-address.ts';
import type { ConsoleResource } from './console-deps.ts';

const tags = ['Console: site'];

/** What every visitor may know of the installation. */
export const siteResource: ConsoleResource = (app, { control }) => {
  const config = { who: 'everybody' } as const;

  app.get(
    '/site',
    { config, schema: { tags, summary: 'Read whose service this is', response: answers(siteAnswer) } },
    async () => {
      const site = await control.site.read();
      const addresses = (['domestic', 'overseas'] as const).map((region) => ({ region, url: site[`${region}_address`] }));
      return {
        ...site,
        logo: logoAddress(site),
        addresses: addresses.filter(({ url }) => url !== ''),
        legal: (['terms', 'privacy'] as const).filter((text) => site[`${text}_zh`] !== '' || site[`${text}_en`] !== ''),
      };
    },
  );

  app.get('/site/logo', { config, schema: { tags, summary: 'Read the logo', hide: true } }, async (_request, reply) => {
    const { logo } = await control.site.read();
    if (logo === '') throw new ApiError('not_found', { message: 'The logo that comes along is in use.' });
    return reply
      .type('image/png')
      .headers({
        'cache-control': 'public, max-age=60',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-site',
      })
      .send(Buffer.from(logo, 'base64'));
  });

  app.get(
    '/site/legal/:text',
    {
      config,
      schema: {
        tags,
        summary: 'Read the terms or the privacy policy',
        params: legalParams,
        response: answers(legalAnswer),
      },
    },
    async ({ params: { text } }) => {
      const site = await control.site.read();
      return { zh: site[`${text}_zh`], en: site[`${text}_en`] };
    },
  );
};
