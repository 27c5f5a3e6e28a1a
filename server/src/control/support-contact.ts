import type { SiteSettingsReader } from './site-settings-ports.ts';

/** How users reach the operator: as the operator says in the console, else as configured; `null` if neither names anything. */
export async function supportContact(site: SiteSettingsReader, configured: string | null): Promise<string | null> {
  const { support_email: email, support_phone: phone } = await site.lastKnown();
  const said = [email, phone].filter((text) => text !== '').join(' · ');
  return said === '' ? configured : said;
}
