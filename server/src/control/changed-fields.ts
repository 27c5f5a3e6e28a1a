/** Fields of a record, as stored in the audit log. */
type Fields = Readonly<Record<string, unknown>>;

/** Fields that identify the changed object are included with the changed fields. */
const naming = /^(?:id|email|webhook|[a-z_]*_id)$/;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isAlike(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** For two lists, the elements that are in only one of them; for two records, the differing fields; otherwise the values themselves. */
function differing(before: unknown, after: unknown): readonly [unknown, unknown] {
  if (Array.isArray(before) && Array.isArray(after)) {
    const [had, has] = [before, after].map((list: readonly unknown[]) => new Set(list.map((item) => JSON.stringify(item))));
    const removed = before.filter((item) => has?.has(JSON.stringify(item)) === false);
    const added = after.filter((item) => had?.has(JSON.stringify(item)) === false);
    // If items only changed their order, none was removed or added.
    return removed.length + added.length === 0 ? [before, after] : [{ removed }, { added }];
  }
  return isFields(before) && isFields(after) ? changedFields(before, after) : [before, after];
}

/** The differing fields of two states of a record, plus the identifying fields of the later one. */
export function changedFields(before: Fields, after: Fields): readonly [Fields, Fields] {
  const [old, now]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}];
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (isAlike(before[field], after[field])) {
      if (naming.test(field)) now[field] = after[field];
    } else {
      const [was, is] = differing(before[field], after[field]);
      if (was !== undefined) old[field] = was;
      if (is !== undefined) now[field] = is;
    }
  }
  return [old, now];
}

const textShown = 120;
const itemsShown = 10;

function shortened(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length <= textShown
      ? value
      : `${value.slice(0, textShown).toWellFormed()}… (${String(value.length)} characters)`;
  if (Array.isArray(value)) {
    const more = value.length - itemsShown;
    return [...value.slice(0, itemsShown).map(shortened), ...(more > 0 ? [`… (${String(more)} more)`] : [])];
  }
  return isFields(value) ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner)])) : value;
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text);
}

/**
 * A record as JSON with a size limit in bytes. Long texts and lists are truncated first, then whole fields are left out, largest first;
 * each is marked as such.
 */
export function boundedJson(record: object, bytesMax: number): string {
  const whole = JSON.stringify(record);
  if (bytesOf(whole) <= bytesMax) return whole;
  const fields = Object.entries(shortened(record) as Fields);
  const sizes = new Map(fields.map(([name, value]) => [name, bytesOf(JSON.stringify(value ?? null))]));
  const largestFirst = [...sizes].toSorted(([, one], [, other]) => other - one);
  const cut = new Set<string>();
  for (;;) {
    const said = fields.map(([name, value]) => [name, cut.has(name) ? `… (${String(sizes.get(name))} bytes)` : value]);
    const text = JSON.stringify(Object.fromEntries(said));
    if (bytesOf(text) <= bytesMax) return text;
    const next = largestFirst[cut.size];
    if (next === undefined) return JSON.stringify({ cut: `… (${String(bytesOf(whole))} bytes)` });
    cut.add(next[0]);
  }
}
