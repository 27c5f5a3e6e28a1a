import { patchSiteSettingsRequest, siteSettingsAnswer } from '@tollgate/contract/admin/site-settings';
import { answers } from '../control-http/route-schema.ts';
import { patchSiteSettings, readSiteSettings } from '../control/site-settings.ts';
import { principalOf } from './admin-auth.ts';
import type { AdminResource } from './admin-deps.ts';

const tags = ['Site'];

export const siteSettingsResource: AdminResource = (app, deps) => {
  const { control } = deps;

  app.get(
    '/site-settings',
    {
      schema: {
        tags,
        summary: 'Read the settings of the site',
        description: 'What the operator says of this installation: name, addresses, contact, legal texts.',
        response: answers(siteSettingsAnswer),
      },
    },
    async (request) => readSiteSettings(control, principalOf(deps, request)),
  );

  app.patch(
    '/site-settings',
    {
      schema: {
        tags,
        summary: 'Change settings of the site',
        description: 'What is left out stays. In force within a second on every node.',
        body: patchSiteSettingsRequest,
        response: answers(siteSettingsAnswer),
      },
    },
    async (request) => patchSiteSettings(control, principalOf(deps, request), request.body),
  );
};
