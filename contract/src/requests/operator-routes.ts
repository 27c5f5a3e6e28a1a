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
    summary: 'List the contracts that are offered',
    description: 'With dedicated channels and private deployments.',
    answer: adminContractDocuments,
  },
  downloadContractDocument: {
    tags: ['Requests'],
    summary: 'Fetch a contract that is offered',
    description: 'As a download.',
    params: idParams,
  },
  removeContractDocument: {
    tags: ['Requests'],
    summary: 'Take an offered contract back',
    description: 'Contracts of requests stay.',
    params: idParams,
    answer: adminContractDocuments,
  },
  addContractDocument: {
    tags: ['Requests'],
    summary: 'Offer a contract',
    description: `${body} Customers read it before they ask, and at their request.`,
    query: addDocumentQuery,
    answer: adminContractDocument,
    status: 201,
    refusals: ['documents_full'],
  },
  replaceContractDocument: {
    tags: ['Requests'],
    summary: 'Replace an offered contract',
    description: `${body} In place of the version that is offered.`,
    params: idParams,
    query: replaceDocumentQuery,
    answer: adminContractDocument,
  },
  listServiceRequests: {
    tags: ['Requests'],
    summary: 'List requests',
    description: 'For the dedicated channel and for private deployment, oldest first.',
    query: serviceRequestsQuery,
    answer: serviceRequestList,
  },
  moveServiceRequest: {
    tags: ['Requests'],
    summary: 'Move a request on',
    description: 'To its next stage, or to its end; the account is told by a message and by mail.',
    params: idParams,
    body: stepServiceRequest,
    answer: serviceRequestAnswer,
    refusals: ['request_at_other_stage', 'request_ended'],
  },
  downloadRequestContract: {
    tags: ['Requests'],
    summary: 'Fetch a contract of a request',
    description: 'As a download.',
    params: adminRequestContractParams,
  },
  uploadRequestContract: {
    tags: ['Requests'],
    summary: 'Upload the contract for a customer',
    description:
      'The body is the file itself: a PDF of at most 5 MiB. It is kept sealed and never changed; the account is told by a message and by mail.',
    params: idParams,
    answer: serviceRequestAnswer,
    status: 201,
    refusals: ['contracts_of_request_full', 'ended_request_takes_no_contract'],
  },
});
