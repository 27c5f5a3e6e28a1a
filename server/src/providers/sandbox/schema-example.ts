import { isRecord } from './sandbox-knobs.ts';

/** Deeper schemas get empty objects; a schema may refer to itself. */
const depthMax = 5;

/** The smallest plausible value for a JSON schema: required fields only, the same for the same schema. */
export function exampleOf(schema: unknown, depth = 0): unknown {
  if (!isRecord(schema)) return {};
  if ('const' in schema) return schema.const;
  if ('default' in schema) return schema.default;
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return schema.enum[0] as unknown;
  for (const union of [schema.anyOf, schema.oneOf]) {
    if (Array.isArray(union) && depth < depthMax) return exampleOf(union[0], depth + 1);
  }
  return exampleOfType(schema, depth);
}

function exampleOfType(schema: Readonly<Record<string, unknown>>, depth: number): unknown {
  const type: unknown = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'string':
      return 'example';
    case 'number':
    case 'integer':
      return typeof schema.minimum === 'number' ? schema.minimum : 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return Number(schema.minItems) >= 1 && depth < depthMax ? [exampleOf(schema.items, depth + 1)] : [];
    default:
      return exampleOfObject(schema, depth);
  }
}

function exampleOfObject(schema: Readonly<Record<string, unknown>>, depth: number): object {
  const { properties, required } = schema;
  if (!isRecord(properties) || !Array.isArray(required) || depth >= depthMax) return {};
  const names = required.filter((name): name is string => typeof name === 'string');
  // `fromEntries` defines a member named `__proto__` like any other.
  return Object.fromEntries(
    names.map((name) => [name, exampleOf(Object.hasOwn(properties, name) ? properties[name] : {}, depth + 1)]),
  );
}
