/** Separate accounts for tests, with money and only the product's limits. */
import type { Fixture } from '../gateway/fixture.ts';
import { must, type NewKey } from './scenario.ts';

export interface Tenant {
  readonly id: string;
  readonly keyId: string;
  readonly key: string;
}

/** An account with 1,000 CNY of paid money. */
export async function newTenant(fixture: Fixture, account: object = {}): Promise<Tenant> {
  const { id }: { readonly id: string } = await must(fixture, 'POST', '/accounts', {
    name: 'Somebody',
    plan: 'dedicated',
    limits: { requests_per_minute: null, concurrency: null },
    ...account,
  });
  await must(fixture, 'POST', `/accounts/${id}/credits`, { amount: '1000', reason: 'test', bucket: 'paid' });
  return newTenantKey(fixture, { id });
}

export async function newTenantKey(fixture: Fixture, { id }: Pick<Tenant, 'id'>): Promise<Tenant> {
  const { id: keyId, key }: NewKey = await must(fixture, 'POST', `/accounts/${id}/keys`, {});
  return { id, keyId, key };
}
