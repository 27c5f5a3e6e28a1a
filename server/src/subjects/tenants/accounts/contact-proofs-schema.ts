import type { BytesOrNull, TextOrNull, Whole } from '../../../storage/column-types.ts';

export interface ContactProofsTable {
  account_id: string;
  email: TextOrNull;
  token_hash: BytesOrNull;
  asked_by: string;
  expires_at: Whole;
  mails: Whole;
  mails_since: Whole;
}

declare module '../../../storage/schema.ts' {
  /** The tables of this subject. */
  interface Schema {
    contact_proofs: ContactProofsTable;
  }
}
