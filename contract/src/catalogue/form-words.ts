import { saidOf as text, type WordsOf } from '../refusals/field-words.ts';
import type { putModelRequest } from './operator-models.ts';
import type { testProviderRequest } from './provider-tests.ts';
import type { tryProviderRequest } from './provider-tries.ts';
import type { createProviderRequest } from './providers.ts';

const listed = text('请选择列出的选项。', 'Choose one of the listed options.');
const onOrOff = text('请选择开启或关闭。', 'Choose on or off.');
const reload = text('内容已有变化，请刷新页面后重新提交。', 'Something has changed. Reload the page and submit again.');
const protocol = text('请选择网关支持的协议。', 'Choose a protocol that the gateway supports.');
const whole = text('请填写 0 到 1,000,000 之间的整数。', 'Enter a whole number from 0 to 1,000,000.');
const tokens = text('请填写 token 数，为不小于 1 的整数。', 'Enter a number of tokens, a whole number of 1 or more.');
const names = text('请填写列表，每项一个名称。', 'Enter a list with one name per entry.');
const models = text(
  '请填写模型名，不重复；成本为最多 6 位小数的金额。',
  'Enter each model once, with costs of at most 6 decimals.',
);

/** Expected value of each form field, shown when the interface has refused it. */
export const catalogueFormWords = {
  provider: {
    name: text('请填写名称，不超过 100 个字符，不与其他上游重复。', 'Enter a unique name of at most 100 characters.'),
    routes: text(
      '请填写以 https:// 或 http:// 开头的地址，不带用户名和参数；密钥为一行，不含空格。',
      'Enter an http or https address without user name and query. A key is one line without spaces.',
    ),
    models,
    dialect: protocol,
    chat_dialects: protocol,
    dialects: protocol,
    media_hosts: text('请填写主机名，例如 cdn.example.com。', 'Enter host names such as cdn.example.com.'),
    priority: whole,
    weight: text('请填写 1 到 1,000,000 之间的整数。', 'Enter a whole number from 1 to 1,000,000.'),
    enabled: onOrOff,
    maintenance: onOrOff,
    account_id: text('请填写允许使用自有上游的账号。', 'Enter an account that may use custom upstreams.'),
    quirks: onOrOff,
    kind: listed,
    model: text('请填写上游的模型名，不超过 200 个字符。', 'Enter a model name of the upstream, at most 200 characters.'),
  } satisfies WordsOf<typeof createProviderRequest> & WordsOf<typeof tryProviderRequest>,
  providerTest: {
    kinds: listed,
    model: text('请填写上游的模型名。', 'Enter a model name of the upstream.'),
    keys: reload,
  } satisfies WordsOf<typeof testProviderRequest>,
  model: {
    kind: listed,
    price: text('请填写金额，最多 6 位小数。', 'Enter amounts with at most 6 decimals.'),
    price_from: text('请填写现在或以后的时间。', 'Enter the current time or a later one.'),
    confirm: text(
      '价格相差十倍或以上。请核对单位，确认无误后提交。',
      'The price differs by a factor of ten or more. Check the unit, then confirm.',
    ),
    if_revision: reload,
    owned_by: text('请填写模型的开发商，不超过 100 个字符。', 'Enter the maker of the model, at most 100 characters.'),
    aliases: text('请填写最多 20 个别名，不与其他模型重名。', 'Enter at most 20 other names that no other model has.'),
    context_length: tokens,
    output_limit: tokens,
    typical_output: tokens,
    max_tokens_includes_reasoning: onOrOff,
    supported_parameters: names,
    features: names,
    tier: listed,
    fallback_model: text('请填写另一个模型的名称，或留空。', 'Enter the name of another model, or nothing.'),
    alternatives: text('请填写最多 20 个可替代的模型。', 'Enter at most 20 comparable models.'),
    retirement_date: text('请填写日期，例如 2027-01-01。', 'Enter a date such as 2027-01-01.'),
    music: text('请填写时长、标签和上限。', 'Enter durations, tags and limits.'),
  } satisfies WordsOf<typeof putModelRequest>,
};
