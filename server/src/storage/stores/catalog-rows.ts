import { formatExact, parseAmount } from '@tollgate/contract/money';
import type { Selectable } from 'kysely';
import type { ModelKind } from '@tollgate/contract/enumerations';
import {
  noModelFacts,
  type Model,
  type ModelFacts,
  type Price,
  type PriceVersion,
  type ProviderModel,
} from '../../domain/catalog/model.ts';
import type { ModelPricesTable, ModelsTable, PriceOverridesTable, ProviderModelsTable } from '../schema.ts';

export function writeFacts(model: Omit<Model, 'prices'>): string {
  const { contextLength, outputLimit, typicalOutput, maxTokensIncludesReasoning } = model;
  const { supportedParameters, features, tier, alternatives, retirementDate } = model;
  const limits = { contextLength, outputLimit, typicalOutput, maxTokensIncludesReasoning };
  const facts: ModelFacts = { ...limits, supportedParameters, features, tier, alternatives, retirementDate };
  return JSON.stringify(facts);
}

export function modelOf(row: Selectable<ModelsTable>, prices: readonly PriceVersion[]): Model {
  return {
    // Facts are JSON that only this folder writes; fields added later take their default.
    ...noModelFacts,
    ...(JSON.parse(row.facts) as Partial<ModelFacts>),
    name: row.name,
    // Kinds are checked when a model is put.
    kind: row.kind as ModelKind,
    ownedBy: row.owned_by,
    createdAtMs: Number(row.created_at),
    prices,
  };
}

export function priceVersionOf(row: Selectable<ModelPricesTable> | Selectable<PriceOverridesTable>): PriceVersion {
  const price: Price = { input: row.input, cachedInput: row.cached_input, output: row.output, perCall: row.per_call };
  return { version: Number(row.version), fromMs: Number(row.valid_from), price };
}

export function priceColumns(price: Price) {
  return { input: price.input, cached_input: price.cachedInput, output: price.output, per_call: price.perCall };
}

/** A cost price as JSON of decimal strings, so that no amount passes through a float. */
export function writeCost(cost: Price | null): string | null {
  if (cost === null) return null;
  return JSON.stringify({
    input: formatExact(cost.input),
    cachedInput: formatExact(cost.cachedInput),
    output: formatExact(cost.output),
    perCall: formatExact(cost.perCall),
  });
}

export function providerModelOf(row: Selectable<ProviderModelsTable>): ProviderModel {
  const text = row.cost === null ? null : (JSON.parse(row.cost) as Record<keyof Price, string>);
  const cost = text && {
    input: parseAmount(text.input),
    cachedInput: parseAmount(text.cachedInput),
    output: parseAmount(text.output),
    perCall: parseAmount(text.perCall),
  };
  return { model: row.model, upstreamModel: row.upstream_model, cost };
}

/** Rows by the value of one column, in the order they came. */
export function groupBy<Row>(rows: readonly Row[], nameOf: (row: Row) => string): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(nameOf(row));
    if (group === undefined) groups.set(nameOf(row), [row]);
    else group.push(row);
  }
  return groups;
}
