import type { Refusals } from '../refusals/refusal-words.ts';

/** Refusals about models, prices and providers. */
export const catalogueRefusals = {
  alias_of_other_model: {
    code: 'conflict',
    en: '"{name}" is already an alias of the model "{model}". Remove it from that model first.',
    zh: '{name} 已是模型 {model} 的别名。请先从该模型移除。',
  },
  model_changed: {
    code: 'conflict',
    en: 'The model "{model}" was changed by someone else while you were editing it. Reload it and compare before you save again.',
    zh: '编辑期间，模型 {model} 已被他人修改。请重新加载，比较差异后再保存。',
  },
  model_built_in: {
    code: 'conflict',
    en: 'The model "{model}" is built in and cannot be deleted.',
    zh: '模型 {model} 是内置模型，不能删除。',
  },
  model_served: {
    code: 'conflict',
    en: 'These providers still serve the model "{model}": {providers}. Remove it from them first.',
    zh: '以下上游仍在提供模型 {model}：{providers}。请先从上游移除。',
  },
  model_has_own_prices: {
    code: 'conflict',
    en: 'The model "{model}" has custom prices for {owners}. Withdraw them first.',
    zh: '模型 {model} 仍有专属价格：{owners}。请先撤销。',
  },
  other_price_planned: {
    code: 'conflict',
    en: 'Another price is scheduled from {from}. Withdraw it first, or end this price by then.',
    zh: '已有另一个价格计划于 {from} 生效。请先撤销该价格，或让当前价格在此之前结束。',
  },
  no_own_price: {
    code: 'not_found',
    en: 'This model has no custom price here.',
    zh: '该模型没有专属价格。',
  },
  rates_need_upgrade: {
    code: 'conflict',
    en: 'Additional rates and price variants cannot be set yet: these nodes run an earlier version: {nodes}. Upgrade all nodes first.',
    zh: '暂时不能设置其他计价项和分档价格，以下节点仍在运行旧版本：{nodes}。请先升级所有节点。',
  },
  own_upstreams_need_upgrade: {
    code: 'conflict',
    en: 'Custom upstreams of an account cannot be set yet: these nodes run an earlier version: {nodes}. Upgrade all nodes first.',
    zh: '暂时不能设置账号的自有上游，以下节点仍在运行旧版本：{nodes}。请先升级所有节点。',
  },
  route_addresses_need_upgrade: {
    code: 'conflict',
    en: 'Per-protocol addresses and key formats cannot be set yet: these nodes run an earlier version: {nodes}. Upgrade all nodes first.',
    zh: '暂时不能按协议设置地址和密钥格式，以下节点仍在运行旧版本：{nodes}。请先升级所有节点。',
  },
  route_keys_need_upgrade: {
    code: 'conflict',
    en: 'Multiple keys and key limits of a route cannot be set yet: these nodes run an earlier version: {nodes}. Upgrade all nodes first.',
    zh: '暂时不能为线路设置多个密钥和密钥限制，以下节点仍在运行旧版本：{nodes}。请先升级所有节点。',
  },
  route_maintenance_needs_upgrade: {
    code: 'conflict',
    en: 'Maintenance of routes cannot be set yet: these nodes run an earlier version: {nodes}. Upgrade all nodes first, or disable the provider.',
    zh: '暂时不能设置线路维护，以下节点仍在运行旧版本：{nodes}。请先升级所有节点，或停用该上游。',
  },
  provider_dialects_need_upgrade: {
    code: 'conflict',
    en: 'Multiple chat protocols of a provider cannot be set yet: these nodes run an earlier version: {nodes}. Upgrade all nodes first.',
    zh: '暂时不能为上游设置多个对话协议，以下节点仍在运行旧版本：{nodes}。请先升级所有节点。',
  },
  provider_name_taken: {
    code: 'conflict',
    en: 'A provider named "{name}" already exists. Choose another name.',
    zh: '已有名为 {name} 的上游。请换一个名称。',
  },
  provider_changed: {
    code: 'conflict',
    en: 'The provider "{name}" was changed by someone else while you were editing it. Reload it and compare before you save again.',
    zh: '编辑期间，上游 {name} 已被他人修改。请重新加载，比较差异后再保存。',
  },
  provider_built_in: {
    code: 'conflict',
    en: 'The provider "{name}" is built in and cannot be changed.',
    zh: '上游 {name} 是内置的，不能修改。',
  },
  upstream_address_link_local: {
    code: 'invalid_parameter',
    en: '`{param}` is a link-local address or the metadata service of a cloud, which serves no models. Enter the address of the model API; private networks and this machine are allowed.',
    zh: '该地址是链路本地地址或云平台的元数据服务，不提供模型。请填写模型接口的地址，可以是内网或本机地址。',
  },
  provider_tests_full: {
    code: 'conflict',
    en: '{most} tests of providers are already running. Wait until one of them completes.',
    zh: '已有 {most} 个上游正在测试。请等待其中一个完成。',
  },
  provider_test_runs: {
    code: 'conflict',
    en: 'A test of this provider is already running. Wait until it completes.',
    zh: '该上游正在测试。请等待测试完成。',
  },
  upstream_list_no_key: {
    code: 'conflict',
    en: 'Could not load the model list of the provider: none of its routes has an enabled key.',
    zh: '上游模型列表加载失败：没有线路启用密钥。',
  },
  upstream_list_broke_off: {
    code: 'conflict',
    en: 'Could not load the model list of the provider: {fault}.',
    zh: '上游模型列表加载失败：{fault}。',
  },
  upstream_list_status: {
    code: 'conflict',
    en: 'Could not load the model list of the provider: it returned status {status}.',
    zh: '上游模型列表加载失败：上游返回状态码 {status}。',
  },
  upstream_list_not_json: {
    code: 'conflict',
    en: 'Could not load the model list of the provider: the response is not JSON.',
    zh: '上游模型列表加载失败：返回内容不是 JSON。',
  },
  upstream_list_no_list: {
    code: 'conflict',
    en: 'Could not load the model list of the provider: the response is not a model list.',
    zh: '上游模型列表加载失败：返回内容不是模型列表。',
  },
  price_list_not_json: {
    code: 'invalid_parameter',
    en: 'The file is not JSON in UTF-8. Choose the price list itself, unpacked.',
    zh: '文件不是 UTF-8 编码的 JSON。请选择解压后的价格表文件。',
  },
  price_list_unknown: {
    code: 'invalid_parameter',
    en: 'The file has none of the known formats: {formats}. Choose the list of one of these projects.',
    zh: '文件不是已知格式（{formats}）。请选择这些项目之一的价格表。',
  },
  price_list_other_form: {
    code: 'invalid_parameter',
    en: 'The file is not a list of the format {format}: `{field}` must be of the type {type}.',
    zh: '文件不是 {format} 格式的价格表：{field} 的类型须为 {type}。',
  },
  price_list_too_complex: {
    code: 'invalid_parameter',
    en: 'The file has more than {values} values, is nested deeper than {depth} levels, or takes too long to read. Remove entries that you do not need.',
    zh: '文件的值超过 {values} 个、嵌套超过 {depth} 层，或读取时间过长。请删除不需要的条目。',
  },
} as const satisfies Refusals;
