import type { SeededRandom } from '../../size/seeded-random.ts';
import type { OldRow, OldTable } from '../old-rows.ts';
import { keyValue, objectId, sha256 } from './forms.ts';

const dayMs = 86_400_000;
/** Long before the oldest call in the log. */
export const firstDayMs = 100 * dayMs;

/** A key with the value that its owner has. */
export interface OldKey {
  readonly id: string;
  readonly value: string;
  readonly accountId: string;
  readonly subAccountId: string | null;
  readonly row: OldRow;
}

type Settings = Readonly<
  Partial<Record<'status' | 'replaced_by' | 'ip_allow_list' | 'model_allow_list' | 'limits' | 'remark', string>>
> &
  Readonly<Partial<Record<'daily_cap' | 'monthly_cap' | 'expires_at' | 'strict' | 'cap_arming', number | bigint>>>;

const noSettings = {
  remark: '',
  status: 'available',
  daily_cap: null,
  monthly_cap: null,
  cap_arming: 0,
  ip_allow_list: '[]',
  model_allow_list: null,
  expires_at: null,
  strict: 0,
  limits: '{}',
  replaced_by: null,
};

/** Accounts on every kind of plan and in both states, and keys in every possible state. */
export function makeTenants(random: SeededRandom, nowMs: number) {
  const bornMs = nowMs - firstDayMs;
  const account = (name: string, settings: OldRow): OldRow & { readonly id: string } => ({
    id: objectId(random, 'acc'),
    name,
    email: null,
    plan_id: 'standard',
    status: 'active',
    limits: '{}',
    price_multiplier_ppm: 1_000_000,
    credits_revision: 1,
    created_at: bornMs,
    ...settings,
  });
  const company = account('Company', {
    email: 'finance@company.example',
    limits: '{"requestsPerMinute":null,"concurrency":null}',
    price_multiplier_ppm: 900_000,
    credits_revision: 4,
  });
  const trial = account('Trial', { plan_id: 'free-trial', created_at: bornMs + 1 });
  const partner = account('Partner', { plan_id: 'partner', credits_revision: 2, created_at: bornMs + 2 });
  const closed = account('Closed', { status: 'disabled', created_at: bornMs + 3 });
  const quiet = account('Quiet', { plan_id: 'dedicated', created_at: nowMs - dayMs });
  const sub = (name: string, settings: OldRow) => {
    const none = { model_allow_list: null, status: 'active', created_at: bornMs };
    return { id: objectId(random, 'sub'), account_id: company.id, name, ...none, ...settings };
  };
  const team = sub('Team', { model_allow_list: '["north/chat-a"]' });
  const gone = sub('Gone', { status: 'deleted' });
  const key = (owner: { readonly id: string }, settings: Settings = {}, subAccountId: string | null = null): OldKey => {
    const id = objectId(random, 'key');
    const value = keyValue(random);
    const owned = { id, account_id: owner.id, sub_account_id: subAccountId, hash: sha256(value) };
    const shown = { prefix: value.slice(0, 7), last4: value.slice(-4), ...noSettings, ...settings };
    return { id, value, accountId: owner.id, subAccountId, row: { ...owned, ...shown, created_at: bornMs, updated_at: bornMs } };
  };
  const replacement = key(company, { remark: 'rotated' });
  const keys = {
    open: key(company, { remark: 'Hauptschlüssel, 主密钥' }),
    capped: key(company, { daily_cap: 2_000_000, monthly_cap: 900_000_000_000n, cap_arming: 1 }),
    roomy: key(company, { daily_cap: 50_000_000_000n, monthly_cap: 500_000_000_000n }),
    strict: key(company, { strict: 1, limits: '{"requestsPerMinute":1000,"concurrency":5}' }, team.id),
    orphan: key(company, { status: 'disabled' }, gone.id),
    fenced: key(company, { ip_allow_list: '["203.0.113.0/24","2001:db8::1"]' }),
    narrow: key(company, { model_allow_list: '["north/chat-b"]' }),
    disabled: key(company, { status: 'disabled' }),
    expired: key(company, { expires_at: nowMs - dayMs }),
    reset: key(company, { remark: 'rotated', status: 'reset', replaced_by: replacement.id }),
    replacement,
    deleted: key(company, { status: 'deleted' }),
    trial: key(trial),
    partner: key(partner),
    closed: key(closed),
    unused: key(quiet, { expires_at: nowMs + 300 * dayMs }),
  };
  const plan = { id: 'partner', name: 'Partner', requests_per_minute: null, concurrency_recommended: 5 };
  const accounts = { company, trial, partner, closed, quiet };
  const tables: OldTable[] = [
    { table: 'plans', rows: [{ ...plan, concurrency_ceiling: 50, strict: 0, price_multiplier_ppm: 800_000, position: 7 }] },
    { table: 'accounts', rows: Object.values(accounts) },
    { table: 'sub_accounts', rows: [team, gone] },
    { table: 'keys', rows: Object.values(keys).map(({ row }) => row) },
  ];
  return { accounts, keys, tables };
}

export type OldTenants = ReturnType<typeof makeTenants>;
