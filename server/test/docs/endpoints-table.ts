import { localEndpoints, modelEndpoints } from '../../src/endpoints/registry.ts';
import { referencePath } from '../../src/operations/gateway-openapi.ts';

/** The endpoints for clients, generated from the list of routes. */
export function endpointsTable(): string {
  const rows = [...modelEndpoints, ...localEndpoints].map(
    (endpoint) => `| \`${endpoint.method} ${referencePath(endpoint)}\` | ${endpoint.document.inShort} |`,
  );
  return `| Address | What |\n| --- | --- |\n${rows.join('\n')}\n`;
}
