import type { ScannedBody } from '../../json/scanned-body.ts';
import type { Losses } from '../dialect.ts';
import { fieldsOf } from '../shared/fields-of.ts';
import { lossesAt, type Feature, type Known } from '../shared/hub/features.ts';

/** What a namespace may contain: the client runs it. */
const named: ReadonlySet<string> = new Set(['function', 'custom', 'namespace']);
/** Tools that the client runs, and those of the vendor whose cost the response shows. Others may cost us what nobody pays. */
const passed: ReadonlySet<string> = new Set([
  ...named,
  ...['local_shell', 'apply_patch', 'computer', 'computer_use_preview', 'tool_search', 'mcp'],
  ...['web_search', 'web_search_2025_08_26', 'web_search_preview', 'web_search_preview_2025_03_11'],
]);

function isPassed(tool: unknown, types: ReadonlySet<string>): boolean {
  const { type, environment } = fieldsOf(tool);
  // A shell runs at the client unless it names a container.
  if (type === 'shell' && types === passed)
    return environment === undefined || environment === null || fieldsOf(environment).type === 'local';
  return typeof type !== 'string' || types.has(type);
}

/** @returns the first tool that is not passed on; `null` if there is none. */
function findBilled(tools: unknown, param: string, types = passed): string | null {
  if (!Array.isArray(tools)) return null;
  for (const [index, tool] of tools.entries()) {
    const path = `${param}[${String(index)}]`;
    if (!isPassed(tool, types)) return path;
    const inner = findBilled(fieldsOf(tool).tools, `${path}.tools`, named);
    if (inner !== null) return inner;
  }
  return null;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** @returns the first part that names a file which our account stores at the vendor. */
function findStored(item: unknown, param: string): string | null {
  const fields = fieldsOf(item);
  for (const name of ['content', 'output']) {
    const path = `${param}.${name}`;
    if (hasFileId(fields[name])) return path;
    const found = listOf(fields[name]).findIndex(hasFileId);
    if (found !== -1) return `${path}[${String(found)}]`;
  }
  return null;
}

function hasFileId(part: unknown): boolean {
  return typeof fieldsOf(part).file_id === 'string';
}

/**
 * What upstreams of the protocol do not receive: tools that they run and charge for without saying so in the response, and IDs of files,
 * because no client has stored one there.
 */
export function lossesAtResponses({ value }: ScannedBody, known: Known): Losses {
  let billed = findBilled(value.tools, 'tools');
  let stored: string | null = null;
  for (const [index, item] of listOf(value.input).entries()) {
    const param = `input[${String(index)}]`;
    // Items of several types add tools.
    billed ??= findBilled(fieldsOf(item).tools, `${param}.tools`);
    stored ??= findStored(item, param);
  }
  const used = new Map<Feature, string>();
  if (billed !== null) used.set('billed_tools', billed);
  if (stored !== null) used.set('file_ids', stored);
  return lossesAt(used, 'responses', known);
}
