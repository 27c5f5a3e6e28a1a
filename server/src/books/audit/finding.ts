/** The subject of a check of the books. */
export type FindingKind =
  | 'usage' // log rows and hourly usage differ
  | 'ledger' // hourly usage and the ledger differ
  | 'ledger_chain' // running totals of the ledger are wrong
  | 'statement' // a frozen statement differs from the ledger or the usage
  | 'balance' // the balance the product reports is not credits minus usage
  | 'trial' // trial money given twice
  | 'audit_log' // the audit log was changed
  | 'wrong_charge' // a call was charged that must not be
  | 'price' // a charge does not equal usage times price
  | 'open_call' // a call left open by a process that has ended
  | 'orphan' // usage of an account or key that does not exist
  | 'quarantine' // a record that could not be stored
  | 'damage'; // the database file contradicts itself, or pages of it are damaged

export interface Finding {
  readonly kind: FindingKind;
  /** One sentence for operators. */
  readonly detail: string;
  /** Decimal, without a sign. */
  readonly differenceNano: string;
}

/** All findings of one kind. */
export interface KindFound {
  readonly kind: FindingKind;
  readonly findings: number;
  /** Decimal. */
  readonly differenceNano: string;
}

export interface AuditCounts {
  calls: number;
  usageHours: number;
  ledgerEntries: number;
  accounts: number;
  /** Frozen statements. */
  statements: number;
  auditEntries: number;
  /** Pages of database files; `null` if not requested, if some could not be read, or if a server manages them. */
  pages: number | null;
}

export interface AuditReport {
  readonly ok: boolean;
  readonly checked: Readonly<AuditCounts>;
  readonly kinds: readonly KindFound[];
  /** The sum of the absolute values of all money differences, in nano-CNY, as a decimal string. */
  readonly differenceNano: string;
  /** At most 100, including the first of each kind; `findingsCount` is the number of all. */
  readonly findings: readonly Finding[];
  readonly findingsCount: number;
}

const findingsMax = 100;

/** Collects the findings of the checks in bounded memory. */
export class AuditSheet {
  readonly checked: AuditCounts = {
    calls: 0,
    usageHours: 0,
    ledgerEntries: 0,
    accounts: 0,
    statements: 0,
    auditEntries: 0,
    pages: null,
  };
  readonly #findings: Finding[] = [];
  #count = 0;
  #difference = 0n;
  readonly #kinds = new Map<FindingKind, KindFound>();

  find(kind: FindingKind, detail: string, signedNano = 0n): void {
    const differenceNano = signedNano < 0n ? -signedNano : signedNano;
    this.#count += 1;
    this.#difference += differenceNano;
    const known = this.#kinds.get(kind);
    this.#kinds.set(kind, {
      kind,
      findings: (known?.findings ?? 0) + 1,
      differenceNano: String(BigInt(known?.differenceNano ?? '0') + differenceNano),
    });
    if (this.#findings.length < findingsMax || known === undefined)
      this.#findings.push({ kind, detail, differenceNano: String(differenceNano) });
  }

  /** Whether a finding of this kind exists. */
  has(kind: FindingKind): boolean {
    return this.#kinds.has(kind);
  }

  report(): AuditReport {
    return {
      ok: this.#count === 0,
      checked: this.checked,
      kinds: [...this.#kinds.values()],
      differenceNano: String(this.#difference),
      findings: this.#findings,
      findingsCount: this.#count,
    };
  }
}
