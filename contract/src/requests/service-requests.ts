import { z } from 'zod';
import { linesField, textField, timeAnswer } from '../fields.ts';
import { listOf, pageQuery } from '../lists.ts';

/** What is asked for: a channel with limits of one's own, or an instance of one's own. */
export const requestKinds = ['dedicated', 'deployment'] as const;
export type RequestKind = (typeof requestKinds)[number];

/** The way of a request, in order. */
export const requestSteps = ['contact', 'assessment', 'contract', 'deployment', 'acceptance', 'live'] as const;
/** The last ones: nothing follows. */
export const requestEnds = ['live', 'declined'] as const;
export const requestStages = [...requestSteps, 'declined'] as const;
export type RequestStage = (typeof requestStages)[number];

export const isRequestOpen = (stage: RequestStage): boolean => stage !== 'live' && stage !== 'declined';

/** Where a request may go from a stage: one step on, or to its end without success. */
export function nextStages(stage: RequestStage): readonly RequestStage[] {
  if (stage === 'declined' || stage === 'live') return [];
  const next = requestSteps[requestSteps.indexOf(stage) + 1];
  return next === undefined ? ['declined'] : [next, 'declined'];
}

/** Who uploaded a contract of a request: the operator what is to be signed, the account what is. */
export const contractSides = ['operator', 'account'] as const;
export type ContractSide = (typeof contractSides)[number];

/** How many either side may upload to one request. */
export const contractsMax = 10;

export const requestContractAnswer = z
  .object({
    id: z.string(),
    side: z
      .enum(contractSides)
      .meta({ description: '`operator`: what is to be signed. `account`: what the account has signed.' }),
    bytes: z.number(),
    uploaded_by: z.string().meta({ description: 'Operators are not named to accounts.' }),
    uploaded_at: timeAnswer,
  })
  .meta({ id: 'RequestContract' });

const dateField = z.iso.date({ error: 'must be a date such as 2026-11-30' });

export const createServiceRequest = z
  .strictObject({
    kind: z.enum(requestKinds),
    contact: textField('Whom to call or write to.', 200, 1),
    details: linesField('What it is for: models, requests per minute, at the same time, region, own domain.', 4000, 1),
  })
  .meta({ examples: [{ kind: 'dedicated', contact: '李雷 138 0000 0000', details: '2000 requests a minute, 300 at a time' }] });
export type CreateServiceRequest = z.output<typeof createServiceRequest>;

export const stepServiceRequest = z
  .strictObject({
    from: z.enum(requestStages).meta({ description: 'The stage it is at, so that two people do not take the same step twice.' }),
    stage: z
      .enum(requestStages)
      .meta({ description: 'The next one, or `declined`. The same as `from` changes date and note alone.' }),
    expected_on: dateField.nullable().optional().meta({ description: 'When the stage should be over; left out: as is usual.' }),
    note: linesField('For the customer to read.', 2000).optional(),
  })
  .meta({ examples: [{ from: 'contact', stage: 'assessment', note: '架构评估会在周三 10:00' }] });
export type StepServiceRequest = z.output<typeof stepServiceRequest>;

export const serviceRequestParams = z.strictObject({ accountId: z.string().max(64), requestId: z.string().max(64) });
export const requestContractParams = serviceRequestParams.extend({ contractId: z.string().max(64) });
export const adminRequestContractParams = z.strictObject({ id: z.string().max(64), contractId: z.string().max(64) });

export const serviceRequestAnswer = z
  .object({
    id: z.string(),
    account_id: z.string(),
    account_name: z.string(),
    kind: z.enum(requestKinds),
    stage: z.enum(requestStages),
    contact: z.string(),
    details: z.string(),
    requested_by: z.string(),
    created_at: timeAnswer,
    steps: z
      .array(
        z.object({
          stage: z.enum(requestStages),
          entered_at: timeAnswer.nullable().meta({ description: '`null`: it has not come to this yet.' }),
          expected_on: z.string().nullable().meta({ description: 'The day by which it should be over.' }),
          note: z.string(),
          is_estimated: z.boolean().meta({ description: 'The day rests on a year whose holidays are not known here yet.' }),
        }),
      )
      .meta({ description: 'Those it went through, then those ahead with the dates they are usually over.' }),
    contracts: z.array(requestContractAnswer).meta({ description: 'Contracts of this request, oldest first.' }),
  })
  .meta({ id: 'ServiceRequest' });
export type ServiceRequestAnswer = z.output<typeof serviceRequestAnswer>;

export const ownServiceRequests = z.object({ data: z.array(serviceRequestAnswer) }).meta({ id: 'OwnServiceRequests' });
export const serviceRequestList = listOf(serviceRequestAnswer);
export const serviceRequestsQuery = z.strictObject({
  ...pageQuery,
  state: z.enum(['open', 'ended']).optional().meta({ description: 'All if left out; those that wait longest first.' }),
});
