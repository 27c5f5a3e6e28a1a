import type { CallsExport } from '../subjects/calls/exports/export-ports.ts';
import type { CallsFilter } from '../subjects/calls/call-ports.ts';
import type { CallLine } from '../domain/books/call-line.ts';
import { addToTotals, callTable, noTotals, sheetName, timesIn, type TenantNames } from './call-table.ts';
import type { Cell } from './cells.ts';
import { csvFile } from './csv-file.ts';
import { xlsxFile } from './xlsx-file.ts';

export interface ExportParts {
  /** Newest first, in batches. */
  readonly calls: (filter: CallsFilter) => AsyncIterable<readonly CallLine[]>;
  readonly names: TenantNames;
  /** Receives the number of rows written so far after each read. */
  readonly onRows: (rows: number) => void;
}

/** Calls of a filter, newest first, as a file that is created while it is read. */
export function exportCalls(order: CallsExport, { calls, names, onRows }: ExportParts): AsyncIterable<Buffer> {
  const { format, locale, filter } = order;
  const table = callTable(format, { locale, names, showTime: timesIn(order.timeZone) });
  const totals = noTotals();
  let rowsOut = 0;

  async function* rows(): AsyncGenerator<readonly (readonly Cell[])[]> {
    for await (const some of calls(filter)) {
      for (const call of some) addToTotals(totals, call);
      yield some.map((call) => table.row(call));
      rowsOut += some.length;
      onRows(rowsOut);
    }
  }

  const source = { ...table, sheetName: sheetName[locale], rows: rows(), last: () => table.last(totals) };
  return format === 'xlsx' ? xlsxFile(source) : csvFile(source, order.encoding);
}
