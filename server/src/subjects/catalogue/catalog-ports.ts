import type { PriceOwnerKind } from '@tollgate/contract/enumerations';
import type { AuditEntry } from '../../domain/books/audit-entry.ts';
import type { Model, Price, PriceVersion, Provider } from '../../domain/catalog/model.ts';
import type { Principal } from '../../control/principal.ts';

export type RecordSource = 'admin' | 'environment' | 'built-in';

export interface PriceDraft {
  readonly version: PriceVersion;
  readonly createdAtMs: number;
  readonly actor: string;
}

export interface ModelDraft {
  readonly model: Omit<Model, 'prices'>;
  readonly source: RecordSource;
  readonly updatedAtMs: number;
  /** A version to add; `null` leaves the prices unchanged. */
  readonly price: PriceDraft | null;
}

export interface OverrideDraft {
  readonly ownerKind: PriceOwnerKind;
  readonly ownerId: string;
  readonly model: string;
  readonly version: number;
  readonly fromMs: number;
  /** `null` withdraws the override from then on. */
  readonly price: Price | null;
  readonly createdAtMs: number;
  readonly actor: string;
}

export type OverrideOrigin = Pick<OverrideDraft, 'model' | 'version' | 'createdAtMs' | 'actor'>;

/** Catalogue features that older versions would misread. */
export type Misread = 'cards' | 'addresses' | 'keys' | 'domestic' | 'caps' | 'isolation' | 'dialects' | 'maintenance';

export interface CatalogWriter {
  putModel(draft: ModelDraft, audit: AuditEntry): Promise<void>;
  /** Keeps the prices. A later model with this name starts without a price, at `nextVersion` or later. */
  removeModel(name: string, removal: { readonly atMs: number; readonly nextVersion: number }, audit: AuditEntry): Promise<void>;
  /** All prices ever stored under a name, including those of deleted models; oldest version first. */
  pricesOf(name: string): Promise<readonly PriceVersion[]>;
  /** Adds versions of one custom price in one transaction. */
  putOverride(drafts: readonly OverrideDraft[], audit: AuditEntry): Promise<void>;
  /** Who set each version of the custom prices of a plan or account, and when. */
  overrideOrigins(ownerKind: PriceOwnerKind, ownerId: string): Promise<readonly OverrideOrigin[]>;
  /** Names of live nodes whose version does not know this feature. */
  nodesWithout(part: Misread): Promise<readonly string[]>;
  /** Creates or replaces a provider with its routes and models. Upstream keys are encrypted before storage. */
  putProvider(
    provider: Provider,
    origin: { readonly source: RecordSource; readonly atMs: number },
    audit: AuditEntry,
  ): Promise<void>;
  removeProvider(id: string, audit: AuditEntry): Promise<void>;
  /** Source of the catalogue records, by model name and provider id. A deleted model counts as set by an administrator. */
  sources(): Promise<{
    readonly models: ReadonlyMap<string, RecordSource>;
    readonly providers: ReadonlyMap<string, RecordSource>;
  }>;
}

/** The catalogue defined by the environment of this process. */
export interface KnownCatalogue {
  /** Its differences to the database, as text. */
  differences(): Promise<readonly string[]>;
  /**
   * Offers every vendor whose key is in the environment, at the built-in prices. Later changes by an administrator stay. A provider whose
   * key was removed from the environment is disabled, and its key is deleted.
   */
  take(principal: Principal): Promise<void>;
}
