/** One entry of the audit log, written in the same transaction as the change it records. */
export interface AuditEntry {
  readonly atMs: number;
  /** `admin-token`, `first-start`, `environment`, later a person's id. */
  readonly actor: string;
  readonly sourceIp: string | null;
  /** `key.create`, `account.patch`, … */
  readonly action: string;
  readonly objectKind: string;
  readonly objectId: string;
  /** Account of the entry; absent for entries of the installation. */
  readonly accountId?: string;
  /** The change, as JSON documents without secrets; both `null` if nothing changed or if they are no longer kept. */
  readonly before: string | null;
  readonly after: string | null;
}
