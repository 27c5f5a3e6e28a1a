import type { BookAuditsStore } from '../subjects/ledger/book-audit-ports.ts';
import type { ImpersonationsStore } from '../subjects/people/impersonation-ports.ts';
import type { ContactProofsStore } from '../subjects/tenants/accounts/contact-ports.ts';
import type { ClosingsStore } from '../subjects/account-life/closing-ports.ts';
import type { OverviewStore } from '../subjects/site/overview-ports.ts';
import type { ContractDocumentsStore, RequestsStore } from '../subjects/requests/requests-ports.ts';
import type { SiteSettingsStore } from './site-settings-ports.ts';

/** The stores of the operator's administration. */
export interface AdministrationStores {
  readonly siteSettings: SiteSettingsStore;
  readonly overview: OverviewStore;
  readonly requests: RequestsStore;
  readonly contractDocuments: ContractDocumentsStore;
  readonly contactProofs: ContactProofsStore;
  readonly closings: ClosingsStore;
  readonly impersonations: ImpersonationsStore;
  readonly bookAudits: BookAuditsStore;
}
