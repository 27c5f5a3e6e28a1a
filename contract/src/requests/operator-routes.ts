import { addDocumentQuery, adminContractDocument, adminContractDocuments, replaceDocumentQuery } from './contract-documents.ts';
import { idParams } from '../route-params.ts';
import {
  adminRequestContractParams,
  serviceRequestAnswer,
  serviceRequestList,
  serviceRequestsQuery,
  stepServiceRequest,
} from './service-requests.ts';
import { describeRoutes } from '../route.ts';
import { operatorRequestsPaths } from './operator-paths.ts';

const body = 'The body is the file itself: a PDF of at most 5 MiB.';

export const operatorRequestsRoutes = describeRoutes(operatorRequestsPaths, {
  listContractDocuments: {
    tags: ['Requests'],
    summary: 'List contract templates',
    description: 'Templates for dedicated channels and private deployments.',
    answer: adminContractDocuments,
  },
  downloadContractDocument: {
    tags: ['Requests'],
    summary: 'Download a contract template',
    description: 'The file as uploaded.',
    params: idParams,
  },
  removeContractDocument: {
    tags: ['Requests'],
    summary: 'Withdraw a contract template',
    description: 'Contracts of requests are kept.',
    params: idParams,
    answer: adminContractDocuments,
  },
  addContractDocument: {
    tags: ['Requests'],
    summary: 'Add a contract template',
    description: `${body} Customers can read it before and during a request.`,
    query: addDocumentQuery,
    answer: adminContractDocument,
    status: 201,
    refusals: ['documents_full'],
  },
  replaceContractDocument: {
    tags: ['Requests'],
    summary: 'Replace a contract template',
    description: `${body} Replaces the current version.`,
    params: idParams,
    query: replaceDocumentQuery,
    answer: adminContractDocument,
  },
  listServiceRequests: {
    tags: ['Requests'],
    summary: 'List requests',
    description: 'Requests for dedicated channels and private deployments, oldest first.',
    query: serviceRequestsQuery,
    answer: serviceRequestList,
  },
  moveServiceRequest: {
    tags: ['Requests'],
    summary: 'Move a request to another stage',
    description: 'Moves it to the next stage or declines it. The account is notified by message and mail.',
    params: idParams,
    body: stepServiceRequest,
    answer: serviceRequestAnswer,
    refusals: ['request_at_other_stage', 'request_ended'],
  },
  downloadRequestContract: {
    tags: ['Requests'],
    summary: 'Download a contract of a request',
    description: 'The file as uploaded.',
    params: adminRequestContractParams,
  },
  uploadRequestContract: {
    tags: ['Requests'],
    summary: 'Upload the contract for a customer',
    description:
      'The body is the file itself: a PDF of at most 5 MiB. It is encrypted and cannot be changed; the account is notified by message and mail.',
    params: idParams,
    answer: serviceRequestAnswer,
    status: 201,
    refusals: ['contracts_of_request_full', 'ended_request_takes_no_contract'],
  },
});
