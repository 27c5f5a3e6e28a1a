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

/** For the options of a server: Fastify would load separate compilers, a quarter of a start, which nothing here uses. */
export const schemaController = {
  compilersFactory: { buildValidator: () => validatorCompiler, buildSerializer: () => serializerCompiler },
} as unknown as NonNullable<FastifyServerOptions['schemaController']>;

/** Checks requests by the schemas that describe them; faults are reported in sentences. */
export function checkBySchemas(app: FastifyInstance): void {
  app.setValidatorCompiler<$ZodType>(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
}
