import type { SiteSettingsReader } from './site-settings-ports.ts';

/** How users reach the operator: as set in the console, otherwise as configured; `null` if neither names a contact. */
export async function supportContact(site: SiteSettingsReader, configured: string | null): Promise<string | null> {
  const { support_email: email, support_phone: phone } = await site.lastKnown();
  const said = [email, phone].filter((text) => text !== '').join(' · ');
  return said === '' ? configured : said;
}
