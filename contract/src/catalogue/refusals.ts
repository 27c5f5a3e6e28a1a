import type { Refusals } from '../refusals/refusal-words.ts';

/** Refusals about models, prices and providers. */
export const catalogueRefusals = {
  alias_of_other_model: {
    code: 'conflict',
    en: '"{name}" is an alias of the model "{model}": take it from there first.',
    zh: '这是模型 {model} 的别名。先从那里去掉。',
  },
  model_built_in: {
    code: 'conflict',
    en: 'The model "{model}" is built in and cannot be deleted.',
    zh: '{model} 是内置的，不能删除。',
  },
  model_served: {
    code: 'conflict',
    en: 'The model "{model}" is served by {providers}: take it from its providers first.',
    zh: '{providers} 还在提供这个模型。先从那里去掉。',
  },
  model_has_own_prices: {
    code: 'conflict',
    en: 'There are own prices for the model "{model}" of {owners}: withdraw them first.',
    zh: '{owners} 有这个模型的专属价格。先撤回。',
  },
  other_price_planned: {
    code: 'conflict',
    en: 'Another price is planned from {from} on: withdraw the price first, or let this one end by then.',
    zh: '从 {from} 起已安排了另一个价格。先撤回那个，或让这个在那之前结束。',
  },
  no_own_price: {
    code: 'not_found',
    en: 'There is no price of its own for this model.',
    zh: '这个模型没有专属价格。',
  },
  rates_need_upgrade: {
    code: 'conflict',
    en: 'Rates and variants are for later: {nodes} still run an earlier version of the program, which would charge the four rates alone. Upgrade all nodes first.',
    zh: '{nodes} 还在运行旧版本的程序，只按四项基本价格收费。所有节点升级后再改。',
  },
  own_upstreams_need_upgrade: {
    code: 'conflict',
    en: 'Upstreams of single accounts are for later: {nodes} still run an earlier version of the program, which would use them for everybody. Upgrade all nodes first.',
    zh: '{nodes} 还在运行旧版本的程序，会让所有账号都用专属上游。所有节点升级后再改。',
  },
  route_addresses_need_upgrade: {
    code: 'conflict',
    en: 'Addresses of single protocols and ways to show a key are for later: {nodes} still run an earlier version of the program, which would call the base address with the bare key. Upgrade all nodes first.',
    zh: '{nodes} 还在运行旧版本的程序，会只用基础地址和密钥本身去调用。所有节点升级后再改。',
  },
  route_keys_need_upgrade: {
    code: 'conflict',
    en: 'Several keys of a route, and limits of a key, are for later: {nodes} still run an earlier version of the program, which would use one key alone. Upgrade all nodes first.',
    zh: '{nodes} 还在运行旧版本的程序，只会用一个密钥。所有节点升级后再改。',
  },
  provider_dialects_need_upgrade: {
    code: 'conflict',
    en: 'Several chat protocols of a provider are for later: {nodes} still run an earlier version of the program, which would speak the first alone. Upgrade all nodes first.',
    zh: '{nodes} 还在运行旧版本的程序，只会用第一个对话协议。所有节点升级后再改。',
  },
  provider_name_taken: {
    code: 'conflict',
    en: 'There is a provider called "{name}" already; names are unique.',
    zh: '已有名为 {name} 的上游。换一个名称。',
  },
  provider_built_in: {
    code: 'conflict',
    en: 'The provider "{name}" is built in and cannot be changed.',
    zh: '{name} 是内置的，不能改也不能删。',
  },
  provider_test_runs: {
    code: 'conflict',
    en: 'A test of this provider is running; wait for its end.',
    zh: '这个上游正在测试。请等它结束。',
  },
  upstream_list_no_key: {
    code: 'conflict',
    en: 'The upstream gives no list of its models: it has no route with a key in use.',
    zh: '取不到上游的模型列表：没有线路启用了密钥。',
  },
  upstream_list_broke_off: {
    code: 'conflict',
    en: 'The upstream gives no list of its models: {fault}.',
    zh: '取不到上游的模型列表：连接出错（{fault}）。',
  },
  upstream_list_status: {
    code: 'conflict',
    en: 'The upstream gives no list of its models: it answered with status {status}.',
    zh: '取不到上游的模型列表：上游返回状态码 {status}。',
  },
  upstream_list_not_json: {
    code: 'conflict',
    en: 'The upstream gives no list of its models: its answer is not JSON.',
    zh: '取不到上游的模型列表：上游返回的不是 JSON。',
  },
  upstream_list_no_list: {
    code: 'conflict',
    en: 'The upstream gives no list of its models: its answer is no list.',
    zh: '取不到上游的模型列表：上游返回的不是列表。',
  },
} as const satisfies Refusals;
