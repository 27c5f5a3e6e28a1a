interface Page<Row> {
  readonly data: readonly Row[];
  readonly next: string | null;
}

/** Maximum page size of the API. */
export const largestPage = '200';

/** Rows of all pages of a list, read page by page up to a maximum. */
export async function allPages<Row>(
  load: (cursor: string | undefined) => Promise<Page<Row>>,
  rowsMax = 4_000,
): Promise<{ readonly rows: readonly Row[]; readonly isWhole: boolean }> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const page = await load(cursor);
    rows.push(...page.data);
    if (page.next === null) return { rows, isWhole: true };
    cursor = page.next;
  } while (rows.length < rowsMax);
  return { rows, isWhole: false };
}
