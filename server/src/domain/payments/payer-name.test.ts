import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSamePayer } from '@tollgate/contract/payments/payer-name';

test('a payer is the verified enterprise in whatever width, case and brackets a bank writes it, and nobody else', () => {
  const verified = '示例科技（北京）有限公司';
  for (const same of ['示例科技(北京)有限公司', ' 示例科技（北京） 有限公司 ', '示例科技【北京】有限公司'])
    assert.ok(isSamePayer(same, verified), same);
  for (const other of ['示例科技有限公司', '示例科技（上海）有限公司', '王五', ''])
    assert.ok(!isSamePayer(other, verified), other);
  assert.ok(isSamePayer('ＥＸＡＭＰＬＥ Co., Ltd.', 'Example co ltd'));
});
