import type { ContractDocument, ContractDocumentsStore } from './requests-ports.ts';
import { compilerFor, readRows } from '../../storage/compiler.ts';
import type { Engine, UnitStatement } from '../../storage/engine.ts';
import { keptUntil } from '../../storage/stores/objects-index-store.ts';

/** Kept while they are offered; no contract is offered for longer. */
const keptMs = 30 * 365 * 86_400_000;

/** Stores contracts offered to all accounts. */
export function createContractDocumentsStore(engine: Engine): ContractDocumentsStore {
  const db = compilerFor(engine.sql);

  /** Marks the earlier file as expired, so that the clean-up job removes it. */
  function letGo(id: string, object: string | null, atMs: number): UnitStatement {
    const known = db.selectFrom('contract_documents').select('object').where('id', '=', id);
    const query = db.updateTable('objects').set({ expires_at: atMs }).where('name', 'in', known);
    return { query: (object === null ? query : query.where('name', '<>', object)).compile() };
  }

  return {
    async list() {
      const query = db.selectFrom('contract_documents').selectAll().orderBy('kind').orderBy('created_at').orderBy('id');
      return (await readRows(engine, 'hot', query)).map((row): ContractDocument => {
        const { id, kind, locale, title, object, uploaded_by: uploadedBy } = row;
        return {
          id,
          kind,
          locale,
          title,
          object,
          uploadedBy,
          versionOn: row.version_on,
          bytes: Number(row.bytes),
          createdAtMs: Number(row.created_at),
        };
      });
    },

    async put({ id, kind, locale, title, versionOn, object, bytes, uploadedBy, createdAtMs }, audit) {
      const replaced = { title, version_on: versionOn, object, bytes, uploaded_by: uploadedBy };
      const insert = db
        .insertInto('contract_documents')
        .values({ id, kind, locale, ...replaced, created_at: createdAtMs })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(replaced));
      await engine.write(
        [letGo(id, object, audit.atMs), { query: insert.compile() }, keptUntil(engine, object, audit.atMs + keptMs)],
        [audit],
      );
    },

    async remove({ id }, audit) {
      const remove = db.deleteFrom('contract_documents').where('id', '=', id);
      await engine.write([letGo(id, null, audit.atMs), { query: remove.compile(), mustWrite: 'document' }], [audit]);
    },
  };
}
