import { invoicingRoutes } from '@tollgate/contract/invoicing/console-routes';
import { addRoute } from '../../control-http/add-route.ts';
import { Readable } from 'node:stream';
import { licenceTypes } from '@tollgate/contract/invoicing/invoicing';
import { attachmentHeaders } from '../../control-http/attachment.ts';
import { fileOf, acceptFiles } from '../../control-http/file-body.ts';
import type { TypedApp } from '../../control-http/typed-app.ts';
import { beginVerification, findVerification, readLicenceFile, uploadLicence, withdrawVerification } from './verifications.ts';
import { workingDays } from './working-days.ts';
import { verificationView } from './verification-view.ts';
import type { ConsoleDeps, ConsoleResource } from '../../console-api/console-deps.ts';
import { principalOf } from '../../console-api/request-principal.ts';

export const verificationResource: ConsoleResource = (app, deps) => {
  ofAccount(app, deps);
  licences(app, deps);
};

function ofAccount(app: TypedApp, { control }: ConsoleDeps): void {
  addRoute(app, invoicingRoutes.readVerification, async (request) => {
    const { inForce, latest } = await findVerification(control, principalOf(request), request.params.accountId);
    const at = await workingDays(control);
    return {
      in_force: inForce === null ? null : verificationView(inForce, at),
      latest: latest === null ? null : verificationView(latest, at),
    };
  });

  addRoute(app, invoicingRoutes.beginVerification, async (request) => {
    const { name, tax_number: taxNumber } = request.body;
    const { accountId } = request.params;
    const record = await beginVerification(control, principalOf(request), { accountId, name, taxNumber });
    return verificationView(record, await workingDays(control));
  });

  addRoute(app, invoicingRoutes.withdrawVerification, async (request) => {
    const record = await withdrawVerification(control, principalOf(request), request.params.accountId);
    return verificationView(record, await workingDays(control));
  });
}

function licences(app: TypedApp, { control }: ConsoleDeps): void {
  addRoute(app, invoicingRoutes.downloadLicence, async (request, reply) => {
    const { record, pieces } = await readLicenceFile(control, principalOf(request), { accountId: request.params.accountId });
    const headers = attachmentHeaders('business-licence', record.licence?.mediaType ?? '');
    return reply.headers(headers).send(Readable.from(pieces, { objectMode: false }));
  });

  const whose = (request: Parameters<typeof principalOf>[0]): string =>
    (request.params as { readonly accountId: string }).accountId;
  acceptFiles(app, { field: 'licence', mediaTypes: licenceTypes, whose }, (files) => {
    addRoute(files, invoicingRoutes.uploadLicence, async (request) => {
      const { accountId } = request.params;
      const record = await uploadLicence(control, principalOf(request), { accountId, bytes: fileOf(request) });
      return verificationView(record, await workingDays(control));
    });
  });
}
