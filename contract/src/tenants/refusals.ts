import type { Refusals } from '../refusals/refusal-words.ts';

/** Refusals about accounts, sub-accounts, keys, caps and plans. */
export const tenantRefusals = {
  keys_full: {
    code: 'conflict',
    en: 'An account can have at most {max} keys. Delete keys that you no longer use.',
    zh: '每个账号最多有 {max} 个密钥（不含已删除的）。请先删除不用的密钥。',
  },
  keys_today: {
    code: 'rate_limit_exceeded',
    en: 'An account can create at most {max} keys in 24 hours; you can still disable and delete keys. Ask the operator of this service for a higher limit.',
    zh: '每个账号 24 小时内最多创建 {max} 个密钥，仍可停用和删除密钥。如需提高上限，请联系运营方。',
  },
  sub_accounts_full: {
    code: 'conflict',
    en: 'An account can have at most {max} sub-accounts. Delete one that you no longer use.',
    zh: '每个账号最多有 {max} 个子账号。请先删除不用的子账号。',
  },
  sub_accounts_today: {
    code: 'rate_limit_exceeded',
    en: 'An account can create at most {max} sub-accounts in 24 hours. Ask the operator of this service for a higher limit.',
    zh: '每个账号 24 小时内最多创建 {max} 个子账号。如需提高上限，请联系运营方。',
  },
  allow_lists_full: {
    code: 'conflict',
    en: 'An account can have at most {max} bytes of allow-lists. Shorten the lists of keys and sub-accounts, or delete unused keys.',
    zh: '密钥和子账号的白名单合计最多 {max} 字节。请缩短白名单，或删除不用的密钥。',
  },
  allow_list_empties: {
    code: 'invalid_parameter',
    en: 'An empty `ip_allow_list` lets every address call. Set `confirm_open` to true to confirm.',
    zh: '白名单清空后，任何地址都能调用。如需继续，请确认后再提交。',
  },
  key_reset: {
    code: 'conflict',
    en: 'This key was reset and cannot be changed. Change the key that replaced it.',
    zh: '密钥已重置，不能修改。请修改替换后的密钥。',
  },
  key_deleted: {
    code: 'conflict',
    en: 'This key is deleted and cannot be changed.',
    zh: '密钥已删除，不能修改。',
  },
  key_of_deleted_sub_account: {
    code: 'conflict',
    en: 'The sub-account of this key is deleted, so the key cannot be enabled.',
    zh: '密钥所属的子账号已删除，不能启用该密钥。',
  },
  key_not_callable: {
    code: 'conflict',
    en: 'This key is {status} and cannot make calls. Choose another key.',
    zh: '该密钥当前不能用于调用。请换一个密钥。',
  },
  sub_account_deleted: {
    code: 'conflict',
    en: 'This sub-account is deleted and cannot be changed.',
    zh: '子账号已删除，不能修改。',
  },
  sub_account_takes_no_keys: {
    code: 'conflict',
    en: 'This sub-account is deleted and cannot have new keys.',
    zh: '子账号已删除，不能创建密钥。',
  },
  sub_account_takes_no_members: {
    code: 'conflict',
    en: 'This sub-account is deleted and cannot have new members.',
    zh: '子账号已删除，不能添加成员。',
  },
  status_of_closing_account: {
    code: 'conflict',
    en: 'You cannot change the status of an account that is closed or being closed. Cancel the closure first.',
    zh: '账号已注销或正在注销，不能修改状态。请先撤销注销。',
  },
  caps_need_upgrade: {
    code: 'conflict',
    en: 'Caps of sub-accounts cannot be set yet: these nodes run an earlier version: {nodes}. Upgrade all nodes first.',
    zh: '暂时不能设置子账号的限额，以下节点仍在运行旧版本：{nodes}。请先升级所有节点。',
  },
  domestic_only_needs_upgrade: {
    code: 'conflict',
    en: '`domestic_only` cannot be set yet: these nodes run an earlier version: {nodes}. Upgrade all nodes first.',
    zh: '暂时不能设置仅境内线路，以下节点仍在运行旧版本：{nodes}。请先升级所有节点。',
  },
  plan_is_needed: {
    code: 'conflict',
    en: 'You cannot delete the plan "{plan}". New accounts start on "free-trial" and move to "standard" with their first payment.',
    zh: '套餐 {plan} 不能删除。新账号从 free-trial 开始，首次付款后转入 standard。',
  },
  plan_has_account: {
    code: 'conflict',
    en: '1 account uses the plan "{plan}". Move it to another plan first.',
    zh: '还有 1 个账号使用套餐 {plan}。请先将其移到其他套餐。',
  },
  plan_has_accounts: {
    code: 'conflict',
    en: '{accounts} accounts use the plan "{plan}". Move them to another plan first.',
    zh: '还有 {accounts} 个账号使用套餐 {plan}。请先将它们移到其他套餐。',
  },
  plan_has_prices: {
    code: 'conflict',
    en: 'The plan "{plan}" has custom prices for {models}. Withdraw them first.',
    zh: '套餐 {plan} 有 {models} 的专属价格。请先撤销。',
  },
} as const satisfies Refusals;
