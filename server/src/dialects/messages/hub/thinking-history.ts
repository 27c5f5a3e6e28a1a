/** A turn, as far as thinking is concerned. */
export interface ThinkingTurn {
  readonly role: string;
  /** The kinds of its parts, in order. */
  readonly kinds: readonly ('thinking' | 'call' | 'result' | 'other')[];
}

/**
 * Whether the model may think. While it works on a request of the user, every turn in which it called a tool must begin with its own thinking;
 * if that is lost, upstreams refuse thinking.
 */
export function mayThink(turns: readonly ThinkingTurn[]): boolean {
  for (const { role, kinds } of turns.toReversed()) {
    if (role === 'user' && !kinds.includes('result')) return true;
    if (role === 'assistant' && kinds.includes('call') && kinds[0] !== 'thinking') return false;
  }
  return true;
}

/** The positions of the assistant's turns since its first call that do not begin with thinking. A turn that the request begins may do without. */
export function turnsWithoutThinking(turns: readonly ThinkingTurn[]): readonly number[] {
  const first = turns.findIndex(({ role, kinds }) => role === 'assistant' && kinds.includes('call'));
  if (first === -1) return [];
  return [...turns.keys()].filter((at) => {
    const { role, kinds: [begin] = [] } = turns[at] ?? {};
    return at >= first && at < turns.length - 1 && role === 'assistant' && begin !== 'thinking';
  });
}
