export const neverProvoked: Readonly<Record<string, string>> = {};
