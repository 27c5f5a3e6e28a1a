import { Readable } from 'node:stream';
import { accountParams } from '@tollgate/contract/console/account';
import { verificationAnswer, verificationRequest, verificationState } from '@tollgate/contract/console/invoices';
import { licenceTypes } from '@tollgate/contract/invoicing';
import { attachmentHeaders } from '../control-http/attachment.ts';
import { fileOf, takeFiles } from '../control-http/file-body.ts';
import { answers } from '../control-http/route-schema.ts';
import type { TypedApp } from '../control-http/typed-app.ts';
import {
  beginVerification,
  findVerification,
  readLicenceFile,
  uploadLicence,
  withdrawVerification,
} from '../control/verifications.ts';
import { workingDays } from '../control/working-days.ts';
import { verificationView } from '../views/verification-view.ts';
import { accountPath } from './console-api.ts';
import type { ConsoleDeps, ConsoleResource } from './console-deps.ts';
import { principalOf } from './who-asks.ts';

const tags = ['Console: invoices'];
const path = `${accountPath}/verification`;

export const verificationResource: ConsoleResource = (app, deps) => {
  ofAccount(app, deps);
  licences(app, deps);
};

function ofAccount(app: TypedApp, { control }: ConsoleDeps): void {
  app.get(
    path,
    {
      config: { who: 'money.read' },
      schema: {
        tags,
        summary: 'Read the verification of an enterprise',
        params: accountParams,
        response: answers(verificationState),
      },
    },
    async (request) => {
      const { inForce, latest } = await findVerification(control, principalOf(request), request.params.accountId);
      const at = await workingDays(control);
      return {
        in_force: inForce === null ? null : verificationView(inForce, at),
        latest: latest === null ? null : verificationView(latest, at),
      };
    },
  );

  app.post(
    path,
    {
      config: { who: 'money.write' },
      schema: {
        tags,
        summary: 'Begin the verification of an enterprise',
        description: 'The business licence is uploaded next, which hands it in.',
        params: accountParams,
        body: verificationRequest,
        response: answers(verificationAnswer, 201),
      },
    },
    async (request, reply) => {
      const { name, tax_number: taxNumber } = request.body;
      const { accountId } = request.params;
      const record = await beginVerification(control, principalOf(request), { accountId, name, taxNumber });
      return reply.code(201).send(verificationView(record, await workingDays(control)));
    },
  );

  app.delete(
    path,
    {
      config: { who: 'money.write' },
      schema: {
        tags,
        summary: 'Withdraw a verification',
        description: 'That is not decided yet. Its licence is deleted.',
        params: accountParams,
        response: answers(verificationAnswer),
      },
    },
    async (request) => {
      const record = await withdrawVerification(control, principalOf(request), request.params.accountId);
      return verificationView(record, await workingDays(control));
    },
  );
}

function licences(app: TypedApp, { control }: ConsoleDeps): void {
  app.get(
    `${path}/licence`,
    {
      config: { who: 'money.read', isForMembersOnly: true },
      schema: {
        tags,
        summary: 'Fetch the licence',
        description: 'Of the latest verification, as a download.',
        params: accountParams,
      },
    },
    async (request, reply) => {
      const { record, pieces } = await readLicenceFile(control, principalOf(request), { accountId: request.params.accountId });
      const headers = attachmentHeaders('business-licence', record.licence?.mediaType ?? '');
      return reply.headers(headers).send(Readable.from(pieces, { objectMode: false }));
    },
  );

  const whose = (request: Parameters<typeof principalOf>[0]): string =>
    (request.params as { readonly accountId: string }).accountId;
  takeFiles(app, { field: 'licence', mediaTypes: licenceTypes, whose }, (files) => {
    files.put(
      `${path}/licence`,
      {
        config: { who: 'money.write' },
        schema: {
          tags,
          summary: 'Upload the business licence',
          description:
            'The body is the file itself: PDF, JPEG or PNG of at most 5 MiB, known by its bytes. What pictures say besides (place, time, device, comments) is dropped; it is kept sealed.',
          params: accountParams,
          response: answers(verificationAnswer),
        },
      },
      async (request) => {
        const { accountId } = request.params;
        const record = await uploadLicence(control, principalOf(request), { accountId, bytes: fileOf(request) });
        return verificationView(record, await workingDays(control));
      },
    );
  });
}
