import { z } from 'zod';
import { regions } from '../enumerations.ts';

export const ownRoutes = z.object({
  data: z.array(
    z
      .object({
        id: z.string(),
        upstream: z.string().meta({ description: 'Name of the upstream.' }),
        region: z.enum(regions),
      })
      .meta({ id: 'OwnRoute' }),
  ),
});
export type OwnRouteAnswer = z.output<typeof ownRoutes>['data'][number];
