import { announcementsResource } from '../public-api/announcements.ts';
import type { PublicResource } from '../public-api/public-deps.ts';
import { statusResource } from '../public-api/status.ts';
import { unsubscribeResource } from '../public-api/unsubscribe.ts';

/** Everything that everybody may read. */
export const publicResources: readonly PublicResource[] = [announcementsResource, statusResource, unsubscribeResource];
