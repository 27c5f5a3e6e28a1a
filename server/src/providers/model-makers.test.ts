import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelMakers } from './model-makers.ts';
import { vendors } from './registry.ts';

const makerOf = modelMakers(vendors);

test('every model of the built-in price list is known by its name to be of its maker', () => {
  for (const { name: vendor, maker = vendor, models } of vendors) {
    for (const { name } of models) assert.equal(makerOf(name), maker, name);
  }
});

test('a name says who made the model: its organisation, else how it begins; what nobody knows is not made up', () => {
  const table: readonly (readonly [string, string])[] = [
    ['deepseek-ai/DeepSeek-V4', 'deepseek-ai'],
    ['openai/gpt-6', 'openai'],
    ['DeepSeek-V4', 'deepseek'],
    ['o3-mini', 'openai'],
    ['octopus', 'unknown'],
    ['my-own-model', 'unknown'],
  ];
  for (const [name, maker] of table) assert.equal(makerOf(name), maker, name);
});
