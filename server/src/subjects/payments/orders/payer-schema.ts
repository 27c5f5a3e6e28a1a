import type { SchemaDialect } from '../../../storage/schema-dialect.ts';

/** Why a transfer from a payer other than the verified enterprise was accepted, in the words of the first operator. */
export function payerSchema({ text }: SchemaDialect): string {
  return `
alter table bank_confirmations add column payer_reason ${text};
`;
}
