import { createHash } from 'node:crypto';
import type { HubRequest, ToolName } from './hub-request.ts';

/** A tool of the request, found by the name that the upstream uses. */
export interface FoundTool extends ToolName {
  /** A custom tool: its arguments are a free text. */
  readonly isFree: boolean;
}

/** What every chat protocol accepts as the name of a tool. */
const accepted = /^[A-Za-z0-9_-]{1,64}$/;
const charactersMax = 64;
const hashCharacters = 8;

function keyOf({ namespace, name }: ToolName): string {
  return namespace === null ? name : JSON.stringify([namespace, name]);
}

/** Every tool that a request names: offered, called in an earlier turn, or chosen. */
function* namedTools({ tools, turns, toolChoice }: HubRequest): Generator<ToolName> {
  yield* tools;
  for (const { role, parts } of turns)
    if (role === 'assistant') for (const part of parts) if (part.kind === 'toolCall') yield part;
  if (toolChoice?.kind === 'tool') yield toolChoice;
  if (toolChoice?.kind === 'allowed') yield* toolChoice.tools;
}

/**
 * The tools of one request under names without a namespace that every upstream accepts. Different tools have different names, and the
 * upstream's name leads back to the tool. A name depends on the tool alone unless two tools compete for it, so that it stays the same in
 * every turn of a conversation.
 */
export class FlatTools {
  readonly #flat = new Map<string, string>();
  readonly #found = new Map<string, FoundTool>();

  constructor(request: HubRequest) {
    const others: ToolName[] = [];
    // A name that is right as it is belongs to its own tool.
    for (const tool of namedTools(request)) {
      if (tool.namespace !== null || !accepted.test(tool.name)) others.push(tool);
      else if (!this.#flat.has(tool.name)) this.#assign(tool, tool.name);
    }
    for (const tool of others) if (!this.#flat.has(keyOf(tool))) this.#assign(tool, this.#freeNameOf(tool));
    for (const tool of request.tools) {
      const flat = this.#flat.get(keyOf(tool));
      if (flat !== undefined && tool.parameters.form === 'free')
        this.#found.set(flat, { name: tool.name, namespace: tool.namespace, isFree: true });
    }
  }

  /** The upstream's name for a tool that the request names. */
  flatOf(tool: ToolName): string {
    return this.#flat.get(keyOf(tool)) ?? tool.name;
  }

  /** The tool that the upstream calls. An unknown name is returned as it is: the client decides what to do with it. */
  toolOf(flat: string): FoundTool {
    return this.#found.get(flat) ?? { name: flat, namespace: null, isFree: false };
  }

  #assign({ name, namespace }: ToolName, flat: string): void {
    this.#flat.set(keyOf({ name, namespace }), flat);
    this.#found.set(flat, { name, namespace, isFree: false });
  }

  #freeNameOf(tool: ToolName): string {
    const natural = tool.namespace === null ? tool.name : `${tool.namespace}__${tool.name}`;
    if (accepted.test(natural) && !this.#found.has(natural)) return natural;
    const clean = natural.slice(0, charactersMax - hashCharacters - 1).replaceAll(/[^A-Za-z0-9_-]/g, '_');
    for (let attempt = 0; ; attempt += 1) {
      const hash = createHash('sha256')
        .update(`${String(attempt)} ${keyOf(tool)}`)
        .digest('hex')
        .slice(0, hashCharacters);
      const name = `${clean}_${hash}`;
      if (!this.#found.has(name)) return name;
    }
  }
}

const known = new WeakMap<HubRequest, FlatTools>();

/** The flat names of a request's tools. Attempts of one call share them. */
export function flatToolsOf(request: HubRequest): FlatTools {
  const found = known.get(request);
  if (found !== undefined) return found;
  const made = new FlatTools(request);
  known.set(request, made);
  return made;
}
