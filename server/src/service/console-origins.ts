import type { Config } from '../config/config.ts';
import { localUrl, outsideAddresses } from './servers/servers.ts';

/** The origins at which people reach the console; mails link to the first one. */
export function consoleOrigins(config: Config, consolePort: number): readonly string[] {
  const outside = outsideAddresses(config).map(({ url }) => new URL(url).origin);
  const configured = [...(config.consoleUrl === null ? [] : [new URL(config.consoleUrl).origin]), ...outside];
  return configured.length > 0 ? configured : [localUrl(config, consolePort)];
}
