import type { UpstreamModelsAnswer } from '@tollgate/contract/catalogue/upstream-models';
import { refusal } from '@tollgate/contract/refusals/refusal';
import type { Provider } from '../domain/catalog/model.ts';
import { exchangeProbe, type ProbeAnswer, type ProbeParts } from './probe-exchange.ts';

const answerBytesMax = 8 * 1024 * 1024;
const modelsMax = 10_000;
const idCharactersMax = 200;

const timeouts = { connectTimeoutMs: 5_000, firstByteTimeoutMs: 15_000, idleTimeoutMs: 10_000, totalTimeoutMs: 30_000 };

type Listed = UpstreamModelsAnswer['data'][number];
type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

/** Some lists prefix names with the kind of record: `models/<name>`. */
function idOf({ id, name }: Fields): string | null {
  const text = typeof id === 'string' ? id : typeof name === 'string' ? name : '';
  const own = text.replace(/^models\//, '');
  return own === '' || own.length > idCharactersMax ? null : own;
}

/** Dollars per token as decimal text, the format of aggregators. */
function priceOf(value: unknown): string | null {
  return typeof value === 'string' && /^\d{1,6}(?:\.\d{1,18})?$/.test(value) ? value : null;
}

function pricesOf({ pricing }: Fields): Listed['usd_per_token'] {
  const { prompt, completion, input_cache_read: cached } = fieldsOf(pricing);
  const [input, output] = [priceOf(prompt), priceOf(completion)];
  return input === null || output === null ? null : { input, output, cached_input: priceOf(cached) };
}

function lengthOf(fields: Fields): number | null {
  const length = fields.context_length ?? fields.context_window ?? fields.max_model_len ?? fields.max_input_tokens;
  return typeof length === 'number' && Number.isSafeInteger(length) && length > 0 ? length : null;
}

type Unread = 'upstream_list_not_json' | 'upstream_list_no_list';

function readList(body: Buffer): readonly unknown[] | Unread {
  let document: unknown;
  try {
    document = JSON.parse(body.toString('utf8'));
  } catch {
    return 'upstream_list_not_json';
  }
  const { data, models } = fieldsOf(document);
  const list = Array.isArray(document) ? document : (data ?? models);
  return Array.isArray(list) ? list.slice(0, modelsMax) : 'upstream_list_no_list';
}

/** An upstream's answer to the question for its models. */
export interface ListedModels extends Pick<ProbeAnswer, 'status' | 'fault' | 'faultKind'> {
  /** By id; `null` if it gave no list. */
  readonly data: readonly Listed[] | null;
  readonly unread: Unread | null;
}

/** Keys that are asked one after the other, because the first ones may be dead. */
const keysMax = 5;

const isRefused = (status: number): boolean => status === 401 || status === 403;

/** Asks a provider for the models that its keys may call. @throws {ApiError} 409 if it has no enabled key */
export async function listModels(
  { transport, clock }: ProbeParts,
  { chatDialects: [dialect], routes, models }: Provider,
): Promise<ListedModels> {
  const keyed = routes.flatMap(({ keys, ...route }) =>
    keys.filter(({ enabled }) => enabled).map(({ apiKey }) => ({ ...route, apiKey })),
  );
  let answer: ProbeAnswer | null = null;
  for (const route of keyed.slice(0, keysMax)) {
    const request = { route, dialect, path: '/models', method: 'GET' as const, body: null, stream: false };
    answer = await exchangeProbe({ transport, clock }, { ...request, timeouts, answerBytesMax });
    if (!isRefused(answer.status)) break;
  }
  if (answer === null) throw refusal('upstream_list_no_key');
  const { status, body, fault, faultKind } = answer;
  const list = fault === null && status === 200 ? readList(body) : [];
  if (typeof list === 'string') return { status, fault, faultKind, data: null, unread: list };
  if (fault !== null || status !== 200) return { status, fault, faultKind, data: null, unread: null };
  const served = new Set(models.map(({ upstreamModel }) => upstreamModel));
  const listed = list.flatMap((entry): Listed[] => {
    const fields = fieldsOf(entry);
    const id = idOf(fields);
    return id === null ? [] : [{ id, context_length: lengthOf(fields), served: served.has(id), usd_per_token: pricesOf(fields) }];
  });
  return { status, fault, faultKind, data: listed.toSorted((one, other) => (one.id < other.id ? -1 : 1)), unread: null };
}

/**
 * Requests the models that a provider's keys may call.
 * @throws {ApiError} 409 if it does not list them.
 */
export async function fetchModels(parts: ProbeParts, provider: Provider): Promise<Omit<UpstreamModelsAnswer, 'fetched_at'>> {
  const { status, fault, data, unread } = await listModels(parts, provider);
  if (fault !== null) throw refusal('upstream_list_broke_off', { fault });
  if (status !== 200) throw refusal('upstream_list_status', { status });
  if (data === null) throw refusal(unread ?? 'upstream_list_no_list');
  const ids = new Set(data.map(({ id }) => id));
  const missing = provider.models.filter(({ upstreamModel }) => !ids.has(upstreamModel)).map(({ model }) => model);
  return { provider: provider.name, data: [...data], missing };
}
