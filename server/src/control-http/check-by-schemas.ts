import type { FastifyInstance } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { safeParse, type $ZodType } from 'zod/v4/core';
import { readFault } from './read-fault.ts';

const wholes: Readonly<Record<string, string>> = { body: 'The request body', querystring: 'The query', params: 'The address' };

/** Requests are checked by the schemas that describe them; what is wrong is said in sentences. */
export function checkBySchemas(app: FastifyInstance): void {
  app.setValidatorCompiler<$ZodType>(({ schema, httpPart }) => (data) => {
    const result = safeParse(schema, data, { reportInput: true });
    return result.success ? { value: result.data } : { error: readFault(result.error, wholes[httpPart ?? ''] ?? 'The request') };
  });
  app.setSerializerCompiler(serializerCompiler);
}
