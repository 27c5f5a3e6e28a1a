import { ApiError } from '@tollgate/contract/errors';
import { findNamed } from '../../domain/catalog/find-named.ts';
import type { LocalCall, LocalParts } from '../endpoint.ts';
import { cardFor } from './model-card.ts';

/** @throws {ApiError} 404 if this key may call no such model. */
export function findCard(parts: LocalParts, call: LocalCall, name: string): NonNullable<ReturnType<typeof cardFor>> {
  const model = findNamed(parts.catalog.current, name);
  const card = model === undefined ? null : cardFor(parts, call, model);
  if (card !== null) return card;
  throw new ApiError('model_not_found', {
    param: 'model',
    message: `The model ${JSON.stringify(name.slice(0, 128))} does not exist or is not available to this key.`,
  });
}
