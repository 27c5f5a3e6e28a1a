import { hash } from 'node:crypto';
import type { SiteSettings } from '@tollgate/contract/site/site-settings';

/** Where the logo of the site is fetched; another picture has another address. `null`: the one that comes along. */
export function logoAddress({ logo }: Pick<SiteSettings, 'logo'>): string | null {
  return logo === '' ? null : `/api/console/site/logo?v=${hash('sha256', logo, 'hex').slice(0, 12)}`;
}
