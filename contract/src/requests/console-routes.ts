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
    summary: 'Read plans',
    description: 'In display order, with their limits.',
    answer: planOffers,
  },
  listServiceRequests: {
    tags: ['Console: requests'],
    summary: 'List requests',
    description: 'Requests for dedicated channels and private deployments, with stages and dates.',
    params: accountParams,
    answer: ownServiceRequests,
  },
  createServiceRequest: {
    tags: ['Console: requests'],
    summary: 'Request a dedicated channel or a private deployment',
    description: 'Each kind can have one open request.',
    params: accountParams,
    body: createServiceRequest,
    answer: serviceRequestAnswer,
    status: 201,
    refusals: ['request_under_way', 'requests_this_month'],
  },
  withdrawServiceRequest: {
    tags: ['Console: requests'],
    summary: 'Withdraw a request',
    params: serviceRequestParams,
    answer: serviceRequestAnswer,
    refusals: ['request_at_other_stage', 'request_ended'],
  },
  listContractDocuments: {
    tags: ['Console: requests'],
    summary: 'List contract templates',
    description: 'Templates for dedicated channels and private deployments, in all languages.',
    answer: contractDocuments,
  },
  downloadContractDocument: {
    tags: ['Console: requests'],
    summary: 'Download a contract template',
    description: 'The file as uploaded.',
    params: idParams,
  },
  downloadRequestContract: {
    tags: ['Console: requests'],
    summary: 'Download a contract of a request',
    description: 'The file as uploaded.',
    params: requestContractParams,
  },
  uploadRequestContract: {
    tags: ['Console: requests'],
    summary: 'Upload a signed contract',
    description:
      'The body is the file itself: a PDF of at most 5 MiB. It is encrypted and cannot be changed; operators are notified.',
    params: serviceRequestParams,
    answer: serviceRequestAnswer,
    status: 201,
    refusals: ['contracts_full', 'contracts_of_request_full', 'ended_request_takes_no_contract'],
  },
});
