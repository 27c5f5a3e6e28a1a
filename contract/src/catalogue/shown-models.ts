import { z } from 'zod';
import { modelKinds } from '../enumerations.ts';
import { modelAnswer } from './operator-models.ts';

/** A model as everybody may see it. Who serves it is the operator's business. */
export const publicModelAnswer = modelAnswer
  .omit({ providers: true, sellable: true, not_sellable_because: true, typical_output: true, preview: true })
  .meta({ id: 'PublicModel' });
export type PublicModelAnswer = z.output<typeof publicModelAnswer>;

export const ownModelAnswer = publicModelAnswer
  .extend({
    price_multiplier: z.string().meta({
      description:
        'What the sum of a call at `price` is multiplied by; "1" where the account or its plan has a price of its own.',
    }),
  })
  .meta({ id: 'OwnModel', description: '`price`: what calls of the account are charged by now, before the multiplier.' });
export type OwnModelAnswer = z.output<typeof ownModelAnswer>;
export const ownModels = z.object({ data: z.array(ownModelAnswer) });
export const publicModels = z.object({ data: z.array(publicModelAnswer) });
export const publicModelsQuery = z.strictObject({ kind: z.enum(modelKinds).optional() });
