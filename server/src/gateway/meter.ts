import { amountsOf, quantitiesOf, type QuantityName } from '@tollgate/contract/quantities';
import { noUsage, tokenCountLimit, type PromptUsage, type Usage } from '@tollgate/contract/usage';
import type { ServiceTier } from '@tollgate/contract/model-api/service-tiers';
import type { ReportedUsage, UsageDoubt } from '../dialects/dialect.ts';
import type { PricedMore } from '../domain/books/call-record.ts';
import type { Price } from '../domain/catalog/model.ts';
import { isPossible, possibleUsage, type UsageBounds } from '../domain/catalog/possible-usage.ts';
import { cost, costOfPrompts, listPricePpm } from '../domain/catalog/price.ts';
import type { Circumstances } from '../domain/catalog/rate-card.ts';
import type { AdmittedCall, PromptWork } from './call.ts';
import type { Admitted, Answered, Figures, MeteredCall, Outcome, UpstreamWork } from './outcome.ts';

/** The usage of all prompts together. */
function sumOf(prompts: readonly Usage[]): Usage {
  const sums = { inputTokens: 0, cachedTokens: 0, outputTokens: 0, reasoningTokens: 0 };
  const more = new Map<QuantityName, number>();
  for (const prompt of prompts) {
    sums.inputTokens += prompt.inputTokens;
    sums.cachedTokens += prompt.cachedTokens;
    sums.outputTokens += prompt.outputTokens;
    sums.reasoningTokens += prompt.reasoningTokens;
    for (const [name, amount] of amountsOf(prompt.more ?? {})) more.set(name, (more.get(name) ?? 0) + amount);
  }
  return { ...sums, more: quantitiesOf([...more]) };
}

/** All of the work, or the work for one of several prompts. */
type Work = Pick<UpstreamWork, 'usage' | 'text' | 'delivered'> & Partial<PromptWork>;

function count(tokens: number): number {
  return Math.min(Math.ceil(tokens), tokenCountLimit - 1);
}

/**
 * How many items, such as images, were delivered. For a whole answer that was not awaited, and of which nothing was collected, as many as
 * were requested. `null` if they were not counted.
 */
function piecesOf({ call, ending }: Admitted | Answered, { delivered, text }: Work): number | null {
  if (delivered !== undefined) return delivered;
  const isEmpty = text.wide + text.narrow === 0;
  const isUnseen = ending === 'client_left' && call.firstTokenMs === null && !call.wants.stream && isEmpty;
  return isUnseen ? call.wants.choices : null;
}

/** The reported usage plus the number of items, which upstreams need not report. */
function withPieces({ call }: Admitted | Answered, usage: Usage, pieces: number | null): Usage {
  const { more } = call.estimate.expected;
  if (more === null || pieces === null) return usage;
  const counted = amountsOf(more).map(([name, amount]) => [name, (amount * pieces) / call.wants.choices] as const);
  return { ...usage, more: quantitiesOf([...amountsOf(usage.more ?? {}), ...counted]) };
}

/**
 * Estimates usage by the character rule: 0.75 token per Han, kana or hangul character, 0.25 per other character, plus the request's own
 * count. If an answer arrives as a whole and was not awaited, the expected usage is used. The same applies to items, by their number.
 */
function estimated(outcome: Admitted | Answered, work: Work): Usage {
  const { call } = outcome;
  const pieces = piecesOf(outcome, work);
  const seenTokens = work.text.wide * 0.75 + work.text.narrow / 4;
  const expectedTokens = ((pieces ?? 0) * call.estimate.expected.outputTokens) / call.wants.choices;
  const usage: Usage = {
    inputTokens: work.inputTokens ?? call.estimate.input.inputTokens,
    cachedTokens: 0,
    // Our own count can be too high for unusual text, so it is capped at what the call can have used.
    outputTokens: Math.min(
      count(pieces === null ? seenTokens : expectedTokens),
      possibleUsage(boundsOf(call, work)).outputTokens,
    ),
    reasoningTokens: 0,
    more: call.estimate.input.more,
  };
  return withPieces(outcome, usage, pieces);
}

