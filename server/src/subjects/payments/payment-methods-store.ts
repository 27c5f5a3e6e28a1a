import { sql } from 'kysely';
import type { MethodRecord, PaymentMethodsStore } from './payment-ports.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { compilerFor } from '../../storage/compiler.ts';
import type { Engine } from '../../storage/engine.ts';
import { wholeNumber } from '../../storage/whole-number.ts';
import { methodNameOf, timeOf } from './orders/order-rows.ts';

/** Owner id under which the secrets are encrypted. */
const ownerOf = (name: string): string => `payment-method:${name}`;

/** Stores the configuration of payment services, with their secrets encrypted. */
export function createPaymentMethodsStore(engine: Engine, box: SecretBox): PaymentMethodsStore {
  const db = compilerFor(engine.sql);

  function recordOf(row: Readonly<Record<string, unknown>>): MethodRecord {
    const name = methodNameOf(row.name);
    const sealed = row.sealed as Uint8Array | null;
    return {
      name,
      enabled: wholeNumber(row.enabled) === 1n,
      settings: JSON.parse(String(row.settings)) as Record<string, string>,
      secrets: sealed === null ? {} : (JSON.parse(box.open(sealed, ownerOf(name))) as Record<string, string>),
      revision: Number(wholeNumber(row.revision)),
      changedAtMs: timeOf(row.changed_at),
    };
  }

  return {
    async find(name) {
      const [row] = await engine.read('hot', sql`select * from payment_methods where name = ${name}`.compile(db));
      return row === undefined ? null : recordOf(row);
    },

    async list() {
      return (await engine.read('hot', sql`select * from payment_methods order by name`.compile(db))).map(recordOf);
    },

    async put({ name, enabled, settings, secrets, revision, changedAtMs }, audit) {
      const sealed = Object.keys(secrets).length === 0 ? null : box.seal(JSON.stringify(secrets), ownerOf(name));
      const columns = sql`enabled = excluded.enabled, settings = excluded.settings, sealed = excluded.sealed,
        revision = excluded.revision, changed_at = excluded.changed_at`;
      const query = sql`insert into payment_methods (name, enabled, settings, sealed, revision, changed_at)
        values (${name}, ${enabled ? 1n : 0n}, ${JSON.stringify(settings)}, ${sealed}, ${BigInt(revision)}, ${BigInt(changedAtMs)})
        on conflict (name) do update set ${columns}`;
      await engine.write([{ query: query.compile(db) }], [audit]);
    },
  };
}
