import type { PriceWarning } from '@tollgate/contract/catalogue/price-list-words';
import type { PriceProposalsAnswer, PriceProposalsQuery } from '@tollgate/contract/catalogue/price-proposals';
import type { PriceAnswer } from '@tollgate/contract/catalogue/prices';
import type { ProviderCheck, TestProviderRequest } from '@tollgate/contract/catalogue/provider-tests';
import type { AuditReportAnswer } from '@tollgate/contract/ledger/book-audits';
import type { UpstreamModelsAnswer } from '@tollgate/contract/catalogue/upstream-models';
import type { ProviderTryAnswer, TryProviderRequest } from '@tollgate/contract/catalogue/provider-tries';
import type { VendorAnswer } from '@tollgate/contract/catalogue/vendors';
import type { Provider } from '../domain/catalog/model.ts';
import type { RouteSimulation, SimulatedRequest, SimulatingCaller } from '../domain/route-simulation.ts';
import type { BookAudit } from '../subjects/ledger/book-audit-ports.ts';
import type { KnownCatalogue } from '../subjects/catalogue/catalog-ports.ts';

/** A provider that is tried before it is stored. */
export interface Tried {
  readonly provider: Provider;
  readonly kind: NonNullable<TryProviderRequest['kind']>;
  /** At the provider; `null`: one that it lists. */
  readonly model: string | null;
}

/** A model as public price lists are compared with it. */
interface ListableModel {
  readonly name: string;
  readonly kind: string;
  readonly ownedBy: string;
  readonly price: PriceAnswer | null;
  /** Its names at upstreams, with the providers. */
  readonly providers: readonly { readonly name: string; readonly upstreamModel: string }[];
}

/** A public price list, as uploaded. */
export interface ListedOrder {
  readonly bytes: Buffer;
  readonly models: readonly ListableModel[];
  readonly query: PriceProposalsQuery;
  readonly nowMs: number;
}

/** The changes that a list would make. */
export interface ListedProposals extends Pick<PriceProposalsAnswer, 'format' | 'usd_cny' | 'margin_percent' | 'cannot_say'> {
  readonly proposals: readonly {
    readonly model: string;
    readonly seller: string;
    /** As the list has it: not checked. */
    readonly proposed: unknown;
    readonly warnings: readonly PriceWarning[];
  }[];
  readonly unchanged: readonly string[];
  readonly notListed: readonly string[];
  readonly unusable: readonly { readonly model: string; readonly warning: PriceWarning }[];
}

/** Operators' actions on the whole service. */
export interface Operations {
  /** Recomputes the books from their entries; `ok` is false if there is a difference of even one nano. */
  readonly audit: (by: string) => Promise<AuditReportAnswer>;
  /** Continues an audit that was recorded as started, in the background. Its result appears in the list of audits. */
  readonly goOnAuditing: (begun: BookAudit) => void;
  /**
   * Copies the database to `backups/<name>` in the data folder.
   * @throws {ApiError} 409 if the file exists.
   */
  readonly backup: (name: string) => Promise<{ readonly path: string; readonly bytes: number }>;
  /** The catalogue from this process's environment. */
  readonly environment: KnownCatalogue;
  /** Makes small real calls to a provider, which are not charged. */
  readonly testProvider: (provider: Provider, request: TestProviderRequest) => Promise<ProviderCheck[]>;
  /** Makes small real calls to a provider that is not stored. */
  readonly tryProvider: (tried: Tried) => Promise<ProviderTryAnswer>;
  /** The vendors that the program knows. */
  readonly vendors: readonly VendorAnswer[];
  /**
   * The routes that a call would take now at this node.
   * @throws {ApiError} 400 if no such operation can be simulated.
   */
  readonly simulateRoute: (caller: SimulatingCaller, request: SimulatedRequest) => RouteSimulation;
  /**
   * Reads a price list in a thread.
   * @throws {ApiError} 400 naming what is wrong with it; 429 while another one is read.
   */
  readonly readPriceList: (order: ListedOrder) => Promise<ListedProposals>;
  /**
   * Requests the list of a provider's models.
   * @throws {ApiError} 409 if the provider does not list them.
   */
  readonly fetchModels: (provider: Provider) => Promise<Omit<UpstreamModelsAnswer, 'fetched_at'>>;
}

/** The action that an operator can start. */
export interface Operated {
  readonly operations: Operations;
}
