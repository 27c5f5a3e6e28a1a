import { deviationText } from '@tollgate/contract/catalogue/deviations';
import { cheapKinds, testedKeysMax, type ProbeCause } from '@tollgate/contract/catalogue/probed-kinds';
import type { ProviderCheck, TestProviderRequest } from '@tollgate/contract/catalogue/provider-tests';
import { withoutSecrets } from '../dialects/clean-message.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { formatExact } from '@tollgate/contract/money';
import type { Catalog } from '../domain/catalog/catalog.ts';
import { dialectsFor } from '../domain/catalog/dialects-for.ts';
import type { KeyedRoute, Provider } from '../domain/catalog/model.ts';
import { cost } from '../domain/catalog/price.ts';
import type { Usage } from '@tollgate/contract/usage';
import { BodyScanner } from '../json/body-scanner.ts';
import { inOrder, judgeAnswer, quirkOfRefusal, type Asked } from './judge-answer.ts';
import { exchangeProbe, probeTimeouts, type ProbeAnswer, type ProbeParts } from './probe-exchange.ts';
import { probes, type Probe } from './probes.ts';

export interface TestParts extends ProbeParts {
  readonly catalog: Pick<Catalog, 'current'>;
  readonly dialects: ReadonlyMap<string, Dialect>;
}

const mebibyte = 1024 * 1024;
/** Images arrive as base64. */
const answerMebibytesMax: Readonly<Record<Probe['kind'], number>> = { chat: 1, embedding: 1, rerank: 1, image: 24 };

/** The cheapest of a provider's models of a kind; `null` if there is none. */
function cheapest({ current }: TestParts['catalog'], provider: Provider, kind: Probe['kind']): string | null {
  const priced = provider.models.flatMap(({ model, upstreamModel }) => {
    const known = current.models.get(model);
    if (known?.kind !== kind) return [];
    const price = known.prices.at(-1)?.price;
    return [{ upstreamModel, price: price === undefined ? 0n : price.input + price.output + price.perCall }];
  });
  const [first] = priced.toSorted((one, other) => (one.price < other.price ? -1 : 1));
  return first?.upstreamModel ?? null;
}

type Place = Pick<ProviderCheck, 'route' | 'key' | 'region' | 'kind' | 'dialect' | 'streamed' | 'upstream_model'>;

const nothing = {
  status: null,
  first_byte_ms: null,
  total_ms: null,
  usage: null,
  cause: null,
  cost: null,
  usage_fields: [],
  deviations: [],
  findings: [],
  words: null,
  quirks: [],
};

function skipped(place: Place, why: string): ProviderCheck {
  return { ...place, ...nothing, result: 'skipped', why };
}

/** A probe and the provider's protocol in which it is sent. */
interface Spoken {
  readonly probe: Probe;
  readonly dialect: string;
}

/** Every protocol in which the provider could be called. The one that customers' calls use is first. */
function spokenBy(provider: Provider, probe: Probe): readonly Spoken[] {
  return dialectsFor(provider, probe.kind, probe.client).map((dialect) => ({ probe, dialect }));
}

/** `null` if the protocol has no such call. */
function plannedIn(
  parts: Pick<TestParts, 'dialects'>,
  provider: Provider,
  { probe, dialect }: Spoken,
  upstreamModel: string,
): Asked | null {
  const relay = parts.dialects.get(dialect)?.serves.get(probe.client);
  if (relay === undefined) return null;
  const scanner = new BodyScanner();
  scanner.push(Buffer.from(JSON.stringify({ model: upstreamModel, ...probe.body })));
  const plan = {
    model: upstreamModel,
    upstreamModel,
    stream: probe.stream,
    includeUsage: true,
    quirks: provider.quirks,
    callId: 'provider-test',
    body: scanner.finish(),
    inputTokens: 1,
    supportedParameters: [],
    outputLimit: null,
    provider: provider.name,
    clientHeaders: {},
    outputTokensMax: null,
  };
  return { probe, dialect, relay, plan };
}

