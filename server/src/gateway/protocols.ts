import type { ClientSide, Dialect, Relay } from '../dialects/dialect.ts';
import { dialectFor } from '../domain/catalog/dialect-for.ts';
import type { Provider } from '../domain/catalog/model.ts';
import type { ModelEndpoint } from '../endpoints/endpoint.ts';
import type { SpokenMusic } from '../tasks/task-parts.ts';

/** Which protocols clients and upstreams speak, and which upstreams can serve which clients. */
export class Protocols {
  readonly dialects: ReadonlyMap<string, Dialect>;
  /** For addresses that belong to no protocol. */
  readonly defaultSide: ClientSide;
  /** By list of providers and endpoint, as long as the catalog keeps the list. */
  readonly #serving = new WeakMap<readonly Provider[], Map<ModelEndpoint, readonly Provider[]>>();

  /** @param defaultDialect the protocol in whose words addresses that belong to none are answered */
  constructor(dialects: readonly Dialect[], defaultDialect: string) {
    this.dialects = new Map(dialects.map((dialect) => [dialect.name, dialect]));
    this.defaultSide = this.sideOf(defaultDialect);
  }

  /** @throws when clients cannot speak it: an endpoint is declared wrongly. */
  sideOf(dialect: string): ClientSide {
    const side = this.dialects.get(dialect)?.client ?? null;
    if (side === null) throw new Error(`no client speaks "${dialect}"`);
    return side;
  }

  /** How a provider serves clients of an endpoint; `null` if it cannot. */
  relay({ dialect, kind }: ModelEndpoint, provider: Provider): Relay | null {
    const spoken = dialectFor(provider, kind);
    if (spoken === null) return null;
    return this.dialects.get(spoken)?.serves.get(dialect) ?? null;
  }

  /** The protocol in which a provider makes music; `null` if it makes none. */
  music(provider: Provider): SpokenMusic | null {
    const name = dialectFor(provider, 'music');
    const music = name === null ? undefined : this.dialects.get(name)?.music;
    return name === null || music === undefined ? null : { name, music };
  }

  #serves(endpoint: ModelEndpoint, provider: Provider): boolean {
    return (endpoint.music === undefined ? this.relay(endpoint, provider) : this.music(provider)) !== null;
  }

  /** Those of a model's providers that can serve clients of an endpoint, in the same order. */
  serving(providers: readonly Provider[], endpoint: ModelEndpoint): readonly Provider[] {
    let byEndpoint = this.#serving.get(providers);
    if (byEndpoint === undefined) {
      byEndpoint = new Map();
      this.#serving.set(providers, byEndpoint);
    }
    let serving = byEndpoint.get(endpoint);
    if (serving === undefined) {
      serving = providers.filter((provider) => this.#serves(endpoint, provider));
      byEndpoint.set(endpoint, serving);
    }
    return serving;
  }
}
