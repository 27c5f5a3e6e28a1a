import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { CallRecord } from '../../../src/domain/books/call-record.ts';
import { slotMs } from '../../../src/domain/status/slot-rule.ts';
import { judgeCallsJob } from '../../../src/subjects/news/status/judge-calls-job.ts';
import { probeModelsJob } from '../../../src/subjects/news/status/probe-models-job.ts';
import { createProbesStore, createProbesWriter } from '../../../src/subjects/news/status/probes-store.ts';
import { createStatusReader, createStatusWriter } from '../../../src/subjects/news/status/status-store.ts';
import { dayOf, sampleRecord } from '../../storage/sample-books.ts';
import type { OnBooks } from './engine-bench.ts';

type Bench = Parameters<Parameters<OnBooks>[1]>[0];
const audit = { atMs: 0, actor: 'test', sourceIp: null, action: 'x', objectKind: 'x', objectId: 'x', before: null, after: null };

/** Both jobs with log records of the test, which also sets the results of probes. */
function probeBench({ engine, clock, ids }: Bench, budgetPerDay = 1000n) {
  const asked: string[] = [];
  let answer: boolean | null = true;
  const store = createProbesStore(engine);
  const judge = judgeCallsJob({
    nowMs: () => clock.nowMs(),
    flush: () => Promise.resolve(),
    dayOf,
    windows: () => [],
    storeFor: () => createStatusWriter(engine),
    probesFor: () => createProbesWriter(engine),
  });
  const probe = probeModelsJob({
    budgetPerDay,
    dayOf,
    reader: store,
    nowMs: () => clock.nowMs(),
    isMaintained: () => false,
    models: () => ['one', 'two'],
    writerFor: () => createProbesWriter(engine),
    tallies: (fromMs, toMs) => createStatusWriter(engine).tallies(fromMs, toMs),
    probe(model) {
      asked.push(model);
      return Promise.resolve({ isGood: answer, cost: 10n });
    },
  });
  return {
    asked,
    store,
    meets: (met: boolean | null) => {
      answer = met;
    },
    probe: () => probe.run('holder'),
    judge: () => judge.run('holder'),
    called: async (...calls: readonly Partial<CallRecord>[]) => {
      const closed = calls.map((call) => sampleRecord(ids, clock.nowMs(), { model: 'one', ...call }));
      await engine.commitGroup({ closed, notices: [], opened: [], strays: [] }, 'inc_now');
    },
    latest: async (model: string) => (await createStatusReader(engine).latestSlots(0)).find((row) => row.model === model),
    spent: () => store.spentOn(dayOf(clock.nowMs())),
  };
}

/** Tests of models with few calls. */
export function probeTests(name: string, onBooks: OnBooks): void {
  void describe(`${name}: probes`, () => {
    onBooks('a slot with three accounts or twenty calls is judged by them, else by probes, else it is grey', async (bench) => {
      const { asked, called, probe, judge, latest, meets, store } = probeBench(bench);
      const broken = { status: 503, ending: 'upstream_broke' as const, errorCode: 'upstream_unavailable' };
      await judge();
      assert.equal(await latest('two'), undefined, 'never a hundred percent of nothing');
      await called(...['acc_a', 'acc_b', 'acc_c'].map((accountId) => ({ accountId })));
      bench.clock.advance(1);
      await probe();
      await probe();
      assert.deepEqual(asked, ['two'], 'once in a slot, and not what customers call');
      await judge();
      assert.deepEqual([(await latest('two'))?.availabilityPpm, (await latest('one'))?.availabilityPpm], [1_000_000, 1_000_000]);
      assert.deepEqual(
        (await store.judgedSince(0)).map(({ model }) => model),
        ['two'],
      );
      bench.clock.advance(slotMs);
      meets(false);
      await called({ accountId: 'acc_a', ...broken, model: 'two' });
      await probe();
      await judge();
      assert.deepEqual([(await latest('two'))?.availabilityPpm, (await latest('two'))?.isDown], [0, true]);
      assert.equal(asked.filter((model) => model === 'two').length, 3, 'a failure is tried once more');
      bench.clock.advance(slotMs);
      meets(null);
      await probe();
      await judge();
      assert.equal((await latest('two'))?.startMs, Math.floor(bench.clock.nowMs() / slotMs) * slotMs - slotMs, 'it says nothing');
    });

    onBooks('probes cost no more than they may a day, and leave out what is switched off', async (bench) => {
      const { asked, probe, spent, store } = probeBench(bench, 25n);
      await store.choose('two', false, audit);
      for (let slots = 0; slots < 6; slots += 1) {
        await probe();
        bench.clock.advance(slotMs);
      }
      assert.deepEqual(asked, ['one', 'one', 'one'], 'the third passes what may be spent, and no fourth follows');
      assert.equal(await spent(), 30n);
      await store.choose('two', true, audit);
      assert.deepEqual(await store.switchedOff(), new Set());
      const off = probeBench(bench, 0n);
      await off.probe();
      assert.deepEqual(off.asked, [], 'nobody is called unless the operator wishes it');
    });
  });
}
