import { operatorSiteRoutes } from '@tollgate/contract/site/operator-routes';
import { addRoute } from '../../control-http/add-route.ts';
import { patchSiteSettings, readSiteSettings } from './site-settings.ts';
import { principalOf } from '../../admin-api/admin-auth.ts';
import type { AdminResource } from '../../admin-api/admin-deps.ts';

export const siteSettingsResource: AdminResource = (app, deps) => {
  const { control } = deps;

  addRoute(app, operatorSiteRoutes.readSiteSettings, async (request) => readSiteSettings(control, principalOf(deps, request)));

  addRoute(app, operatorSiteRoutes.changeSiteSettings, async (request) =>
    patchSiteSettings(control, principalOf(deps, request), request.body),
  );
};
