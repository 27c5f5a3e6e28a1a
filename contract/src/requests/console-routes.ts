import { accountParams } from '../tenants/account.ts';
import { planOffers } from '../tenants/plan-offers.ts';
import { contractDocuments } from './contract-documents.ts';
import { idParams } from '../route-params.ts';
import {
  createServiceRequest,
  ownServiceRequests,
  requestContractParams,
  serviceRequestAnswer,
  serviceRequestParams,
} from './service-requests.ts';
import { describeRoutes } from '../route.ts';
import { requestsPaths } from './console-paths.ts';

export const requestsRoutes = describeRoutes(requestsPaths, {
  listPlans: {
    tags: ['Console: requests'],
    summary: 'Read the plans',
    description: 'In order, with their limits.',
    answer: planOffers,
  },
  listServiceRequests: {
    tags: ['Console: requests'],
    summary: 'List requests',
    description: 'For the dedicated channel and for private deployment, with their stages and dates.',
    params: accountParams,
    answer: ownServiceRequests,
  },
  createServiceRequest: {
    tags: ['Console: requests'],
    summary: 'Ask for a dedicated channel or a private deployment',
    description: 'One of each kind may be under way.',
    params: accountParams,
    body: createServiceRequest,
    answer: serviceRequestAnswer,
    status: 201,
    refusals: ['request_under_way', 'requests_this_month'],
  },
  withdrawServiceRequest: {
    tags: ['Console: requests'],
    summary: 'Take a request back',
    params: serviceRequestParams,
    answer: serviceRequestAnswer,
    refusals: ['request_at_other_stage', 'request_ended'],
  },
  listContractDocuments: {
    tags: ['Console: requests'],
    summary: 'List the contracts that are offered',
    description: 'With dedicated channels and private deployments, in every language they are written in.',
    answer: contractDocuments,
  },
  downloadContractDocument: {
    tags: ['Console: requests'],
    summary: 'Fetch a contract that is offered',
    description: 'As a download.',
    params: idParams,
  },
  downloadRequestContract: {
    tags: ['Console: requests'],
    summary: 'Fetch a contract of a request',
    description: 'As a download.',
    params: requestContractParams,
  },
  uploadRequestContract: {
    tags: ['Console: requests'],
    summary: 'Upload a signed contract',
    description: 'The body is the file itself: a PDF of at most 5 MiB. It is kept sealed and never changed; operators are told.',
    params: serviceRequestParams,
    answer: serviceRequestAnswer,
    status: 201,
    refusals: ['contracts_full', 'contracts_of_request_full', 'ended_request_takes_no_contract'],
  },
});
