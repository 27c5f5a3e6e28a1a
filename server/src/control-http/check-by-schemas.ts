import type { FastifyInstance, FastifySchemaCompiler, FastifyServerOptions } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { safeParse, type $ZodType } from 'zod/v4/core';
import { readFault } from './read-fault.ts';

const wholes: Readonly<Record<string, string>> = { body: 'The request body', querystring: 'The query', params: 'The address' };

const validatorCompiler: FastifySchemaCompiler<$ZodType> =
  ({ schema, httpPart }) =>
  (data) => {
    const result = safeParse(schema, data, { reportInput: true });
    return result.success ? { value: result.data } : { error: readFault(result.error, wholes[httpPart ?? ''] ?? 'The request') };
  };

/** Option of a server: otherwise Fastify would load separate compilers, which take a quarter of the start and are not used here. */
export const schemaController = {
  compilersFactory: { buildValidator: () => validatorCompiler, buildSerializer: () => serializerCompiler },
} as unknown as NonNullable<FastifyServerOptions['schemaController']>;

/** Validates requests with the schemas that describe them; faults are reported as sentences. */
export function checkBySchemas(app: FastifyInstance): void {
  app.setValidatorCompiler<$ZodType>(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
}
