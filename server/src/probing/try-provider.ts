import type { ProbeCause } from '@tollgate/contract/catalogue/probed-kinds';
import type { ProviderCheck } from '@tollgate/contract/catalogue/provider-tests';
import type { ProviderTryAnswer, TriedField } from '@tollgate/contract/catalogue/provider-tries';
import type { Provider } from '../domain/catalog/model.ts';
import { listModels, type ListedModels } from './fetch-models.ts';
import { checkKeys, type TestParts } from './test-provider.ts';
import { probes, type ProbeKind } from './probes.ts';

export interface Tried {
  readonly provider: Provider;
  readonly kind: ProbeKind;
  readonly model: string | null;
}

/** Models whose name says that they do something else than chat. */
const otherThanChat = /embed|bge|rerank|image|flux|dall|tts|speech|audio|whisper|asr|moderation|music|video|ocr/i;

/** Longer lists are searched in the console by name anyway. */
const modelsMax = 2_000;

const nothing = {
  field: null,
  cause: null,
  why: null,
  words: null,
  status: null,
  dialects: [],
  model: null,
  models: null,
  checks: [],
};

const fieldOf: Readonly<Partial<Record<ProbeCause, TriedField>>> = {
  no_connection: 'base_url',
  no_answer: 'base_url',
  path: 'base_url',
  key: 'api_key',
  model: 'model',
  protocol: 'chat_dialects',
};

type Failure = Pick<ProviderTryAnswer, 'cause' | 'why' | 'status'> & { readonly words?: string | null };

function failed(failure: Failure, more: Partial<ProviderTryAnswer>): ProviderTryAnswer {
  const field = failure.cause === null ? null : (fieldOf[failure.cause] ?? null);
  return { ...nothing, ...more, ok: false, ...failure, field };
}

/** What the list says of a model that nobody has called: its address and its key. `null`: nothing. */
function faultOfList({ fault, faultKind, status }: ListedModels): Failure | null {
  if (fault !== null && faultKind !== 'protocol')
    return { cause: faultKind === 'connect' ? 'no_connection' : 'no_answer', why: fault, status: null };
  return status === 401 ? { cause: 'key', why: null, status } : null;
}

/** Of failed calls, the one that says most: one that reached the model speaks the protocol. */
const telling: readonly (ProbeCause | null)[] = [
  'key',
  'model',
  'rate',
  'request',
  'upstream',
  'no_answer',
  'no_connection',
  'protocol',
  'path',
];

/** An address that lists models and knows no such path is right: it speaks another protocol. */
function causeOf(cause: ProbeCause | null, { data }: ListedModels): ProbeCause | null {
  return cause === 'path' && data !== null ? 'protocol' : cause;
}

/** Nothing can be called. What answers with something else than a list, such as a page or endless bytes, is hardly the API. */
function withoutModel({ data, status, fault }: ListedModels): Failure {
  return { cause: data === null ? 'path' : 'model', why: fault, status: status === 0 ? null : status };
}

/** What is called where no model is named. */
function suitable(kind: ProbeKind, { data }: ListedModels): string | null {
  return kind === 'chat' ? (data?.find(({ id }) => !otherThanChat.test(id))?.id ?? null) : null;
}

function isGood({ result }: ProviderCheck): boolean {
  return result === 'ok' || result === 'deviates';
}

/** Of checks that all failed. */
function failureOf(checks: readonly ProviderCheck[], list: ListedModels): Failure {
  const [worst] = checks
    .filter(({ result }) => result === 'failed')
    .toSorted((one, other) => telling.indexOf(one.cause) - telling.indexOf(other.cause));
  if (worst === undefined) return { cause: 'protocol', why: null, status: null };
  return { cause: causeOf(worst.cause, list), why: worst.why, words: worst.words, status: worst.status };
}

/** Tries a provider that is not stored: is there somebody, does the key open, which protocols does it speak. */
export async function tryProvider(parts: TestParts, { provider, kind, model }: Tried): Promise<ProviderTryAnswer> {
  const list = await listModels(parts, provider);
  const models = list.data?.slice(0, modelsMax) ?? null;
  const fault = faultOfList(list);
  if (fault !== null) return failed(fault, { models, model });
  const named = model ?? suitable(kind, list);
  if (named === null) return failed(withoutModel(list), { models });
  const wanted = probes.filter((probe) => probe.kind === kind);
  const checks = await checkKeys(parts, { provider, model: named, wanted });
  const good = checks.filter(isGood);
  const said = { models, model: named, dialects: [...new Set(good.map(({ dialect }) => dialect))], checks };
  return good.length > 0 ? { ...nothing, ok: true, ...said } : failed(failureOf(checks, list), said);
}
