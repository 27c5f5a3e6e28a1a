type AllowList = readonly string[] | null;

/** A model by all the names under which a list may contain it. */
interface Named {
  readonly name: string;
  readonly aliases: readonly string[];
}

function lists(list: AllowList, { name, aliases }: Named): boolean {
  return list === null || list.length === 0 || list.includes(name) || aliases.some((alias) => list.includes(alias));
}

/**
 * A list that is `null` or empty restricts nothing. If both lists restrict, a model must be in both. Lists contain models: an alias in a
 * list allows its model, under any of that model's names, and no other model.
 */
export function modelAllowed(model: Named, keyList: AllowList, subAccountList: AllowList): boolean {
  return lists(keyList, model) && lists(subAccountList, model);
}
