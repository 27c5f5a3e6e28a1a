import type { Config } from '../config/config.ts';
import { supportContact } from '../control/support-contact.ts';
import type { SiteSettingsReader } from '../control/site-settings-ports.ts';
import type { ClientAddress, PageSite } from '../operations/console-files.ts';
import { logoAddress } from '../subjects/site/logo-address.ts';
import { outsideAddresses } from './servers/servers.ts';

/** The base URL that clients should use, if it differs from the one at which the console was opened. */
function elsewhere(config: Config, publicUrl: () => string): readonly ClientAddress[] {
  const outside = outsideAddresses(config);
  if (outside.length > 0 || config.consolePort === null) return outside;
  return [{ region: config.region, url: publicUrl() }];
}

/** The site of the pages. A base URL entered by the operator takes precedence over the one configured for its region. */
export async function pageSite(site: SiteSettingsReader, config: Config, publicUrl: () => string): Promise<PageSite> {
  const said = await site.lastKnown();
  const configured = elsewhere(config, publicUrl);
  const addresses = (['domestic', 'overseas'] as const).flatMap((region): readonly ClientAddress[] => {
    const url = said[`${region}_address`];
    return url === '' ? configured.filter((address) => address.region === region) : [{ region, url }];
  });
  const support = await supportContact(site, config.supportContact);
  return { name: said.service_name, logo: logoAddress(said), mail: config.smtpUrl !== null, support, addresses };
}
