// Goal: people read in their own language why a request was refused. Method: responses as the server sends them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exactText, refusalText } from '../../components/errors/refusal-text.ts';
import { errorOf } from './api-error.ts';

const answer = (error: object) => new Response(JSON.stringify({ error }), { status: 409 });

test('a refusal with a reason is explained by it: in Chinese by our texts, in English by those of the server', async () => {
  const params = { amount: '12.30' };
  const error = await errorOf(
    answer({ message: 'In English.', code: 'conflict', param: null, reason: 'invoice_amount_exceeded', params }),
  );
  assert.deepEqual([error.reason, error.params], ['invoice_amount_exceeded', params]);
  assert.equal(exactText(error, 'zh'), '当前最多可开票 12.30 元，即已结账的充值消费减去已开票和申请中的金额。');
  assert.equal(exactText(error, 'en'), 'In English.');
});

test('where there are no words, those of the field are shown, else those of the server', async () => {
  const unknown = await errorOf(answer({ message: 'In English.', code: 'conflict', reason: 'of_a_later_version', params: {} }));
  assert.equal(refusalText(unknown, 'zh', undefined), 'In English.');
  const ofField = await errorOf(answer({ message: '`email` is wrong.', code: 'invalid_parameter', param: 'email' }));
  assert.equal(refusalText(ofField, 'zh', undefined), '请填写可以收信的邮箱地址。');
  const bare = await errorOf(new Response('<html>', { status: 502 }));
  assert.deepEqual([bare.code, bare.reason, bare.message], ['unknown', null, 'HTTP 502']);
  const ofSignIn = await errorOf(new Response(JSON.stringify({ message: 'No.', code: 'invalid_code' }), { status: 401 }));
  assert.deepEqual([ofSignIn.code, ofSignIn.reason], ['invalid_code', null]);
});
