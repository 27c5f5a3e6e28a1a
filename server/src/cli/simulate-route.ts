import { readFile } from 'node:fs/promises';
import { withAccount } from './find-account.ts';
import { UsageFault } from './fault.ts';
import { pathTo } from './request.ts';
import type { Column, Row } from './table.ts';
import { option, whole, yesOrNo, type Verb } from './verb.ts';

const columns: readonly Column[] = [
  { heading: 'CHOICE', field: 'choice' },
  { heading: 'MODEL', field: 'model' },
  { heading: 'PROVIDER', field: 'provider.name' },
  { heading: 'REGION', field: 'region' },
  { heading: 'ROUTE', field: 'route' },
  { heading: 'KEY', field: 'key.id' },
  { heading: 'ENDS', field: 'key.api_key_last4' },
  { heading: 'BY', field: 'by' },
  { heading: 'WHY', field: 'why' },
];

async function readBody(path: string): Promise<Row> {
  try {
    return { request: JSON.parse(await readFile(path, 'utf8')) as unknown };
  } catch (error) {
    throw new UsageFault(`Could not read ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Which route a call would take now. */
export const simulateVerb: Verb = {
  usage: 'simulate <model>',
  about: 'show which route and key a call would take now at the responding node, and why; nothing is called',
  options: [
    option('--key <id>', 'key that calls', 'key_id'),
    option('--account <account>', 'account that calls, by id, name or e-mail address, with a key without settings', 'account_id'),
    option('--endpoint <name>', 'operation as in the log (default: the first of the kind of the model)', 'endpoint'),
    option('--stream <yes|no>', 'whether the response is streamed', 'stream', yesOrNo),
    option('--affinity-key <text>', 'prompt_cache_key of the request', 'affinity_key'),
    option('--input-tokens <n>', 'expected input', 'input_tokens', whole),
    option('--output-tokens <n>', 'expected output', 'output_tokens', whole),
    option('--request <file>', 'JSON file with the body of the request (default: the example of the operation)', 'request'),
  ],
  async run(session, { args: [model], fields }) {
    const { request, ...rest } = fields;
    const simulated = await session.record('POST', pathTo('route-simulations'), {
      ...(await withAccount(session, rest)),
      model,
      ...(typeof request === 'string' ? await readBody(request) : {}),
    });
    await session.showReport(simulated, simulated.steps as readonly Row[], columns);
    const refusal = simulated.refusal as { readonly code: string; readonly message: string } | null;
    if (refusal !== null) session.hint(`The call would be refused (${refusal.code}): ${refusal.message}`);
  },
};
