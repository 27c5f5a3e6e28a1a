type AllowList = readonly string[] | null;

function lists(list: AllowList, model: string): boolean {
  return list === null || list.length === 0 || list.includes(model);
}

/** A list that is `null` or empty restricts nothing; where both lists restrict, a model must be in both. */
export function modelAllowed(model: string, keyList: AllowList, subAccountList: AllowList): boolean {
  return lists(keyList, model) && lists(subAccountList, model);
}
