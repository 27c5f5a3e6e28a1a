import { localEndpoints, modelEndpoints } from '../../src/endpoints/registry.ts';
import { referencePath } from '../../src/operations/gateway-openapi.ts';

/** What clients may call, made from the list that answers them. */
export function endpointsTable(): string {
  const rows = [...modelEndpoints, ...localEndpoints].map(
    (endpoint) => `| \`${endpoint.method} ${referencePath(endpoint)}\` | ${endpoint.document.inShort} |`,
  );
  return `| Address | What |\n| --- | --- |\n${rows.join('\n')}\n`;
}
