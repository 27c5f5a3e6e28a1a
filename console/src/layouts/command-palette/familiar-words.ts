/** By name of a place: words of other gateways for our pages, so that people who come from there find them. */
const familiarWords: Readonly<Record<string, readonly string[]>> = {
  providers: ['channel', '渠道'],
  plans: ['group', '分组', 'ratio', '倍率'],
  models: ['ratio', '倍率'],
  keys: ['token', '令牌'],
  codes: ['redemption', '兑换码'],
  accounts: ['user', '用户'],
};

/** Whether a page has another name that contains the typed text. @param wanted in lower case */
export function isFamiliar(name: string, wanted: string): boolean {
  return wanted !== '' && (familiarWords[name] ?? []).some((word) => word.includes(wanted));
}
