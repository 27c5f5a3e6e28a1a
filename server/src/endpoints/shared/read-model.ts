import { invalid, isAbsent, missing } from './checks.ts';

/** @throws {ApiError} 400 if no model is named. */
export function readModel({ model }: Readonly<Record<string, unknown>>): string {
  if (isAbsent(model)) throw missing('model', 'send the name of a model of GET /v1/models');
  if (typeof model !== 'string' || model === '') throw invalid('model', 'must be the name of a model of GET /v1/models');
  return model;
}