/** The probe as a request to the provider, like a customer's call; `null` if none of its protocols has such a call. */
export function planned(
  parts: Pick<TestParts, 'dialects'>,
  provider: Provider,
  probe: Probe,
  upstreamModel: string,
): Asked | null {
  for (const spoken of spokenBy(provider, probe)) {
    const asked = plannedIn(parts, provider, spoken, upstreamModel);
    if (asked !== null) return asked;
  }
  return null;
}

/** Some upstreams quote the key of the request. */
function withoutKey(answer: ProbeAnswer, { apiKey }: KeyedRoute): ProbeAnswer {
  if (answer.status === 200 || apiKey === null || !answer.body.includes(apiKey)) return answer;
  return { ...answer, body: Buffer.from(answer.body.toString('utf8').replaceAll(apiKey, '…')) };
}

/** The refusal in the provider's words, without secrets. */
function saidBy(asked: Asked, { status, fault, body }: ProbeAnswer): string | null {
  const words = fault === null ? asked.relay.readRefusal(status, body).words : null;
  return words === null ? null : withoutSecrets(words);
}

function failedBecause(asked: Asked, answer: ProbeAnswer): string {
  const { status, fault, body } = answer;
  if (fault !== null) return fault;
  const { blame } = asked.relay.readRefusal(status, body);
  const message = saidBy(asked, answer);
  const reason = {
    client: 'refused the request',
    credentials: 'refused the key',
    upstream: 'failed',
    request: 'refused the request',
    model: 'does not serve the model',
  };
  return `it ${reason[blame]} with status ${String(status)}${message === null ? '' : `: ${message}`}`;
}

/** Who has to change what. An upstream that knows no such path often says so without a word of its protocol. */
function causeOf(asked: Asked, { status, fault, faultKind, body }: ProbeAnswer): ProbeCause {
  if (faultKind === 'connect') return 'no_connection';
  if (fault !== null) return faultKind === 'protocol' ? 'path' : 'no_answer';
  const { blame } = asked.relay.readRefusal(status, body);
  if (blame === 'credentials') return 'key';
  if (blame === 'model') return 'model';
  if (status === 429) return 'rate';
  if (status === 404 || status === 405) return 'path';
  return blame === 'upstream' ? 'upstream' : 'request';
}

/** Of the test itself, at what the provider charges for the model. */
function costOf(provider: Provider, upstreamModel: string, usage: Usage): string | null {
  const price = provider.models.find((offer) => offer.upstreamModel === upstreamModel)?.cost ?? null;
  return price === null ? null : formatExact(cost(price, usage));
}

function described(provider: Provider, place: Place, asked: Asked, answer: ProbeAnswer): ProviderCheck {
  const timed = { ...place, ...nothing, status: answer.status, first_byte_ms: answer.firstByteMs, total_ms: answer.totalMs };
  if (answer.fault !== null || answer.status !== 200) {
    const quirk = quirkOfRefusal(asked, answer.body);
    const status = answer.status === 0 ? null : answer.status;
    const why = failedBecause(asked, answer);
    return {
      ...timed,
      status,
      result: 'failed',
      cause: causeOf(asked, answer),
      why,
      words: saidBy(asked, answer),
      quirks: quirk === null ? [] : [quirk],
    };
  }
  const { fault, usage, usageFields, deviations, quirks } = judgeAnswer(asked, answer);
  const shown = usage.kind === 'valid' ? usage.usage : null;
  return {
    ...timed,
    result: fault !== null ? 'failed' : deviations.length > 0 ? 'deviates' : 'ok',
    cause: fault === null ? null : 'protocol',
    why: fault,
    cost: shown && costOf(provider, asked.plan.upstreamModel, shown),
    usage: shown && {
      input_tokens: shown.inputTokens,
      cached_tokens: shown.cachedTokens,
      output_tokens: shown.outputTokens,
      reasoning_tokens: shown.reasoningTokens,
    },
    usage_fields: [...usageFields],
    deviations: deviations.map((found) => deviationText(found, 'en')),
    findings: [...deviations],
    quirks: inOrder(quirks),
  };
}

