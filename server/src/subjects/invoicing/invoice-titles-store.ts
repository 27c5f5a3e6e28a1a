import type { Selectable } from 'kysely';
import type { InvoiceTitlesStore, TitleRecord } from './invoice-ports.ts';
import { compilerFor, readRows } from '../../storage/compiler.ts';
import type { Engine } from '../../storage/engine.ts';
import type { InvoiceTitlesTable } from './invoices-schema.ts';

/** Content of the column `details`. */
type Details = TitleRecord['delivery'] & { readonly printed: Omit<TitleRecord['title'], 'kind' | 'name' | 'taxNumber'> };

function titleOf(row: Selectable<InvoiceTitlesTable>): TitleRecord {
  const { printed, ...delivery } = JSON.parse(row.details) as Details;
  return {
    id: row.id,
    accountId: row.account_id,
    title: { kind: row.kind, name: row.name, taxNumber: row.tax_number, ...printed },
    delivery,
    createdAtMs: Number(row.created_at),
    updatedAtMs: Number(row.updated_at),
  };
}

/** Stores the invoice titles of accounts. */
export function createInvoiceTitlesStore(engine: Engine): InvoiceTitlesStore {
  const db = compilerFor(engine.sql);
  return {
    async ofAccount(accountId) {
      const query = db.selectFrom('invoice_titles').selectAll().where('account_id', '=', accountId);
      return (await readRows(engine, 'hot', query.orderBy('created_at').orderBy('id'))).map(titleOf);
    },

    async find(id) {
      const [row] = await readRows(engine, 'hot', db.selectFrom('invoice_titles').selectAll().where('id', '=', id));
      return row === undefined ? null : titleOf(row);
    },

    async put({ id, accountId, title, delivery, createdAtMs, updatedAtMs }, audit) {
      const { kind, name, taxNumber, ...printed } = title;
      const columns = {
        kind,
        name,
        tax_number: taxNumber,
        updated_at: updatedAtMs,
        details: JSON.stringify({ ...delivery, printed } satisfies Details),
      };
      const query = db
        .insertInto('invoice_titles')
        .values({ id, account_id: accountId, created_at: createdAtMs, ...columns })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(columns));
      await engine.write([{ query: query.compile() }], [audit]);
    },

    async remove(id, audit) {
      await engine.write(
        [{ query: db.deleteFrom('invoice_titles').where('id', '=', id).compile(), mustWrite: 'title' }],
        [audit],
      );
    },
  };
}
