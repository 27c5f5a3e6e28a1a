import type { z } from 'zod';

/** A text field of a request, by the names of its fields: `delivery.email`, `tags[]`, `settings{}`, `settings{key}`. */
export interface TextLeaf {
  readonly path: string;
  readonly schema: z.core.$ZodType;
}

const noText: ReadonlySet<string> = new Set(['enum', 'boolean', 'number', 'literal', 'null']);

/** All texts of a schema. Throws for an unknown kind of schema. */
export function textsOf(schema: z.core.$ZodType, path = ''): readonly TextLeaf[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  // A value of any kind may be a text.
  if (def.type === 'string' || def.type === 'unknown') return [{ path, schema }];
  if (noText.has(def.type)) return [];
  return partsOf(def, path).flatMap(([part, its]) => textsOf(part, its));
}

function partsOf(def: z.core.$ZodTypes['_zod']['def'], path: string): readonly (readonly [z.core.$ZodType, string])[] {
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).map(([name, part]) => [part, path === '' ? name : `${path}.${name}`]);
    case 'optional':
    case 'nullable':
    case 'default':
      return [[def.innerType, path]];
    case 'array':
      return [[def.element, `${path}[]`]];
    case 'union':
      return def.options.map((option) => [option, path]);
    case 'record':
      return [
        [def.keyType, `${path}{key}`],
        [def.valueType, `${path}{}`],
      ];
    default:
      throw new TypeError(`${path} is of the kind ${def.type}`);
  }
}
