export type Group = Readonly<Record<string, unknown>>;

const isGroup = (value: unknown): value is Group => typeof value === 'object' && value !== null;

/** Replaces some texts, group by group. */
export function inOtherWords(texts: Group, others: Group): Group {
  const said = Object.entries(others).map(([name, other]) => {
    const usual = texts[name];
    return [name, isGroup(usual) && isGroup(other) ? inOtherWords(usual, other) : other] as const;
  });
  return { ...texts, ...Object.fromEntries(said) };
}
