import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alarmPlace } from './alarm-place.ts';

test('an alarm leads to the page on which its cause is fixed', () => {
  assert.equal(alarmPlace({ provider: 'a b', region: 'domestic', key: 'rky_1', fault: 'x' }), '/operator/providers?q=a+b');
  assert.equal(alarmPlace({ of: 'route', name: 'one/cn/overseas' }), '/operator/providers?q=one%2Fcn');
  assert.equal(alarmPlace({ of: 'model', name: 'some/model' }), '/operator/calls?model=some%2Fmodel&status_class=5xx');
  assert.equal(alarmPlace({ year: '2027' }), null);
});
