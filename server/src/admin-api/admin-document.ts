import type { DocumentHead } from '../control-http/openapi-document.ts';
import type { AdminDeps } from './admin-deps.ts';

const about = `**Gateway** (\`/v1\`): what clients call with an API key. **Administrator** (\`/api/admin\`): accounts, keys, money, models, providers and logs, with the administrator token as bearer, or from a page of the console with the sign-in of an operator. Amounts are decimal strings in CNY, never numbers; times are ISO 8601 with their zone; lists are \`{data, next}\`, where \`next\` is the \`cursor\` of the following page. Every refusal has the form \`{"error": {"message", "type", "param", "code"}}\`; \`param\` names the field at fault and \`message\` says what to do.`;

const tags = [
  { name: 'Accounts', description: 'Accounts: plan, limits, balance, messages.' },
  { name: 'Money', description: 'Credits, the append-only ledger, usage sums.' },
  { name: 'Sub-accounts', description: 'Sub-accounts with separate model allow-lists and caps.' },
  { name: 'Keys', description: 'API keys: caps, allow-lists, limits, reset and deletion.' },
  { name: 'Plans', description: 'Rate limits, concurrency limits and price multipliers.' },
  { name: 'Prices of plans and accounts', description: 'Custom prices that replace the list price.' },
  { name: 'Models', description: 'Models and their prices.' },
  { name: 'Providers', description: 'Providers: addresses, keys and models.' },
  { name: 'Call log', description: 'One record per call.' },
  { name: 'Mail', description: 'Sent and unsent mails.' },
  { name: 'Operators', description: 'People who run the service, and their roles.' },
  { name: 'Operation', description: 'Audit, backup, audit log, requests with unknown keys.' },
];

/** The document's description of the gateway and the admin API, apart from their routes. */
export function adminDocument({ version, clientAddresses = [] }: Pick<AdminDeps, 'version' | 'clientAddresses'>): DocumentHead {
  const places = clientAddresses.map(({ region, url }) => `\`${url}/v1\` (${region})`);
  return {
    version,
    description: places.length === 0 ? about : `${about}\n\n**Base address of clients**: ${places.join(', ')}.`,
    tags,
    securitySchemes: {
      adminToken: {
        type: 'http',
        scheme: 'bearer',
        description: 'The value of TOLLGATE_ADMIN_TOKEN, or of `admin-token` in the data folder.',
      },
    },
  };
}
