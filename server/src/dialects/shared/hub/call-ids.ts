import type { AttemptPlan } from '../../dialect.ts';
import type { HubRequest } from './hub-request.ts';

/** At most 40 characters, the limit of some upstreams when clients send the ID back. */
function madeId({ callId }: AttemptPlan, count: number): string {
  return `call_${callId.replaceAll('-', '')}${String(count)}`;
}

/** Gives the tool calls of one answer IDs that differ from each other and from those in earlier turns. */
export class CallIds {
  readonly #plan: AttemptPlan;
  readonly #request: HubRequest;
  #used: Set<string> | null = null;
  #count = 0;

  constructor(plan: AttemptPlan, request: HubRequest) {
    this.#plan = plan;
    this.#request = request;
  }

  /** @param id the upstream's ID; empty if it sent none. */
  take(id: string): string {
    const used = (this.#used ??= usedIds(this.#request));
    let unique = id;
    while (unique === '' || used.has(unique)) {
      unique = madeId(this.#plan, this.#count);
      this.#count += 1;
    }
    used.add(unique);
    return unique;
  }
}

function usedIds({ turns }: HubRequest): Set<string> {
  const ids = new Set<string>();
  for (const { parts } of turns) for (const part of parts) if (part.kind === 'toolCall') ids.add(part.id);
  return ids;
}
