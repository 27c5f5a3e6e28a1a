import { isRecord, SandboxRefusal } from '../sandbox-knobs.ts';

/** Deeper schemas get empty objects. */
const depthMax = 5;
/** Limit on the values of one example, at all levels: the client controls the content of a schema, including its defaults. */
const valuesMax = 10_000;
const bytesMax = 64 * 1024;
/** Quotes, colon and comma around a name, and a value that is not the client's. */
const bytesPerValue = 16;

/**
 * The smallest plausible value for a JSON schema, with only the required fields. Equal schemas get equal values.
 * @param field the request field with the schema.
 * @throws {SandboxRefusal} if the example would be larger than the sandbox writes.
 */
export function exampleOf(schema: unknown, field: string): unknown {
  return new ExampleMaker(field).make(schema, 0);
}

class ExampleMaker {
  readonly #field: string;
  #values = 0;
  #bytes = 0;

  constructor(field: string) {
    this.#field = field;
  }

  make(schema: unknown, depth: number): unknown {
    this.#spend(bytesPerValue);
    if (!isRecord(schema)) return {};
    if ('const' in schema) return this.#given(schema.const);
    if ('default' in schema) return this.#given(schema.default);
    if (Array.isArray(schema.enum) && schema.enum.length > 0) return this.#given(schema.enum[0]);
    for (const union of [schema.anyOf, schema.oneOf]) {
      if (Array.isArray(union) && depth < depthMax) return this.make(union[0], depth + 1);
    }
    return this.#ofType(schema, depth);
  }

  #spend(bytes: number): void {
    this.#values += 1;
    this.#bytes += bytes;
    if (this.#values > valuesMax || this.#bytes > bytesMax)
      throw new SandboxRefusal(this.#field, 'asks for a larger example than the sandbox writes');
  }

  /** A value that the schema itself contains. */
  #given(value: unknown): unknown {
    this.#spend(JSON.stringify(value).length);
    return value;
  }

  #ofType(schema: Readonly<Record<string, unknown>>, depth: number): unknown {
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
        return Number(schema.minItems) >= 1 && depth < depthMax ? [this.make(schema.items, depth + 1)] : [];
      default:
        return this.#ofObject(schema, depth);
    }
  }

  #ofObject(schema: Readonly<Record<string, unknown>>, depth: number): object {
    const { properties, required } = schema;
    if (!isRecord(properties) || !Array.isArray(required) || depth >= depthMax) return {};
    const members = new Map<string, unknown>();
    for (const name of required) {
      // A name that is required twice is still one member. Processing it repeatedly on every level would multiply the work.
      if (typeof name !== 'string' || members.has(name)) continue;
      this.#spend(name.length);
      members.set(name, this.make(Object.hasOwn(properties, name) ? properties[name] : {}, depth + 1));
    }
    // `fromEntries` defines a member named `__proto__` like any other.
    return Object.fromEntries(members);
  }
}
