/** The Latin words of a text, except the given names and values. */
export function latinWords(text: string, without: readonly string[]): readonly string[] {
  const rest = without.toSorted((a, b) => b.length - a.length).reduce((left, name) => left.replaceAll(name, ' '), text);
  return rest.match(/[A-Za-z]{2,}/g) ?? [];
}
