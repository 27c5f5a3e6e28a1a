/**
 * Whether a model is inside the allow-lists of a key and of its sub-account. A list that is `null` or empty restricts
 * nothing; where both restrict, a model must be in both (their intersection may well be empty and then allows nothing).
 */
export function modelAllowed(
  model: string,
  keyList: readonly string[] | null,
  subAccountList: readonly string[] | null,
): boolean {
  return allows(keyList, model) && allows(subAccountList, model);
}

function allows(list: readonly string[] | null, model: string): boolean {
  return list === null || list.length === 0 || list.includes(model);
}
