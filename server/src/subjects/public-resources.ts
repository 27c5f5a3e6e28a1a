import { announcementsResource } from './news/announcements-public-routes.ts';
import type { PublicResource } from '../public-api/public-deps.ts';
import { statusResource } from './news/status/status-public-routes.ts';
import { unsubscribeResource } from './news/unsubscribe-public-routes.ts';

/** All public routes. */
export const publicResources: readonly PublicResource[] = [announcementsResource, statusResource, unsubscribeResource];
