/** The other nodes of a fleet, which admit calls by changes made here, and make changes themselves. */
export interface OtherNodes {
  /** Settles when everything that they have changed before is known here. */
  caughtUp(): Promise<void>;
  /** Settles when no node admits a call under the earlier state of these accounts, or parts of them. */
  accountsChanged(accountIds: readonly string[]): Promise<void>;
  /** Waits until they have the catalogue as it is now. */
  catalogChanged(): Promise<void>;
  /** Waits until they have the current announcements. */
  newsChanged(): Promise<void>;
}
