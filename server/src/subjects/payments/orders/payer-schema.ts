import type { SchemaDialect } from '../../../storage/schema-dialect.ts';

/** Why a transfer is taken from somebody who is not the verified enterprise of its account, as the first operator said. */
export function payerSchema({ text }: SchemaDialect): string {
  return `
alter table bank_confirmations add column payer_reason ${text};
`;
}
