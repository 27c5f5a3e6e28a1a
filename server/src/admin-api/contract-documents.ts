import { Readable } from 'node:stream';
import {
  addDocumentQuery,
  adminContractDocument,
  adminContractDocuments,
  replaceDocumentQuery,
  type AdminContractDocument,
} from '@tollgate/contract/contract-documents';
import { attachmentHeaders } from '../control-http/attachment.ts';
import { fileOf, takeFiles } from '../control-http/file-body.ts';
import { answers, idParams } from '../control-http/route-schema.ts';
import {
  addContractDocument,
  listContractDocuments,
  readContractDocument,
  removeContractDocument,
  replaceContractDocument,
} from '../control/contract-documents.ts';
import type { ContractDocument } from '../control/requests-ports.ts';
import { showTime } from '../control/tenant-settings.ts';
import { documentView } from '../views/request-view.ts';
import { principalOf } from './admin-auth.ts';
import type { AdminResource } from './admin-deps.ts';

const tags = ['Requests'];
const path = '/contract-documents';
const body = 'The body is the file itself: a PDF of at most 5 MiB.';

function view(document: ContractDocument): AdminContractDocument {
  const { uploadedBy, createdAtMs } = document;
  return { ...documentView(document), uploaded_by: uploadedBy, uploaded_at: showTime(createdAtMs) };
}

/** Contracts that are offered with channels and deployments. */
export const contractDocumentsResource: AdminResource = (app, deps) => {
  const { control } = deps;

  app.get(
    path,
    {
      schema: {
        tags,
        summary: 'List the contracts that are offered',
        description: 'With dedicated channels and private deployments.',
        response: answers(adminContractDocuments),
      },
    },
    async () => ({ data: (await listContractDocuments(control)).map(view) }),
  );

  app.get(
    `${path}/:id/file`,
    { schema: { tags, summary: 'Fetch a contract that is offered', description: 'As a download.', params: idParams } },
    async (request, reply) => {
      const { document, pieces } = await readContractDocument(control, request.params.id);
      const name = `contract-${document.kind}-${document.locale}-${document.versionOn}`;
      return reply.headers(attachmentHeaders(name, 'application/pdf')).send(Readable.from(pieces, { objectMode: false }));
    },
  );

  app.delete(
    `${path}/:id`,
    {
      schema: {
        tags,
        summary: 'Take an offered contract back',
        description: 'Contracts of requests stay.',
        params: idParams,
        response: answers(adminContractDocuments),
      },
    },
    async (request) => {
      await removeContractDocument(control, principalOf(deps, request), request.params.id);
      return { data: (await listContractDocuments(control)).map(view) };
    },
  );

  takeFiles(app, { field: 'contract', mediaTypes: ['application/pdf'], whose: () => 'operator' }, (files) => {
    files.post(
      path,
      {
        schema: {
          tags,
          summary: 'Offer a contract',
          description: `${body} Customers read it before they ask, and at their request.`,
          querystring: addDocumentQuery,
          response: answers(adminContractDocument, 201),
        },
      },
      async (request, reply) => {
        const { version_on: versionOn, ...about } = request.query;
        const upload = { ...about, versionOn, bytes: fileOf(request) };
        return reply.code(201).send(view(await addContractDocument(control, principalOf(deps, request), upload)));
      },
    );

    files.put(
      `${path}/:id`,
      {
        schema: {
          tags,
          summary: 'Replace an offered contract',
          description: `${body} In place of the version that is offered.`,
          params: idParams,
          querystring: replaceDocumentQuery,
          response: answers(adminContractDocument),
        },
      },
      async (request) => {
        const { title, version_on: versionOn } = request.query;
        const upload = { id: request.params.id, title, versionOn, bytes: fileOf(request) };
        return view(await replaceContractDocument(control, principalOf(deps, request), upload));
      },
    );
  });
};
