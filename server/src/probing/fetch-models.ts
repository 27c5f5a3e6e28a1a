import type { UpstreamModelsAnswer } from '@tollgate/contract/catalogue/upstream-models';
import { refusal } from '@tollgate/contract/refusals/refusal';
import type { Provider } from '../domain/catalog/model.ts';
import { exchangeProbe, type ProbeParts } from './probe-exchange.ts';

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

function readList(body: Buffer): readonly unknown[] {
  let document: unknown;
  try {
    document = JSON.parse(body.toString('utf8'));
  } catch {
    throw refusal('upstream_list_not_json');
  }
  const { data, models } = fieldsOf(document);
  const list = Array.isArray(document) ? document : (data ?? models);
  if (!Array.isArray(list)) throw refusal('upstream_list_no_list');
  return list.slice(0, modelsMax);
}

/**
 * Requests the models that a provider's first key may call.
 * @throws {ApiError} 409 if the provider does not list them.
 */
export async function fetchModels(
  { transport, clock }: ProbeParts,
  { name, chatDialects: [dialect], routes, models }: Provider,
): Promise<Omit<UpstreamModelsAnswer, 'fetched_at'>> {
  const [first] = routes.flatMap(({ keys, ...route }) =>
    keys.filter(({ enabled }) => enabled).map(({ apiKey }) => ({ ...route, apiKey })),
  );
  if (first === undefined) throw refusal('upstream_list_no_key');
  const request = { route: first, dialect, path: '/models', method: 'GET' as const, body: null, stream: false };
  const { status, body, fault } = await exchangeProbe({ transport, clock }, { ...request, timeouts, answerBytesMax });
  if (fault !== null) throw refusal('upstream_list_broke_off', { fault });
  if (status !== 200) throw refusal('upstream_list_status', { status });
  const served = new Set(models.map(({ upstreamModel }) => upstreamModel));
  const listed = readList(body).flatMap((entry): Listed[] => {
    const fields = fieldsOf(entry);
    const id = idOf(fields);
    return id === null ? [] : [{ id, context_length: lengthOf(fields), served: served.has(id), usd_per_token: pricesOf(fields) }];
  });
  const ids = new Set(listed.map(({ id }) => id));
  const missing = models.filter(({ upstreamModel }) => !ids.has(upstreamModel)).map(({ model }) => model);
  return { provider: name, data: listed.toSorted((one, other) => (one.id < other.id ? -1 : 1)), missing };
}
