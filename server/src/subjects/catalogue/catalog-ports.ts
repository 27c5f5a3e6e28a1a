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
  /** A version to add; `null` leaves the prices as they are. */
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

/** Parts that an older program misreads. */
export type Misread = 'cards' | 'addresses' | 'keys' | 'domestic' | 'caps' | 'isolation' | 'dialects' | 'maintenance';

export interface CatalogWriter {
  putModel(draft: ModelDraft, audit: AuditEntry): Promise<void>;
  /** Its prices are kept, but a later model of its name begins without one, at `nextVersion` or later. */
  removeModel(name: string, removal: { readonly atMs: number; readonly nextVersion: number }, audit: AuditEntry): Promise<void>;
  /** All prices ever kept under a name, those of deleted models included; oldest version first. */
  pricesOf(name: string): Promise<readonly PriceVersion[]>;
  /** Versions of one own price, in one unit. */
  putOverride(drafts: readonly OverrideDraft[], audit: AuditEntry): Promise<void>;
  /** Who set each version of the separate prices of a plan or account, and when. */
  overrideOrigins(ownerKind: PriceOwnerKind, ownerId: string): Promise<readonly OverrideOrigin[]>;
  /** Names of the live nodes whose program is older than this feature. */
  nodesWithout(part: Misread): Promise<readonly string[]>;
  /** Creates or replaces a provider with its routes and models; upstream keys are sealed on the way. */
  putProvider(
    provider: Provider,
    origin: { readonly source: RecordSource; readonly atMs: number },
    audit: AuditEntry,
  ): Promise<void>;
  removeProvider(id: string, audit: AuditEntry): Promise<void>;
  /** Source of the catalog's records, by model name and provider id; a deleted model counts as the administrator's. */
  sources(): Promise<{
    readonly models: ReadonlyMap<string, RecordSource>;
    readonly providers: ReadonlyMap<string, RecordSource>;
  }>;
}

/** The catalogue in this process's environment. */
export interface KnownCatalogue {
  /** Its differences to the database, as text. */
  differences(): Promise<readonly string[]>;
  /**
   * Puts every vendor whose key is in the environment on sale, with the built-in price list. Later changes by an administrator stay; a provider
   * whose key has left the environment is switched off and its key deleted.
   */
  take(principal: Principal): Promise<void>;
}
