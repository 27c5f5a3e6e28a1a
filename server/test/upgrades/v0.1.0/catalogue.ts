import type { SeededRandom } from '../../size/seeded-random.ts';
import type { OldRow, OldTable } from '../old-rows.ts';
import { objectId, sealed } from './forms.ts';
import { firstDayMs, type OldTenants } from './tenants.ts';

const dayMs = 86_400_000;
/** Nano-CNY per 1,000,000 tokens, and per call. */
export type OldPrice = Readonly<Record<'input' | 'cached_input' | 'output' | 'per_call', bigint>>;

function price(input: bigint, cached: bigint, output: bigint, perCall = 0n): OldPrice {
  return { input, cached_input: cached, output, per_call: perCall };
}

/** The prices of the calls in the log. */
export const prices = {
  a1: price(2_000_000_000n, 500_000_000n, 8_000_000_000n),
  /** In force since the last day. */
  a2: price(1_000_000_000n, 250_000_000n, 4_000_000_001n),
  b1: price(30_000_000_000n, 30_000_000_000n, 90_000_000_000n, 1_000_000n),
  /** Partner's custom price of `north/chat-b`. */
  partnerB: price(20_000_000_000n, 2_000_000_000n, 60_000_000_000n),
};

export interface CatalogueOptions {
  readonly tenants: OldTenants;
  readonly nowMs: number;
  /** Encrypts the upstream keys. */
  readonly secret: string;
  readonly upstream: { readonly baseUrl: string; readonly apiKey: string };
}

/** Models, price versions, custom prices including a withdrawn one, and providers with encrypted keys. */
export function catalogueTables(random: SeededRandom, options: CatalogueOptions): readonly OldTable[] {
  const { tenants, nowMs, secret, upstream } = options;
  const atMs = nowMs - firstDayMs;
  const made = { created_at: atMs, actor: 'admin-token' };
  const facts = JSON.stringify({
    contextLength: 128_000,
    outputLimit: 8192,
    supportedParameters: ['temperature'],
    features: ['tools'],
    tier: 'standard',
    alternatives: ['north/chat-b'],
    retirementDate: '2027-06-30',
  });
  const model = (name: string, more: OldRow): OldRow => ({
    name,
    kind: 'chat',
    owned_by: 'north',
    facts: '{}',
    source: 'admin',
    created_at: atMs,
    updated_at: atMs,
    ...more,
  });
  const version = (of: OldRow, number: number, fromMs: number, amounts: OldPrice): OldRow => ({
    ...of,
    version: number,
    valid_from: fromMs,
    ...amounts,
    ...made,
  });
  const own = (kind: string, id: string): OldRow => ({ owner_kind: kind, owner_id: id, model: 'north/chat-b', withdrawn: 0 });
  const provider = (name: string, more: OldRow) => {
    const common = { dialect: 'chat-completions', priority: 100, weight: 1, enabled: 1, quirks: '{}', source: 'admin' };
    return { id: objectId(random, 'prv'), name, ...common, created_at: atMs, updated_at: atMs, ...more };
  };
  const north = provider('north', { quirks: '{"endsWithoutDone":false,"maxTokensOnly":true}' });
  const away = provider('away', { enabled: 0, weight: 3, priority: 1, source: 'environment' });
  const route = (providerId: string, region: string, position: number): OldRow => {
    const id = objectId(random, 'rte');
    const seal = sealed(random, upstream.apiKey, { secret, owner: id });
    const api = { sealed_api_key: seal, api_key_hint: upstream.apiKey.slice(-4) };
    return { id, provider_id: providerId, region, base_url: upstream.baseUrl, ...api, position };
  };
  const cost = '{"input":"1","cachedInput":"0.1","output":"3.5","perCall":"0"}';
  const offer = (providerId: string, name: string, upstreamModel: string, costs: string | null): OldRow => {
    return { provider_id: providerId, model: name, upstream_model: upstreamModel, cost: costs };
  };
  return [
    { table: 'models', rows: [model('north/chat-a', { facts }), model('north/chat-b', {}), model('north/unpriced', {})] },
    {
      table: 'model_prices',
      rows: [
        version({ model: 'north/chat-a' }, 1, atMs, prices.a1),
        version({ model: 'north/chat-a' }, 2, nowMs - dayMs, prices.a2),
        // Announced, but not yet in force.
        version({ model: 'north/chat-a' }, 3, nowMs + 30 * dayMs, prices.a1),
        version({ model: 'north/chat-b' }, 1, atMs, prices.b1),
      ],
    },
    {
      table: 'price_overrides',
      rows: [
        version(own('plan', 'partner'), 1, atMs, prices.partnerB),
        version(own('account', tenants.accounts.company.id), 1, atMs, prices.partnerB),
        { ...version(own('account', tenants.accounts.company.id), 2, atMs + 1, prices.partnerB), withdrawn: 1 },
      ],
    },
    { table: 'providers', rows: [north, away] },
    { table: 'provider_routes', rows: [route(north.id, 'domestic', 0), route(away.id, 'overseas', 0)] },
    {
      table: 'provider_models',
      rows: [
        offer(north.id, 'north/chat-a', 'upstream-a', cost),
        offer(north.id, 'north/chat-b', 'north/chat-b', null),
        offer(away.id, 'north/chat-a', 'chat-a', null),
      ],
    },
  ];
}
