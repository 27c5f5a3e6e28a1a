import type { CreateKeyRequest, OwnKey } from '../../../api/keys.ts';
import { exactText } from '../../../components/money/money-text.ts';
import { readCap } from '../../../components/tenants/cap-text.ts';
import { partsOf } from '../../../components/time/time-text.ts';

/** The settings of a key as typed text, not parsed yet. */
export interface KeyForm {
  readonly remark: string;
  readonly subAccountId: string | null;
  readonly dailyCap: string;
  readonly monthlyCap: string;
  readonly models: readonly string[];
  readonly addresses: readonly string[];
  /** `2026-12-01T00:00` in the time zone of the service; empty for never. */
  readonly expires: string;
  readonly requestsPerMinute: string;
  readonly tokensPerMinute: string;
  readonly concurrency: string;
  readonly isStrict: boolean;
  readonly isDomestic: boolean;
  readonly routing: OwnKey['routing'];
  /** Id of a route; null for none. */
  readonly preferredRoute: string | null;
}

const openForm: KeyForm = {
  remark: '',
  subAccountId: null,
  dailyCap: '',
  monthlyCap: '',
  models: [],
  addresses: [],
  expires: '',
  requestsPerMinute: '',
  tokensPerMinute: '',
  concurrency: '',
  isStrict: false,
  isDomestic: false,
  routing: null,
  preferredRoute: null,
};

export const presets = ['test', 'production', 'custom'] as const;
export type Preset = (typeof presets)[number];

export function presetOf(text: string): Preset {
  return presets.find((preset) => preset === text) ?? 'test';
}

interface PresetFacts {
  /** Models that a test key may call; empty for all. */
  readonly allowList: readonly string[];
  readonly suggested: { readonly daily: string; readonly monthly: string } | null;
  /** Existing remarks. */
  readonly remarks: readonly string[];
}

/** `test`, or `test-2` if `test` exists. */
function freeRemark(wanted: string, taken: readonly string[]): string {
  if (!taken.includes(wanted)) return wanted;
  let count = 2;
  while (taken.includes(`${wanted}-${String(count)}`)) count += 1;
  return `${wanted}-${String(count)}`;
}

/** The form values of a preset. */
export function presetForm(preset: Preset, { allowList, suggested, remarks }: PresetFacts): KeyForm {
  if (preset === 'custom') return openForm;
  const remark = freeRemark(preset, remarks);
  if (preset === 'test') return { ...openForm, remark, dailyCap: '5', models: allowList };
  return { ...openForm, remark, dailyCap: suggested?.daily ?? '50', monthlyCap: suggested?.monthly ?? '' };
}

/** As a person would type it: `50`, not `50.0000`. */
const typedCap = (cap: string | null): string => (cap === null ? '' : exactText(cap));
const countText = (count: number | null): string => (count === null ? '' : String(count));

/** Converts the settings of a key to form values. */
export function formOf(key: OwnKey, zone: string): KeyForm {
  const expires = key.expires_at === null ? null : partsOf(key.expires_at, zone);
  return {
    remark: key.remark,
    subAccountId: key.sub_account_id,
    dailyCap: typedCap(key.daily_cap),
    monthlyCap: typedCap(key.monthly_cap),
    models: key.model_allow_list ?? [],
    addresses: key.ip_allow_list,
    expires: expires === null ? '' : `${expires.date}T${expires.time.slice(0, 5)}`,
    requestsPerMinute: countText(key.limits.requests_per_minute),
    tokensPerMinute: countText(key.limits.tokens_per_minute),
    concurrency: countText(key.limits.concurrency),
    isStrict: key.strict,
    isDomestic: key.domestic_only,
    routing: key.routing,
    preferredRoute: key.preferred_route,
  };
}

/** Parses an integer of at least 1; null if empty, undefined if invalid. */
function readCount(typed: string): number | null | undefined {
  const text = typed.trim();
  if (text === '') return null;
  return /^[1-9]\d{0,8}$/.test(text) ? Number.parseInt(text, 10) : undefined;
}

function isIpv4(text: string): boolean {
  return /^(\d{1,3}\.){3}\d{1,3}$/.test(text) && text.split('.').every((part) => Number.parseInt(part, 10) <= 255);
}

function isIpv6(text: string): boolean {
  return /^[0-9a-f:.]+$/i.test(text) && text.includes(':') && URL.canParse(`http://[${text}]`);
}

/** Whether a text is a valid allow-list entry: an IPv4 address, an IPv4 range, or an IPv6 address. */
export function isAddress(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  if (prefix === undefined) return isIpv4(address) || isIpv6(address);
  return more.length === 0 && isIpv4(address) && /^\d{1,2}$/.test(prefix) && Number.parseInt(prefix, 10) <= 32;
}

export type FormFault =
  | 'remark'
  | 'dailyCap'
  | 'monthlyCap'
  | 'addresses'
  | 'requestsPerMinute'
  | 'tokensPerMinute'
  | 'concurrency';

/** The errors that prevent submitting. */
export function faultsOf(form: KeyForm): readonly FormFault[] {
  const faults: readonly (readonly [FormFault, boolean])[] = [
    ['remark', form.remark.trim() === ''],
    ['dailyCap', readCap(form.dailyCap) === undefined],
    ['monthlyCap', readCap(form.monthlyCap) === undefined],
    ['addresses', !form.addresses.every(isAddress)],
    ['requestsPerMinute', readCount(form.requestsPerMinute) === undefined],
    ['tokensPerMinute', readCount(form.tokensPerMinute) === undefined],
    ['concurrency', readCount(form.concurrency) === undefined],
  ];
  return faults.flatMap(([name, isFault]) => (isFault ? [name] : []));
}

/** The request for a valid form. `offset`, such as `+08:00`, is that of the service time zone. */
export function requestOf(form: KeyForm, offset: string): Omit<CreateKeyRequest, 'sub_account_id'> {
  return {
    remark: form.remark.trim(),
    daily_cap: readCap(form.dailyCap) ?? null,
    monthly_cap: readCap(form.monthlyCap) ?? null,
    model_allow_list: form.models.length === 0 ? null : [...form.models],
    ip_allow_list: [...form.addresses],
    expires_at: form.expires === '' ? null : `${form.expires}:00${offset}`,
    strict: form.isStrict,
    domestic_only: form.isDomestic,
    routing: form.routing,
    preferred_route: form.preferredRoute,
    limits: {
      requests_per_minute: readCount(form.requestsPerMinute) ?? null,
      tokens_per_minute: readCount(form.tokensPerMinute) ?? null,
      concurrency: readCount(form.concurrency) ?? null,
    },
  };
}
