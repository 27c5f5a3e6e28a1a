type AllowList = readonly string[] | null;

/** A model by the names that a list may have it under. */
interface Named {
  readonly name: string;
  readonly aliases: readonly string[];
}

function lists(list: AllowList, { name, aliases }: Named): boolean {
  return list === null || list.length === 0 || list.includes(name) || aliases.some((alias) => list.includes(alias));
}

/**
 * A list that is `null` or empty restricts nothing; if both lists restrict, a model must be in both. Lists contain models: an alias in a list
 * allows the model behind it, under any of its names, and no name allows another model.
 */
export function modelAllowed(model: Named, keyList: AllowList, subAccountList: AllowList): boolean {
  return lists(keyList, model) && lists(subAccountList, model);
}
