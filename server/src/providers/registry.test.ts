import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isMeasured } from '@tollgate/contract/calls/measured-quantities';
import { parseAmount } from '@tollgate/contract/money';
import { dialects } from '../dialects/registry.ts';
import { vendors } from './registry.ts';

test('the list of vendors and their files name each other: one flat file each', () => {
  const files = readdirSync(join(import.meta.dirname, 'vendors'));
  assert.deepEqual(vendors.map((vendor) => `${vendor.name}.ts`).sort(), files.sort());
});

test('names, key variables and models are unique', () => {
  const modelNames = vendors.flatMap((vendor) => vendor.models.map((model) => model.name));
  const variables = vendors.flatMap((vendor) => vendor.keyVariables);
  assert.equal(new Set(modelNames).size, modelNames.length);
  assert.equal(new Set(variables).size, variables.length);
  for (const variable of variables) assert.match(variable, /^[A-Z]+(?:_[A-Z]+)*_API_KEY$/);
});

test('every address is an https base without a trailing slash', () => {
  for (const vendor of vendors) {
    const others = Object.values(vendor.addresses ?? {}).flatMap(({ baseUrls }) => Object.values(baseUrls ?? {}));
    for (const base of [...Object.values(vendor.baseUrls), ...others])
      assert.match(base, /^https:\/\/[a-z0-9.-]+(\/[a-z0-9.-]+)*$/, vendor.name);
  }
});

test('a separate address belongs to a protocol of the vendor, at every site', () => {
  for (const { name, chatDialects, dialects, addresses = {}, baseUrls } of vendors) {
    for (const [spoken, address] of Object.entries(addresses)) {
      assert.ok([...chatDialects, ...Object.values(dialects ?? {})].includes(spoken), `${name}: ${spoken}`);
      if (address.baseUrls !== undefined) assert.deepEqual(Object.keys(address.baseUrls), Object.keys(baseUrls), name);
    }
  }
});

test('chat is spoken in protocols there are, none twice, and in the first of them at the base address', () => {
  const ofUpstreams = dialects.filter(({ kind, serves }) => kind === 'chat' && serves.size > 0).map(({ name }) => name);
  for (const { name, chatDialects, addresses = {} } of vendors) {
    for (const spoken of chatDialects) assert.ok(ofUpstreams.includes(spoken), `${name}: ${spoken}`);
    assert.equal(new Set(chatDialects).size, chatDialects.length, name);
    assert.equal(addresses[chatDialects[0]], undefined, name);
  }
});

test('every price is dated, parses and is plausible: cached input ≤ input ≤ output, premium the dearest', () => {
  for (const vendor of vendors) {
    assert.equal(vendor.prices === null, vendor.models.length === 0, vendor.name);
    if (vendor.prices !== null) assert.match(vendor.prices.asOf, /^20\d\d-[01]\d-[0-3]\d$/);
    for (const model of vendor.models) {
      if (model.kind === 'music') continue;
      const input = parseAmount(model.price.input, { decimalsMax: 6 });
      const cached = parseAmount(model.price.cachedInput ?? model.price.input, { decimalsMax: 6 });
      assert.ok(cached > 0n && cached <= input, model.name);
      assert.equal(model.price.output === undefined, model.kind === 'embedding', model.name);
      const output = parseAmount(model.price.output ?? model.price.input, { decimalsMax: 6 });
      assert.ok(input <= output && output <= input * 10n, model.name);
      assert.ok((model.outputLimit ?? 0) <= (model.contextLength ?? 0), model.name);
    }
  }
});

test('no price has a rate that nothing counts of its kind', () => {
  for (const { models } of vendors)
    for (const { name, kind, price } of models) {
      const { currency: _, input: __, cachedInput: ___, output: ____, ...rates } = price;
      for (const [rate] of Object.entries(rates)) assert.ok(isMeasured(rate, kind), `${name}: ${rate}`);
    }
});

test('a model for music is priced by the song, and says what it takes; no other does', () => {
  for (const { name, kind, price, priced, music } of vendors.flatMap((vendor) => vendor.models)) {
    if (priced !== undefined) assert.match(priced.asOf, /^20\d\d-[01]\d-[0-3]\d$/);
    assert.equal(kind === 'music', price.song !== undefined && music !== undefined, name);
    if (price.song !== undefined) assert.ok(parseAmount(price.song, { decimalsMax: 6 }) > 0n && price.input === '0', name);
  }
});

test('a vendor of whose songs only addresses come says where its files are, and nobody lists a host that is everybody’s', () => {
  for (const { name, dialects, mediaHosts = [] } of vendors) {
    if (dialects?.music === 'music-mureka' || dialects?.music === 'music-suno') assert.ok(mediaHosts.length > 0, name);
    for (const host of mediaHosts) assert.match(host, /^\.?(?:[a-z0-9-]+\.)+[a-z]{2,}$/, host);
  }
});

test('comparable models exist and are of the same kind', () => {
  const kinds = new Map(vendors.flatMap((vendor) => vendor.models.map((model) => [model.name, model.kind])));
  for (const model of vendors.flatMap((vendor) => vendor.models)) {
    assert.ok(!model.alternatives.includes(model.name));
    for (const name of model.alternatives) assert.equal(kinds.get(name), model.kind, `${model.name} → ${name}`);
  }
});
