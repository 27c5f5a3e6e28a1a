import { resolve } from 'node:path';
import { formatExact } from '@tollgate/contract/money';
import type { Config } from '../config/config.ts';
import type { Service } from './service.ts';

interface BannerOptions {
  readonly service: Service;
  readonly config: Config;
  readonly version: string;
}

function firstCall({ url, first }: Service): string {
  if (first === null) return '';
  return `
  A demo account with 10 CNY of trial credit is ready. This key is shown once, keep it:

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

/** What the terminal shows when the service is ready. */
export function banner({ service, config, version }: BannerOptions): string {
  const { gateway, recovered } = service;
  const { providers, providersByModel } = gateway.catalog.current;
  const serving = providers.filter(({ enabled }) => enabled).map(({ name }) => name);
  const models = [...providersByModel.values()].filter((those) => those.some(({ enabled }) => enabled)).length;
  const lines = [
    `Tollgate ${version} is ready.`,
    '',
    `  Address        ${service.url}        (clients: base address ${service.url}/v1)`,
    `  Reference      ${service.consoleUrl}/docs`,
    `  Data folder    ${resolve(config.dataDir)}`,
    `  Admin token    ${service.adminTokenFile === null ? 'from TOLLGATE_ADMIN_TOKEN' : resolve(service.adminTokenFile)}`,
    `  Models         ${String(models)} from ${serving.join(', ')}`,
    `  Price basis    ${priceBasis(config)}`,
    ...(recovered > 0 ? [`  Recovered      ${String(recovered)} calls that the last stop interrupted; none was charged`] : []),
  ];
  return `${lines.join('\n')}\n${firstCall(service)}\n`;
}
