import type { HubPart, HubRequest, HubTool, ToolName } from './hub-request.ts';

interface SentToolsOptions {
  /** The upstream knows tools that only a search finds. */
  readonly keepsDeferred: boolean;
}

function addNames(part: HubPart, names: Set<string>): void {
  if (part.kind === 'toolCall') names.add(part.name);
  if (part.kind === 'toolResult') for (const inner of part.parts) if (inner.kind === 'toolReference') names.add(inner.name);
}

/** Names of the tools that a search has found, or that were called, in earlier turns. */
function mentionedNames({ turns, toolChoice }: HubRequest): ReadonlySet<string> {
  const names = new Set<string>();
  for (const turn of turns) for (const part of turn.parts) addNames(part, names);
  if (toolChoice?.kind === 'tool') names.add(toolChoice.name);
  return names;
}

function withoutUnfound(request: HubRequest): readonly HubTool[] {
  if (!request.tools.some(({ isDeferred }) => isDeferred)) return request.tools;
  const names = mentionedNames(request);
  return request.tools.filter(({ isDeferred, name }) => !isDeferred || names.has(name));
}

function keyOf({ name, namespace }: ToolName): string {
  return JSON.stringify([namespace, name]);
}

/**
 * The tools that an upstream receives: only those that the client allows, and without those that no search has found yet, unless the
 * upstream itself searches.
 */
export function sentTools(request: HubRequest, { keepsDeferred }: SentToolsOptions): readonly HubTool[] {
  const tools = keepsDeferred ? request.tools : withoutUnfound(request);
  const { toolChoice } = request;
  if (toolChoice?.kind !== 'allowed') return tools;
  const allowed = new Set(toolChoice.tools.map(keyOf));
  return tools.filter((tool) => allowed.has(keyOf(tool)));
}

/** Whether the model must call a tool. */
export function forcesTool({ toolChoice, tools }: HubRequest): boolean {
  if (toolChoice === null || tools.length === 0) return false;
  return toolChoice.kind === 'required' || toolChoice.kind === 'tool' || (toolChoice.kind === 'allowed' && toolChoice.isRequired);
}

/** What a model reads where its protocol has no reference to a found tool. */
export function toolReferenceText(name: string): string {
  return `Tool ${name} is available.`;
}
