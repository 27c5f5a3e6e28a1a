import type { Refusals } from '../refusals/refusal-words.ts';

/** Refusals about accounts, sub-accounts, keys, caps and plans. */
export const tenantRefusals = {
  keys_full: {
    code: 'conflict',
    en: 'An account can have at most {max} keys. Delete keys that you no longer use.',
    zh: '一个账号最多有 {max} 个密钥（不含已删除的）。请先删除不用的密钥。',
  },
  keys_today: {
    code: 'rate_limit_exceeded',
    en: 'An account can create at most {max} keys in 24 hours. You can still disable and delete keys. Ask the operator of this service for a higher limit.',
    zh: '一个账号 24 小时内最多新建 {max} 个密钥。仍可停用和删除密钥；需要提高上限请联系运营方。',
  },
  sub_accounts_full: {
    code: 'conflict',
    en: 'An account can have at most {max} sub-accounts. Delete one that you no longer use.',
    zh: '一个账号最多有 {max} 个子账号。请先删除不用的子账号。',
  },
  sub_accounts_today: {
    code: 'rate_limit_exceeded',
    en: 'An account can create at most {max} sub-accounts in 24 hours. Ask the operator of this service for a higher limit.',
    zh: '一个账号 24 小时内最多新建 {max} 个子账号。需要提高上限请联系运营方。',
  },
  allow_lists_full: {
    code: 'conflict',
    en: 'An account can have at most {max} bytes of allow-lists. Shorten the lists of keys and sub-accounts, or delete keys that you no longer use.',
    zh: '密钥和子账号的白名单合计最多 {max} 字节。请缩短白名单，或删除不用的密钥。',
  },
  allow_list_empties: {
    code: 'invalid_parameter',
    en: '`ip_allow_list` would become empty, and an empty list lets every address in. Send `"confirm_open": true` in the same request if that is meant.',
    zh: '清空白名单后，任何地址都能调用。确认要这样再提交。',
  },
  key_reset: {
    code: 'conflict',
    en: 'This key was reset and cannot be changed; change the key that replaced it.',
    zh: '密钥已重置，不能再改。改替换它的那个密钥。',
  },
  key_deleted: {
    code: 'conflict',
    en: 'This key is deleted and cannot be changed.',
    zh: '密钥已删除，不能再改。',
  },
  key_of_deleted_sub_account: {
    code: 'conflict',
    en: 'The sub-account of this key is deleted, so the key stays disabled.',
    zh: '密钥所属的子账号已删除，密钥不能再启用。',
  },
  key_not_callable: {
    code: 'conflict',
    en: 'This key is {status} and cannot be called with; choose another one.',
    zh: '这个密钥现在不能用来调用。换一个。',
  },
  sub_account_deleted: {
    code: 'conflict',
    en: 'This sub-account is deleted and cannot be changed.',
    zh: '子账号已删除，不能再改。',
  },
  sub_account_takes_no_keys: {
    code: 'conflict',
    en: 'This sub-account is deleted; it takes no new keys.',
    zh: '子账号已删除，不能再建密钥。',
  },
  sub_account_takes_no_members: {
    code: 'conflict',
    en: 'This sub-account is deleted; it takes no new members.',
    zh: '子账号已删除，不能再加成员。',
  },
  status_of_closing_account: {
    code: 'conflict',
    en: 'This account is being closed or is closed, so its status stays. Take the closing back first.',
    zh: '账号正在注销或已注销，状态不能改。先撤回注销。',
  },
  caps_need_upgrade: {
    code: 'conflict',
    en: 'Caps of sub-accounts are for later: {nodes} still run an earlier version of the program, which would not keep to them. Upgrade all nodes first.',
    zh: '{nodes} 还在运行旧版本的程序，不遵守子账号的限额。所有节点升级后再改。',
  },
  domestic_only_needs_upgrade: {
    code: 'conflict',
    en: '`domestic_only` is for later: {nodes} still run an earlier version of the program, which would send calls abroad. Upgrade all nodes first.',
    zh: '{nodes} 还在运行旧版本的程序，会把调用发到境外。所有节点升级后再改。',
  },
  plan_is_needed: {
    code: 'conflict',
    en: 'The plan "{plan}" cannot be deleted: accounts begin on "free-trial", and their first payment moves them to "standard".',
    zh: '新账号从这个套餐开始，或首次付款后转入，不能删除。',
  },
  plan_has_account: {
    code: 'conflict',
    en: '1 account is on the plan "{plan}": move them to another plan first.',
    zh: '还有 1 个账号在用这个套餐。先把它移到别的套餐。',
  },
  plan_has_accounts: {
    code: 'conflict',
    en: '{accounts} accounts are on the plan "{plan}": move them to another plan first.',
    zh: '还有 {accounts} 个账号在用这个套餐。先把它们移到别的套餐。',
  },
  plan_has_prices: {
    code: 'conflict',
    en: 'The plan "{plan}" has prices of its own for {models}: withdraw them first.',
    zh: '这个套餐有 {models} 的专属价格。先撤回这些价格。',
  },
} as const satisfies Refusals;
