import type { IncomingHttpHeaders } from 'node:http';
import type { ClientSide, Dialect, Relay } from '../dialects/dialect.ts';
import { dialectsFor } from '../domain/catalog/dialects-for.ts';
import type { Provider } from '../domain/catalog/model.ts';
import type { ModelEndpoint } from '../endpoints/endpoint.ts';
import type { SpokenMusic } from '../tasks/task-parts.ts';

/** The protocols of clients and upstreams, and which upstreams can serve which clients. */
export class Protocols {
  readonly dialects: ReadonlyMap<string, Dialect>;
  /** For URLs that belong to no protocol. */
  readonly defaultSide: ClientSide;
  /** Protocols whose clients a header gives away, or an address below one of their operations. */
  readonly #signed: readonly (readonly [name: string, side: ClientSide])[];
  /** By list of providers and by endpoint, for as long as the catalogue keeps the list. */
  readonly #serving = new WeakMap<readonly Provider[], Map<ModelEndpoint, readonly Provider[]>>();
  /** By provider and endpoint, for as long as the catalogue keeps the provider. */
  readonly #spoken = new WeakMap<Provider, Map<ModelEndpoint, string | null>>();

  /** @param defaultDialect the protocol of responses at URLs that belong to none. */
  constructor(dialects: readonly Dialect[], defaultDialect: string) {
    this.dialects = new Map(dialects.map((dialect) => [dialect.name, dialect]));
    this.defaultSide = this.sideOf(defaultDialect);
    this.#signed = dialects.flatMap(({ name, client }) => (client?.sign === undefined ? [] : [[name, client] as const]));
  }

  /** @throws if clients cannot use this dialect, which means that an endpoint is declared wrongly. */
  sideOf(dialect: string): ClientSide {
    const side = this.dialects.get(dialect)?.client ?? null;
    if (side === null) throw new Error(`no client speaks "${dialect}"`);
    return side;
  }

  /** The form of answers at a URL that calls no model. */
  sideAt(path: string, headers: IncomingHttpHeaders): ClientSide {
    for (const [name, side] of this.#signed)
      if ((side.sign !== undefined && headers[side.sign] !== undefined) || path.startsWith(`/${name}/`)) return side;
    return this.defaultSide;
  }

  /**
   * The protocol in which a provider serves clients of an endpoint: the clients' own, otherwise the first supported one; `null` if there is
   * none.
   */
  spoken(endpoint: ModelEndpoint, provider: Provider): string | null {
    let byEndpoint = this.#spoken.get(provider);
    if (byEndpoint === undefined) {
      byEndpoint = new Map();
      this.#spoken.set(provider, byEndpoint);
    }
    let spoken = byEndpoint.get(endpoint);
    if (spoken === undefined) {
      const { kind, dialect: client } = endpoint;
      spoken = dialectsFor(provider, kind, client).find((name) => this.#relayIn(name, client) !== null) ?? null;
      byEndpoint.set(endpoint, spoken);
    }
    return spoken;
  }

  #relayIn(spoken: string, client: string): Relay | null {
    return this.dialects.get(spoken)?.serves.get(client) ?? null;
  }

  /** How a provider serves clients of an endpoint; `null` if it cannot. */
  relay(endpoint: ModelEndpoint, provider: Provider): Relay | null {
    const spoken = this.spoken(endpoint, provider);
    return spoken === null ? null : this.#relayIn(spoken, endpoint.dialect);
  }

  /** Whether a provider serves clients of an endpoint in another protocol, at which requests may lose something. */
  isForeign(endpoint: ModelEndpoint, provider: Provider): boolean {
    return this.relay(endpoint, provider)?.losses !== undefined;
  }

  /** The protocol in which a provider generates music; `null` if it does not. */
  music(provider: Provider): SpokenMusic | null {
    const [name] = dialectsFor(provider, 'music');
    const music = name === undefined ? undefined : this.dialects.get(name)?.music;
    return name === undefined || music === undefined ? null : { name, music };
  }

  #serves(endpoint: ModelEndpoint, provider: Provider): boolean {
    return (endpoint.music === undefined ? this.relay(endpoint, provider) : this.music(provider)) !== null;
  }

  /** The model's providers that can serve clients of an endpoint, in the same order. */
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
