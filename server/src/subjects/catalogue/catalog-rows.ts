import type { Selectable } from 'kysely';
import type { ModelKind } from '@tollgate/contract/enumerations';
import { noModelFacts, type Model, type ModelFacts, type PriceVersion, type ProviderModel } from '../../domain/catalog/model.ts';
import { readCost } from '../../storage/price-rows.ts';
import type { ModelsTable, ProviderModelsTable } from '../../storage/schema.ts';

export function writeFacts(model: Omit<Model, 'prices'>): string {
  const { contextLength, outputLimit, typicalOutput, maxTokensIncludesReasoning } = model;
  const { supportedParameters, features, tier, alternatives, fallback, retirementDate, music } = model;
  const limits = { contextLength, outputLimit, typicalOutput, maxTokensIncludesReasoning };
  const facts: ModelFacts = {
    ...limits,
    supportedParameters,
    features,
    tier,
    alternatives,
    fallback,
    retirementDate,
    ...(music && { music }),
  };
  return JSON.stringify(facts);
}

export function modelOf(row: Selectable<ModelsTable>, prices: readonly PriceVersion[]): Model {
  return {
    // Facts are JSON that only this folder writes; missing fields take their defaults.
    ...noModelFacts,
    ...(JSON.parse(row.facts) as Partial<ModelFacts>),
    name: row.name,
    aliases: JSON.parse(row.aliases) as string[],
    // The kind was validated when the model was stored.
    kind: row.kind as ModelKind,
    ownedBy: row.owned_by,
    createdAtMs: Number(row.created_at),
    prices,
  };
}

export function providerModelOf(row: Selectable<ProviderModelsTable>): ProviderModel {
  return { model: row.model, upstreamModel: row.upstream_model, cost: readCost(row.cost) };
}

/** Groups rows by the value of one column and keeps their order. */
export function groupBy<Row>(rows: readonly Row[], nameOf: (row: Row) => string): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(nameOf(row));
    if (group === undefined) groups.set(nameOf(row), [row]);
    else group.push(row);
  }
  return groups;
}