/** Estimates the missing part of a report, or everything if there is no report. */
function filled(outcome: Admitted | Answered, work: Work, reported: Usage): Usage {
  const doubt = doubtOf(work);
  if (doubt === 'input') return { ...reported, inputTokens: estimated(outcome, work).inputTokens };
  if (doubt === 'output') return { ...reported, outputTokens: estimated(outcome, work).outputTokens };
  return reported;
}

/** Why the call's usage differs from the report. An answer without text lacks no output. */
export function doubtOf({ usage, text, prompts }: Pick<UpstreamWork, 'usage' | 'text' | 'prompts'>): UsageDoubt | null {
  if (prompts !== undefined) return prompts.map(doubtOf).find((doubt) => doubt !== null) ?? null;
  if (usage.kind !== 'valid' || usage.doubt === undefined) return null;
  return usage.doubt === 'output' && text.wide + text.narrow === 0 ? null : usage.doubt;
}

const notReported: ReportedUsage = { kind: 'none' };

const unmetered: Figures = {
  usage: noUsage,
  usageEstimated: false,
  priced: null,
  charge: 0n,
  uncollected: 0n,
  upstreamCost: 0n,
};

function withFigures(outcome: Outcome, figures: Figures): MeteredCall {
  const { errorCode, error } = outcome;
  const { usage, usageEstimated, priced, charge, uncollected, upstreamCost } = figures;
  // Field by field, because a spread costs microseconds per call.
  return { outcome, errorCode, error, usage, usageEstimated, priced, charge, uncollected, upstreamCost };
}

/** The record of a call whose usage could not be computed because of an internal fault. The call is free, and the record says why. */
export function notMetered(outcome: Outcome): MeteredCall {
  const errorCode = outcome.errorCode ?? 'internal_error';
  const error = outcome.error ?? 'the consumption of the call could not be worked out; it was not charged';
  return { outcome, ...unmetered, errorCode, error };
}

/** The service tier that the upstream reported, otherwise the requested one. */
function tierOf({ wants }: AdmittedCall, { usage }: Work): ServiceTier | null {
  const reported = usage.kind === 'valid' ? usage.tier : null;
  if (reported === null) return wants.serviceTier;
  return reported === 'default' ? null : reported;
}

/** Only prices with a card need these, so they are created for no other. */
function circumstancesOf({ card }: Price, call: AdmittedCall, work: UpstreamWork): Circumstances | undefined {
  return card === null ? undefined : { requestTimeMs: call.requestTimeMs, serviceTier: tierOf(call, work) };
}

/** `null` if the four counts describe the usage completely. */
function pricedOf({ usage: { more }, prompts }: Used, tier: ServiceTier | null): PricedMore | null {
  if (more === null && tier === null && prompts === null) return null;
  return {
    ...(more === null ? {} : { more }),
    ...(tier === null ? {} : { tier }),
    ...(prompts === null ? {} : { prompts }),
  };
}

/** Our own price at the provider; `null` if no upstream answered or no price is set. */
function ownCost(outcome: Admitted | Answered, used: Used, work: UpstreamWork): bigint | null {
  if (outcome.kind === 'admitted' || outcome.call.candidate.cost === null) return null;
  return costOf({ price: outcome.call.candidate.cost, multiplierPpm: listPricePpm }, outcome.call, work, used);
}

type Priced = Pick<AdmittedCall['quote'], 'price' | 'multiplierPpm'>;

function costOf({ price, multiplierPpm }: Priced, call: AdmittedCall, work: UpstreamWork, { usage, prompts }: Used): bigint {
  if (prompts !== null) return costOfPrompts(price, prompts, multiplierPpm, call.requestTimeMs);
  return cost(price, usage, multiplierPpm, circumstancesOf(price, call, work));
}

/**
 * Implausible usage becomes neither a charge nor a debt of the account. It is recorded as a loss at this provider: the estimate at our
 * cost, or at the price of the call if our cost is not set.
 */
