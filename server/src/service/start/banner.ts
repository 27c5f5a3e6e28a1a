import { resolve } from 'node:path';
import { formatExact } from '@tollgate/contract/money';
import type { Config } from '../../config/config.ts';
import { localUrl, outsideAddresses } from '../servers/servers.ts';
import { awaitedSteps, type FirstSteps } from './first-steps.ts';
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

/**
 * With a public URL for each region, clients choose between them; otherwise there is one. The local URL works before DNS and proxies do.
 */
function addresses({ port }: Service, config: Config): readonly string[] {
  const outside = outsideAddresses(config);
  const local = localUrl(config, port);
  const name = { domestic: 'Domestic', overseas: 'Overseas' };
  const line = (what: string, url: string): string => `  ${what.padEnd(13)}  ${url}        (base URL for clients: ${url}/v1)`;
  return [
    ...outside.map(({ region, url }) => line(name[region], url)),
    line(outside.length === 0 ? 'Address' : 'Local address', local),
  ];
}

const invited = '(works once, makes you the administrator)';

/** How the first administrator signs in: the link of the first start, or how to get another one. */
function firstSignIn({ setupUrl }: Service, awaits: FirstSteps): readonly string[] {
  if (setupUrl !== null) return [`  First sign-in  ${setupUrl}        ${invited}`];
  if (!awaits.administrator) return [];
  return ['  First sign-in  No administrator yet. Create a new link: npm run tollgate -- operators invite-link'];
}

/** The demo key is shown once; people who lost it create another one. */
function firstKey({ first }: Service, awaits: FirstSteps): readonly string[] {
  if (first !== null || !awaits.firstCall) return [];
  return ['  First call     No calls yet. Create a new key: npm run tollgate -- keys create Demo'];
}

/** The text in the terminal when the service is ready. */
export async function banner({ service, config, version }: BannerOptions): Promise<string> {
  const awaits = await awaitedSteps(service.storage.stores);
  const console = service.signIn.consoleOrigin();
  const { gateway, recovered } = service;
  const { providers, providersByModel } = gateway.catalog.current;
  const serving = providers.filter(({ enabled }) => enabled).map(({ name }) => name);
  const models = [...providersByModel.values()].filter((those) => those.some(({ enabled }) => enabled)).length;
  const lines = [
    `Tollgate ${version} is ready.`,
    '',
    ...addresses(service, config),
    `  Console        ${console}        (for customers)`,
    `  Operator       ${console}/operator        (for you: accounts, payments, settings)`,
    `  Docs           ${service.consoleUrl}/docs        (API reference: ${service.consoleUrl}/docs/api)`,
    `  Data folder    ${resolve(config.dataDir)}`,
    `  Admin token    ${service.adminTokenFile === null ? 'from TOLLGATE_ADMIN_TOKEN' : resolve(service.adminTokenFile)}`,
    `  Models         ${String(models)} from ${serving.join(', ')}`,
    `  Price basis    ${priceBasis(config)}`,
    ...firstSignIn(service, awaits),
    ...firstKey(service, awaits),
    ...(recovered > 0 ? [`  Recovered      ${String(recovered)} calls interrupted by the last stop, not charged`] : []),
  ];
  return `${lines.join('\n')}\n${firstCall(service)}\n`;
}
