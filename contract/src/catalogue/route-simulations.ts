import { z } from 'zod';
import { choiceReasons, regions } from '../enumerations.ts';
import { idField, modelNameField, textField } from '../fields.ts';

/** What a route may be to a simulated call. */
export const routeChoices = ['chosen', 'next', 'passed_over'] as const;

export type RouteChoice = (typeof routeChoices)[number];

const tokens = (description: string) => z.int().min(0).max(100_000_000).optional().meta({ description });

export const simulateRouteRequest = z
  .strictObject({
    key_id: idField
      .optional()
      .meta({ description: 'Key that calls. Without a key and an account: any account without settings.' }),
    account_id: idField.optional().meta({ description: 'Account that calls, with a key without settings.' }),
    model: modelNameField,
    endpoint: textField(
      'Operation as in the log, such as `chat.completions`; the first of the kind of the model by default.',
      64,
    ).optional(),
    stream: z.boolean().optional(),
    affinity_key: textField('`prompt_cache_key` of the request.', 1024, 1).optional(),
    request: z.record(z.string(), z.unknown()).optional().meta({
      description:
        'Body of the request; the example of the operation by default. `model` and the fields above replace its fields.',
    }),
    input_tokens: tokens('Expected input, in place of what the request lets expect.'),
    output_tokens: tokens('Expected output, in place of what the request lets expect.'),
  })
  .refine(({ key_id: key, account_id: account }) => key === undefined || account === undefined, {
    error: 'cannot be combined with `account_id`',
    path: ['key_id'],
  })
  .meta({ examples: [{ key_id: 'key_0198', model: 'chat-large', input_tokens: 4000, affinity_key: 'conversation-7' }] });

const step = z.object({
  choice: z.enum(routeChoices).meta({
    description: 'The route that the call takes, one that it tries next if all before fail, or one that it does not ask.',
  }),
  model: z
    .string()
    .meta({ description: 'Model that the route serves: the requested one, or its fallback once no route is left.' }),
  provider: z.object({ id: z.string(), name: z.string() }),
  route: z.string().meta({ description: 'Id of the route.' }),
  region: z.enum(regions),
  key: z
    .object({ id: z.string(), api_key_last4: z.string().nullable() })
    .nullable()
    .meta({ description: 'Key of the route; `null` for a route that is not asked.' }),
  by: z
    .enum(choiceReasons)
    .nullable()
    .meta({ description: 'What decided between equal routes or keys in place of their weights.' }),
  why: z.string().nullable().meta({ description: 'Why the route is passed over, or comes after all others.' }),
});

export const routeSimulationAnswer = z
  .object({
    endpoint: z.string(),
    expected: z
      .object({ input_tokens: z.number(), output_tokens: z.number() })
      .nullable()
      .meta({ description: 'Usage that the call is expected to have; `null` if it is refused before.' }),
    refusal: z
      .object({
        code: z.string(),
        message: z.string().meta({ description: 'What the client would read.' }),
        cause: z.string().meta({ description: 'The specific cause, as in the call log.' }),
      })
      .nullable()
      .meta({ description: 'Why the call would be refused before any route is asked.' }),
    steps: z
      .array(step)
      .meta({ description: 'Routes of the model, then of its fallback, in the order in which the call comes to them.' }),
  })
  .meta({ id: 'RouteSimulation' });

export type SimulateRouteRequest = z.output<typeof simulateRouteRequest>;
export type RouteSimulationAnswer = z.output<typeof routeSimulationAnswer>;
