import type { SiteSettingsStore } from '../../control/site-settings-ports.ts';
import { compilerFor, readRows } from '../../storage/compiler.ts';
import type { Engine } from '../../storage/engine.ts';

/** Prefix of their names in the settings table; the next character after it ends the range. */
const prefix = 'site.';
const behindPrefix = 'site/';

/** Stores the settings of the installation that operators change. */
export function createSiteSettingsStore(engine: Engine): SiteSettingsStore {
  const db = compilerFor(engine.sql);
  return {
    async all() {
      const query = db.selectFrom('settings').selectAll().where('name', '>=', prefix).where('name', '<', behindPrefix);
      const rows = await readRows(engine, 'hot', query);
      return new Map(rows.map(({ name, value }) => [name.slice(prefix.length), value]));
    },

    async put(values, audit) {
      const statements = [...values].map(([name, value]) => ({
        query: db
          .insertInto('settings')
          .values({ name: `${prefix}${name}`, value })
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
          .compile(),
      }));
      await engine.write(statements, [audit]);
    },
  };
}