function unbelieved(outcome: Admitted | Answered, work: UpstreamWork): MeteredCall {
  const what = 'the upstream reported an impossible usage; the call was not charged';
  const error = outcome.error === null ? what : `${outcome.error}; ${what}`;
  const { call } = outcome;
  const used = usedBy(
    outcome,
    { ...work, prompts: work.prompts?.map((prompt) => ({ ...prompt, usage: notReported })) },
    notReported,
  );
  const upstreamCost = ownCost(outcome, used, work) ?? costOf(call.quote, call, work, used);
  return { outcome, ...unmetered, errorCode: 'usage_invalid', error, upstreamCost };
}

/** The bounds of the usage; for one of several prompts, its share of them. */
function boundsOf({ model, wants, estimate, outputTokensMax }: AdmittedCall, { inputTokens }: Work): UsageBounds {
  const prompts = inputTokens === undefined ? 1 : (wants.prompts ?? 1);
  const choices = wants.choices / prompts;
  const ours = outputTokensMax === null ? null : outputTokensMax * choices;
  return {
    model,
    choices,
    outputTokensMax: wants.outputTokensMax === null ? ours : wants.outputTokensMax / prompts,
    inputTokensMax: estimate.worst.inputTokens,
    moreMax: estimate.worst.more,
  };
}

function isBelievable(call: AdmittedCall, work: Work & Pick<UpstreamWork, 'prompts'>): boolean {
  const { usage, prompts } = work;
  if (prompts !== undefined) return prompts.every((prompt) => isBelievable(call, prompt));
  return usage.kind === 'none' || (usage.kind === 'valid' && isPossible(usage.usage, boundsOf(call, work)));
}

/** The usage, and that of each prompt if there are several. */
interface Used {
  readonly usage: Usage;
  readonly prompts: readonly PromptUsage[] | null;
}

function usageOf(outcome: Admitted | Answered, work: Work, reported: ReportedUsage): Usage {
  if (reported.kind !== 'valid') return estimated(outcome, work);
  return withPieces(outcome, filled(outcome, work, reported.usage), piecesOf(outcome, work));
}

function usedBy(outcome: Admitted | Answered, work: UpstreamWork, reported: ReportedUsage): Used {
  if (work.prompts === undefined) return { usage: usageOf(outcome, work, reported), prompts: null };
  const prompts = work.prompts.map((prompt) => ({
    ...usageOf(outcome, prompt, prompt.usage),
    tier: tierOf(outcome.call, prompt),
  }));
  return { usage: sumOf(prompts), prompts };
}

/** The tier that all prompts have; `null` if they differ. */
function tierOfAll(call: AdmittedCall, work: UpstreamWork, { prompts }: Used): ServiceTier | null {
  if (prompts === null) return tierOf(call, work);
  const [first] = prompts;
  return first !== undefined && prompts.every(({ tier }) => tier === first.tier) ? first.tier : null;
}

function isReported({ usage }: Work): boolean {
  return usage.kind === 'valid';
}

function isEstimated(work: UpstreamWork): boolean {
  const isWhole = work.prompts?.every(isReported) ?? isReported(work);
  return !isWhole || doubtOf(work) !== null;
}

/**
 * Computes what the call used and what it costs. Reported usage decides. Estimates, which are marked as such, cover only a complete answer
 * without usage and the missing half of a report. Usage that is implausible, or more than the call can have used, is never money: it is
 * neither charged nor corrected.
 */
export function meter(outcome: Outcome): MeteredCall {
  if (outcome.kind === 'unadmitted' || outcome.work === null) return withFigures(outcome, unmetered);
  const { call, work } = outcome;
  if (!isBelievable(call, work)) return unbelieved(outcome, work);
  const usageEstimated = isEstimated(work);
  const used = usedBy(outcome, work, work.usage);
  const { usage } = used;
  const worth = costOf(call.quote, call, work, used);
  const upstreamCost = ownCost(outcome, used, work) ?? 0n;
  const priced = pricedOf(used, tierOfAll(call, work, used));
  if (outcome.ending !== 'complete')
    return withFigures(outcome, { usage, usageEstimated, priced, upstreamCost, charge: 0n, uncollected: worth });
  // A strict call never posts more than its reservation.
  const charge = call.strict && worth > call.reservation.amount ? call.reservation.amount : worth;
  return withFigures(outcome, { usage, usageEstimated, priced, upstreamCost, charge, uncollected: worth - charge });
}