/** A route with one of its keys. */
interface Keyed {
  readonly keyId: string;
  readonly route: KeyedRoute;
}

function keyedRoutes({ routes }: Provider): readonly Keyed[] {
  return routes.flatMap(({ keys, ...route }) =>
    keys.filter(({ enabled }) => enabled).map(({ id, apiKey }) => ({ keyId: id, route: { ...route, apiKey } })),
  );
}

interface Wanted {
  readonly provider: Provider;
  readonly model: string | null;
}

/** Makes one small real call on a route. */
export function askRoute(parts: ProbeParts, route: KeyedRoute, asked: Asked): Promise<ProbeAnswer> {
  const { probe, dialect, relay, plan } = asked;
  const ownPath = typeof relay.upstreamPath === 'string' ? relay.upstreamPath : relay.upstreamPath(plan);
  return exchangeProbe(parts, {
    route,
    dialect,
    stream: probe.stream,
    timeouts: probeTimeouts,
    path: route.addresses[dialect]?.path ?? ownPath,
    body: relay.toUpstream(plan.body, plan),
    answerBytesMax: answerMebibytesMax[probe.kind] * mebibyte,
  });
}

async function check(
  parts: TestParts,
  { provider, model }: Wanted,
  { keyId, route }: Keyed,
  spoken: Spoken,
): Promise<ProviderCheck> {
  const { probe, dialect } = spoken;
  const upstreamModel = model ?? cheapest(parts.catalog, provider, probe.kind);
  const place = {
    route: route.id,
    key: keyId,
    region: route.region,
    kind: probe.kind,
    dialect,
    streamed: probe.stream,
    upstream_model: upstreamModel,
  };
  if (upstreamModel === null) return skipped(place, `it serves no model of kind "${probe.kind}"; name one`);
  const asked = plannedIn(parts, provider, spoken, upstreamModel);
  if (asked === null) return skipped(place, `"${dialect}" cannot be tried by a call of ${probe.client}`);
  const answer = await askRoute(parts, route, asked);
  return described(provider, place, asked, withoutKey(answer, route));
}

interface Checked extends Wanted {
  readonly wanted: readonly Probe[];
  /** Ids of keys; all by default. */
  readonly keys?: readonly string[] | undefined;
}

/** Makes the calls with each of the keys, but no more than `testedKeysMax` of them. */
export async function checkKeys(parts: TestParts, { provider, model, wanted, keys }: Checked): Promise<ProviderCheck[]> {
  const spoken = wanted.flatMap((probe) => spokenBy(provider, probe));
  const tried = keyedRoutes(provider)
    .filter(({ keyId }) => keys?.includes(keyId) ?? true)
    .slice(0, testedKeysMax);
  const ofKeys = tried.map(async (keyed) => {
    const checks: ProviderCheck[] = [];
    // One after the other: some keys allow one call at a time.
    for (const each of spoken) checks.push(await check(parts, { provider, model }, keyed, each));
    return checks;
  });
  return (await Promise.all(ofKeys)).flat();
}

/**
 * Makes one small real call for each operation and protocol of a provider, with each of its keys, and judges the answers by the rules for
 * customers' calls. The calls are not charged and do not affect routing.
 */
export function testProvider(
  parts: TestParts,
  provider: Provider,
  { kinds = [...cheapKinds], model, keys }: TestProviderRequest,
): Promise<ProviderCheck[]> {
  const wanted = probes.filter(({ kind }) => kinds.includes(kind));
  return checkKeys(parts, { provider, model: model ?? null, wanted, keys });
}
