import { refusal } from '@tollgate/contract/refusals/refusal';
import { siteRoutes } from '@tollgate/contract/site/console-routes';
import { addRoute } from '../../control-http/add-route.ts';
import { logoAddress } from './logo-address.ts';
import type { ConsoleResource } from '../../console-api/console-deps.ts';

/** Public data of the installation. */
export const siteResource: ConsoleResource = (app, { control }) => {
  addRoute(app, siteRoutes.readSite, async () => {
    const site = await control.site.read();
    const addresses = (['domestic', 'overseas'] as const).map((region) => ({ region, url: site[`${region}_address`] }));
    return {
      ...site,
      logo: logoAddress(site),
      addresses: addresses.filter(({ url }) => url !== ''),
      legal: (['terms', 'privacy'] as const).filter((text) => site[`${text}_zh`] !== '' || site[`${text}_en`] !== ''),
    };
  });

  addRoute(app, siteRoutes.readLogo, async (_request, reply) => {
    const { logo } = await control.site.read();
    if (logo === '') throw refusal('no_own_logo');
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

  addRoute(app, siteRoutes.readLegalText, async ({ params: { text } }) => {
    const site = await control.site.read();
    return { zh: site[`${text}_zh`], en: site[`${text}_en`] };
  });
};
