import type { SchemaDialect } from '../../../storage/schema-dialect.ts';

/** Why a transfer from another payer than the verified enterprise was accepted, in the first operator's words. */
export function payerSchema({ text }: SchemaDialect): string {
  return `
alter table bank_confirmations add column payer_reason ${text};
`;
}
