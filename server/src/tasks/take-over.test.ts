import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InheritedTask, TaskOwnership } from '../domain/tasks/task-ownership.ts';
import { TakeOver } from './take-over.ts';

const reservation = { callId: 'call', accountId: 'acc', keyId: 'key', amount: 1n, windows: ['acc'] };

test('a task whose money is held here is not held again because the database did not hear of it', async () => {
  let isHeard = false;
  const task: InheritedTask = { reservation, strict: false, from: ['dead'], isBooked: false };
  const heirs: TaskOwnership = {
    inherit: () => Promise.resolve(),
    inherited: () => Promise.resolve([task]),
    held: () => (isHeard ? Promise.resolve() : Promise.reject(new Error('the connection to the database was lost'))),
    owed: () => Promise.resolve(isHeard ? [] : ['dead']),
  };
  const [adopted, taken]: [string[], unknown[]] = [[], []];
  const takingOver = new TakeOver(heirs);
  const coordination = { adopt: () => Promise.resolve(void adopted.push('call')) };
  takingOver.listen((callId, isHeld) => taken.push([callId, isHeld]));
  await assert.rejects(takingOver.from('dead', coordination));
  // By then the task may already be settled here.
  isHeard = true;
  assert.equal(await takingOver.from('dead', coordination), true);
  assert.deepEqual([adopted, taken], [['call'], [['call', true]]]);
});
