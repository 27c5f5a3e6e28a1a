import { cheapKinds, type ProviderCheck, type TestProviderRequest } from '@tollgate/contract/catalogue/provider-tests';
import { withoutSecrets } from '../dialects/clean-message.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { Catalog } from '../domain/catalog/catalog.ts';
import { dialectsFor } from '../domain/catalog/dialects-for.ts';
import type { KeyedRoute, Provider } from '../domain/catalog/model.ts';
import { BodyScanner } from '../json/body-scanner.ts';
import { inOrder, judgeAnswer, quirkOfRefusal, type Asked } from './judge-answer.ts';
import { exchangeProbe, probeTimeouts, type ProbeAnswer, type ProbeParts } from './probe-exchange.ts';
import { probes, type Probe } from './probes.ts';

export interface TestParts extends ProbeParts {
  readonly catalog: Pick<Catalog, 'current'>;
  readonly dialects: ReadonlyMap<string, Dialect>;
}

/** No more keys than this are tried. */
const keysMax = 20;

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
  usage_fields: [],
  deviations: [],
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

function failedBecause(asked: Asked, { status, fault, body }: ProbeAnswer): string {
  if (fault !== null) return fault;
  const { blame, words } = asked.relay.readRefusal(status, body);
  const message = words === null ? null : withoutSecrets(words);
  const reason = {
    client: 'refused the request',
    credentials: 'refused the key',
    upstream: 'failed',
    request: 'refused the request',
    model: 'does not serve the model',
  };
  return `it ${reason[blame]} with status ${String(status)}${message === null ? '' : `: ${message}`}`;
}

function described(place: Place, asked: Asked, answer: ProbeAnswer): ProviderCheck {
  const timed = { ...place, ...nothing, status: answer.status, first_byte_ms: answer.firstByteMs, total_ms: answer.totalMs };
  if (answer.fault !== null || answer.status !== 200) {
    const quirk = quirkOfRefusal(asked, answer.body);
    const status = answer.status === 0 ? null : answer.status;
    const why = failedBecause(asked, answer);
    return { ...timed, status, result: 'failed', why, quirks: quirk === null ? [] : [quirk] };
  }
  const { fault, usage, usageFields, deviations, quirks } = judgeAnswer(asked, answer);
  const shown = usage.kind === 'valid' ? usage.usage : null;
  return {
    ...timed,
    result: fault !== null ? 'failed' : deviations.length > 0 ? 'deviates' : 'ok',
    why: fault,
    usage: shown && {
      input_tokens: shown.inputTokens,
      cached_tokens: shown.cachedTokens,
      output_tokens: shown.outputTokens,
      reasoning_tokens: shown.reasoningTokens,
    },
    usage_fields: [...usageFields],
    deviations: [...deviations],
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
  return described(place, asked, withoutKey(answer, route));
}

/**
 * Makes one small real call for each operation and protocol of a provider, with each of its keys, and judges the answers by the rules for
 * customers' calls. The calls are not charged and do not affect routing.
 */
export async function testProvider(
  parts: TestParts,
  provider: Provider,
  { kinds = [...cheapKinds], model }: TestProviderRequest,
): Promise<ProviderCheck[]> {
  const wanted = probes.filter(({ kind }) => kinds.includes(kind)).flatMap((probe) => spokenBy(provider, probe));
  const tried = keyedRoutes(provider).slice(0, keysMax);
  const ofKeys = tried.map(async (keyed) => {
    const checks: ProviderCheck[] = [];
    // One after another, because some keys allow only one call at a time.
    for (const spoken of wanted) checks.push(await check(parts, { provider, model: model ?? null }, keyed, spoken));
    return checks;
  });
  return (await Promise.all(ofKeys)).flat();
}
