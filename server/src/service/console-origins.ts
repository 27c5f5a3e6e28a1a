import type { Config } from '../config/config.ts';
import { localUrl, outsideAddresses } from './servers/servers.ts';

/** The addresses at which people find the console; the first is the one that mails lead to. */
export function consoleOrigins(config: Config, consolePort: number): readonly string[] {
  const outside = outsideAddresses(config).map(({ url }) => new URL(url).origin);
  const configured = [...(config.consoleUrl === null ? [] : [new URL(config.consoleUrl).origin]), ...outside];
  return configured.length > 0 ? configured : [localUrl(config, consolePort)];
}
