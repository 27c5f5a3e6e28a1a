import type { ScannedBody } from '../../json/scanned-body.ts';
import type { Losses } from '../dialect.ts';
import { fieldsOf } from '../shared/fields-of.ts';
import { lossesAt, type Feature, type Known } from '../shared/hub/features.ts';

/** Tools that the client runs, and those of the vendor whose cost the response shows. Others may cost us what nobody pays. */
const passed: ReadonlySet<string> = new Set([
  ...['function', 'custom', 'namespace', 'local_shell', 'apply_patch', 'computer', 'computer_use_preview', 'tool_search', 'mcp'],
  ...['web_search', 'web_search_2025_08_26', 'web_search_preview', 'web_search_preview_2025_03_11'],
]);

function isPassed(tool: unknown): boolean {
  const { type, environment } = fieldsOf(tool);
  // A shell runs at the client unless it names a container.
  if (type === 'shell') return environment === undefined || environment === null || fieldsOf(environment).type === 'local';
  return typeof type !== 'string' || passed.has(type);
}

function findBilled(tools: unknown, param: string): string | null {
  if (!Array.isArray(tools)) return null;
  const found = tools.findIndex((tool) => !isPassed(tool));
  return found === -1 ? null : `${param}[${String(found)}]`;
}

/** What upstreams of the protocol do not receive: tools that they run and charge for without saying so in the response. */
export function lossesAtResponses({ value }: ScannedBody, known: Known): Losses {
  const { tools, input } = value;
  let found = findBilled(tools, 'tools');
  const items: readonly unknown[] = Array.isArray(input) ? input : [];
  for (const [index, item] of items.entries())
    if (fieldsOf(item).type === 'additional_tools') found ??= findBilled(fieldsOf(item).tools, `input[${String(index)}].tools`);
  const used = new Map<Feature, string>(found === null ? [] : [['billed_tools', found]]);
  return lossesAt(used, 'responses', known);
}
