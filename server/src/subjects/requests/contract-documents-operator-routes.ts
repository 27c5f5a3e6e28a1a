import { operatorRequestsRoutes } from '@tollgate/contract/requests/operator-routes';
import { addRoute } from '../../control-http/add-route.ts';
import { Readable } from 'node:stream';
import type { AdminContractDocument } from '@tollgate/contract/requests/contract-documents';
import { attachmentHeaders } from '../../control-http/attachment.ts';
import { fileOf, acceptFiles } from '../../control-http/file-body.ts';
import {
  addContractDocument,
  listContractDocuments,
  readContractDocument,
  removeContractDocument,
  replaceContractDocument,
} from './contract-documents.ts';
import type { ContractDocument } from './requests-ports.ts';
import { showTime } from '../../control/show-time.ts';
import { documentView } from './request-view.ts';
import { principalOf } from '../../admin-api/admin-auth.ts';
import type { AdminResource } from '../../admin-api/admin-deps.ts';

function view(document: ContractDocument): AdminContractDocument {
  const { uploadedBy, createdAtMs } = document;
  return { ...documentView(document), uploaded_by: uploadedBy, uploaded_at: showTime(createdAtMs) };
}

/** Contracts offered with channels and deployments. */
export const contractDocumentsResource: AdminResource = (app, deps) => {
  const { control } = deps;

  addRoute(app, operatorRequestsRoutes.listContractDocuments, async () => ({
    data: (await listContractDocuments(control)).map(view),
  }));

  addRoute(app, operatorRequestsRoutes.downloadContractDocument, async (request, reply) => {
    const { document, pieces } = await readContractDocument(control, request.params.id);
    const name = `contract-${document.kind}-${document.locale}-${document.versionOn}`;
    return reply.headers(attachmentHeaders(name, 'application/pdf')).send(Readable.from(pieces, { objectMode: false }));
  });

  addRoute(app, operatorRequestsRoutes.removeContractDocument, async (request) => {
    await removeContractDocument(control, principalOf(deps, request), request.params.id);
    return { data: (await listContractDocuments(control)).map(view) };
  });

  acceptFiles(app, { field: 'contract', mediaTypes: ['application/pdf'], whose: () => 'operator' }, (files) => {
    addRoute(files, operatorRequestsRoutes.addContractDocument, async (request) => {
      const { version_on: versionOn, ...about } = request.query;
      const upload = { ...about, versionOn, bytes: fileOf(request) };
      return view(await addContractDocument(control, principalOf(deps, request), upload));
    });

    addRoute(files, operatorRequestsRoutes.replaceContractDocument, async (request) => {
      const { title, version_on: versionOn } = request.query;
      const upload = { id: request.params.id, title, versionOn, bytes: fileOf(request) };
      return view(await replaceContractDocument(control, principalOf(deps, request), upload));
    });
  });
};
