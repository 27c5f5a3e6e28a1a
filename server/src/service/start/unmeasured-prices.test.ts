import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ModelKind } from '@tollgate/contract/enumerations';
import { noModelFacts, type Model, type Price } from '../../domain/catalog/model.ts';
import { RateCard, type RateName } from '../../domain/catalog/rate-card.ts';
import { silentLogger, type Logger } from '../../platform/logger.ts';
import { warnOfUnmeasured } from './unmeasured-prices.ts';

const none = { input: 0n, cachedInput: 0n, output: 0n, perCall: 0n };

function modelOf(
  name: string,
  kind: ModelKind,
  lines: Partial<typeof none>,
  rates: readonly (readonly [RateName, bigint])[],
): Model {
  const base = { ...none, ...lines };
  const price: Price = { ...base, card: rates.length === 0 ? null : new RateCard(base, { rates: new Map(rates), variants: [] }) };
  const prices = [{ version: 1, fromMs: 0, price, label: `${name}@1` }];
  return { ...noModelFacts, name, aliases: [], kind, ownedBy: 'm', createdAtMs: 0, prices };
}

test('the log lists prices of an earlier version with unmeasured rates when the service starts, and no others', () => {
  const heard: object[] = [];
  const logger: Logger = { ...silentLogger, warn: (fields: object) => heard.push(fields) };
  const models = [
    modelOf('pages', 'chat', { input: 2n, output: 8n }, [
      ['page', 5n],
      ['citation', 1n],
    ]),
    modelOf('free pages', 'chat', { input: 2n }, [['page', 0n]]),
    modelOf('vectors', 'embedding', { input: 2n }, [['search_unit', 3n]]),
    modelOf('plain vectors', 'embedding', { input: 2n, cachedInput: 2n }, []),
    modelOf('songs', 'music', {}, [['song', 5n]]),
  ];
  warnOfUnmeasured(logger, { models: new Map(models.map((model) => [model.name, model])) }, 1);
  assert.deepEqual(heard, [
    { model: 'pages', rates: ['page'] },
    { model: 'vectors', rates: ['search_unit'] },
  ]);
});
