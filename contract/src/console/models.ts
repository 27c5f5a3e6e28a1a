import { z } from 'zod';
import { modelKinds } from '../enumerations.ts';
import { modelAnswer } from '../admin/models.ts';

/** A model as everybody may see it. Who serves it is the operator's business. */
export const publicModelAnswer = modelAnswer
  .omit({ providers: true, sellable: true, not_sellable_because: true, typical_output: true, preview: true })
  .meta({ id: 'PublicModel' });
export const publicModels = z.object({ data: z.array(publicModelAnswer) });
export const publicModelsQuery = z.strictObject({ kind: z.enum(modelKinds).optional() });
