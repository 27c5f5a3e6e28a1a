import { hash } from 'node:crypto';
import type { SiteSettings } from '@tollgate/contract/site/site-settings';

/** Address of the site logo, which differs for each picture; `null` for the built-in logo. */
export function logoAddress({ logo }: Pick<SiteSettings, 'logo'>): string | null {
  return logo === '' ? null : `/api/console/site/logo?v=${hash('sha256', logo, 'hex').slice(0, 12)}`;
}
