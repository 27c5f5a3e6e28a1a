interface Tiered {
  readonly name: string;
  readonly tier: string | null;
}

export function basicModels(models: readonly Tiered[]): readonly string[] {
  return models.filter(({ tier }) => tier === 'basic').map(({ name }) => name);
}

/** The allow-list of a test key. It is empty if it would name every model: then it would only exclude models published later. */
export function testAllowList(models: readonly Tiered[]): readonly string[] {
  const basic = basicModels(models);
  return basic.length === models.length ? [] : basic;
}
