import { resolve } from 'node:path';
import { formatExact } from '@tollgate/contract/money';
import type { Config } from '../../config/config.ts';
import { outsideAddresses } from '../servers/servers.ts';
import type { Service } from '../service.ts';

interface BannerOptions {
  readonly service: Service;
  readonly config: Config;
  readonly version: string;
}

function firstCall({ url, first }: Service): string {
  if (first === null) return '';
  return `
  A demo account with 10 CNY of trial credit is ready. This key is shown only once. Save it:

    ${first.key}

  Try it:

    curl ${url}/v1/chat/completions \\
      -H "Authorization: Bearer ${first.key}" \\
      -H "Content-Type: application/json" \\
      -d '{"model":"sandbox/chat","messages":[{"role":"user","content":"Hello!"}]}'
`;
}

function priceBasis({ usdCny, marginPpm }: Config): string {
  return `1 USD = ${formatExact(usdCny)} CNY, margin ${formatExact(marginPpm * 100_000n)} % (TOLLGATE_USD_CNY, TOLLGATE_MARGIN_PERCENT)`;
}

/** With an address for each region clients choose between them; otherwise there is one. */
function addresses({ url }: Service, config: Config): readonly string[] {
  const outside = outsideAddresses(config);
  if (outside.length < 2) return [`  Address        ${url}        (base URL for clients: ${url}/v1)`];
  const name = { domestic: 'Domestic', overseas: 'Overseas' };
  return outside.map(({ region, url: each }) => `  ${name[region]}       ${each}        (base URL for clients: ${each}/v1)`);
}

/** The text in the terminal when the service is ready. */
export function banner({ service, config, version }: BannerOptions): string {
  const { gateway, recovered } = service;
  const { providers, providersByModel } = gateway.catalog.current;
  const serving = providers.filter(({ enabled }) => enabled).map(({ name }) => name);
  const models = [...providersByModel.values()].filter((those) => those.some(({ enabled }) => enabled)).length;
  const lines = [
    `Tollgate ${version} is ready.`,
    '',
    ...addresses(service, config),
    `  Docs           ${service.consoleUrl}/docs        (API reference: ${service.consoleUrl}/docs/api)`,
    `  Data folder    ${resolve(config.dataDir)}`,
    `  Admin token    ${service.adminTokenFile === null ? 'from TOLLGATE_ADMIN_TOKEN' : resolve(service.adminTokenFile)}`,
    `  Models         ${String(models)} from ${serving.join(', ')}`,
    `  Price basis    ${priceBasis(config)}`,
    ...(service.setupUrl === null
      ? []
      : [`  First sign-in  ${service.setupUrl}        (works once, makes you the administrator)`]),
    ...(recovered > 0 ? [`  Recovered      ${String(recovered)} calls interrupted by the last stop, not charged`] : []),
  ];
  return `${lines.join('\n')}\n${firstCall(service)}\n`;
}
