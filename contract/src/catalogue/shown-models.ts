import { z } from 'zod';
import { modelKinds } from '../enumerations.ts';
import { modelAnswer } from './operator-models.ts';

/** The public view of a model. It omits the providers, which only operators see. */
export const publicModelAnswer = modelAnswer
  .omit({
    providers: true,
    sellable: true,
    not_sellable_because: true,
    typical_output: true,
    missing: true,
    revision: true,
    preview: true,
  })
  .meta({ id: 'PublicModel' });
export type PublicModelAnswer = z.output<typeof publicModelAnswer>;

export const ownModelAnswer = publicModelAnswer
  .extend({
    price_multiplier: z.string().meta({
      description: 'Multiplier on `price`; "1" if the account or its plan has a custom price.',
    }),
  })
  .meta({ id: 'OwnModel', description: '`price`: current price of the account before the multiplier.' });
export type OwnModelAnswer = z.output<typeof ownModelAnswer>;
export const ownModels = z.object({ data: z.array(ownModelAnswer) });
export const publicModels = z.object({ data: z.array(publicModelAnswer) });
export const publicModelsQuery = z.strictObject({ kind: z.enum(modelKinds).optional() });
