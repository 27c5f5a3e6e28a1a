import { z } from 'zod';
import { linesField, textField, timeAnswer } from '../fields.ts';
import { listOf, pageQuery } from '../lists.ts';

/** `dedicated`: a channel with separate limits. `deployment`: a separate instance. */
export const requestKinds = ['dedicated', 'deployment'] as const;
export type RequestKind = (typeof requestKinds)[number];

/** Stages of a request, in order. */
export const requestSteps = ['contact', 'assessment', 'contract', 'deployment', 'acceptance', 'live'] as const;
/** Final stages. */
export const requestEnds = ['live', 'declined'] as const;
export const requestStages = [...requestSteps, 'declined'] as const;
export type RequestStage = (typeof requestStages)[number];

export const isRequestOpen = (stage: RequestStage): boolean => stage !== 'live' && stage !== 'declined';

/** The possible next stages of a request: the following step, or the end without success. */
export function nextStages(stage: RequestStage): readonly RequestStage[] {
  if (stage === 'declined' || stage === 'live') return [];
  const next = requestSteps[requestSteps.indexOf(stage) + 1];
  return next === undefined ? ['declined'] : [next, 'declined'];
}

/** Who uploaded a contract: the operator uploads the one to sign, the account uploads the signed one. */
export const contractSides = ['operator', 'account'] as const;
export type ContractSide = (typeof contractSides)[number];

/** Maximum number of uploads per side and request. */
export const contractsMax = 10;

export const requestContractAnswer = z
  .object({
    id: z.string(),
    side: z.enum(contractSides).meta({ description: '`operator`: contract to sign. `account`: signed contract.' }),
    bytes: z.number(),
    uploaded_by: z.string().meta({ description: 'Accounts do not see the names of operators.' }),
    uploaded_at: timeAnswer,
  })
  .meta({ id: 'RequestContract' });

const dateField = z.iso.date({ error: 'must be a date such as 2026-11-30' });

export const createServiceRequest = z
  .strictObject({
    kind: z.enum(requestKinds),
    contact: textField('Contact person with phone number or e-mail.', 200, 1),
    details: linesField('Purpose and needs: models, requests per minute, concurrency, region, custom domain.', 4000, 1),
  })
  .meta({ examples: [{ kind: 'dedicated', contact: '李雷 138 0000 0000', details: '2000 requests a minute, 300 at a time' }] });
export type CreateServiceRequest = z.output<typeof createServiceRequest>;

export const stepServiceRequest = z
  .strictObject({
    from: z.enum(requestStages).meta({ description: 'Current stage, to prevent two people from making the same change.' }),
    stage: z
      .enum(requestStages)
      .meta({ description: 'Next stage, or `declined`. The same stage as `from` changes only date and note.' }),
    expected_on: dateField.nullable().optional().meta({ description: 'Expected end of the stage; the usual time by default.' }),
    note: linesField('Note for the customer.', 2000).optional(),
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
          entered_at: timeAnswer.nullable().meta({ description: '`null`: not reached yet.' }),
          expected_on: z.string().nullable().meta({ description: 'Expected end of the stage.' }),
          note: z.string(),
          is_estimated: z
            .boolean()
            .meta({ description: 'Whether the date is an estimate because the holidays of the year are missing.' }),
        }),
      )
      .meta({ description: 'Past stages, then future stages with their usual dates.' }),
    contracts: z.array(requestContractAnswer).meta({ description: 'Contracts of this request, oldest first.' }),
  })
  .meta({ id: 'ServiceRequest' });
export type ServiceRequestAnswer = z.output<typeof serviceRequestAnswer>;

export const ownServiceRequests = z.object({ data: z.array(serviceRequestAnswer) }).meta({ id: 'OwnServiceRequests' });
export const serviceRequestList = listOf(serviceRequestAnswer);
export const serviceRequestsQuery = z.strictObject({
  ...pageQuery,
  state: z.enum(['open', 'ended']).optional().meta({ description: 'All by default; longest waiting first.' }),
});
