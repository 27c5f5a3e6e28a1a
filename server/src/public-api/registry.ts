import { announcementsResource } from './announcements.ts';
import type { PublicResource } from './public-deps.ts';
import { statusResource } from './status.ts';
import { unsubscribeResource } from './unsubscribe.ts';

/** Everything that everybody may read. */
export const publicResources: readonly PublicResource[] = [announcementsResource, statusResource, unsubscribeResource];
