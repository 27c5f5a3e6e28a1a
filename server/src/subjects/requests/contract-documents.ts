import { hash } from 'node:crypto';
import { documentsMax } from '@tollgate/contract/requests/contract-documents';
import type { Locale } from '@tollgate/contract/enumerations';
import { refusal } from '@tollgate/contract/refusals/refusal';
import type { RequestKind } from '@tollgate/contract/requests/service-requests';
import { isPdf } from '../../platform/is-pdf.ts';
import { auditEntry, found, invalid, type ControlContext } from '../../control/control-context.ts';
import type { Principal } from '../../control/principal.ts';
import type { ContractDocument } from './requests-ports.ts';
import { draftLifeMs, keepFile, readUploaded } from '../../control/uploaded-files.ts';
import { requireOperator } from '../../control/within-scope.ts';

/** Account id for files that belong to no account. */
const ofEverybody = '';

export interface KeptContract {
  readonly object: string;
  readonly bytes: number;
  /** Shows in the audit log whether two files are equal. */
  readonly sha256: string;
}

/** Encrypts and stores a contract; it expires unless a record refers to it. @throws {ApiError} 400 if it is not a PDF; 409 */
export async function keepContract(
  { ids, clock, uploads }: Pick<ControlContext, 'ids' | 'clock' | 'uploads'>,
  accountId: string,
  bytes: Buffer,
): Promise<KeptContract> {
  if (!isPdf(bytes))
    throw invalid(
      'contract',
      'must be a whole PDF: the file is something else, or a part is missing. Save it as PDF and send it again',
    );
  const object = `${ids.uuid()}/0`;
  await keepFile(
    { uploads },
    {
      facts: { name: object, accountId, keyId: '', mediaType: 'application/pdf' },
      bytes,
      expiresAtMs: clock.nowMs() + draftLifeMs,
    },
  );
  return { object, bytes: bytes.length, sha256: hash('sha256', bytes, 'hex') };
}

/** Contracts offered with channels and deployments; public. */
export async function listContractDocuments({ stores }: ControlContext): Promise<readonly ContractDocument[]> {
  return stores.contractDocuments.list();
}

async function documentOf({ stores }: ControlContext, id: string): Promise<ContractDocument> {
  const all = await stores.contractDocuments.list();
  return found(
    all.find((one) => one.id === id),
    'document',
  );
}

/** @throws {ApiError} 404 */
export async function readContractDocument(
  context: ControlContext,
  id: string,
): Promise<{ readonly document: ContractDocument; readonly pieces: AsyncIterable<Buffer> }> {
  const document = await documentOf(context, id);
  return { document, pieces: await readUploaded(context, document.object, 'document') };
}

function shown({ kind, locale, title, versionOn, bytes }: ContractDocument) {
  return { kind, locale, title, version_on: versionOn, bytes };
}

interface DocumentUpload {
  readonly title: string;
  readonly versionOn: string;
  readonly bytes: Buffer;
}

/** Offers another contract with a kind of request. @throws {ApiError} 400, 409 */
export async function addContractDocument(
  context: ControlContext,
  principal: Principal,
  { kind, locale, ...upload }: DocumentUpload & { readonly kind: RequestKind; readonly locale: Locale },
): Promise<ContractDocument> {
  requireOperator(principal, 'document');
  const { sha256, ...file } = await keepContract(context, ofEverybody, upload.bytes);
  return context.changeQueue.run(async () => {
    const all = await listContractDocuments(context);
    if (all.filter((one) => one.kind === kind).length >= documentsMax) throw refusal('documents_full', { max: documentsMax });
    const { title, versionOn } = upload;
    const document: ContractDocument = {
      id: context.ids.named('doc'),
      kind,
      locale,
      title,
      versionOn,
      ...file,
      uploadedBy: principal.name,
      createdAtMs: context.clock.nowMs(),
    };
    const note = { action: 'contract-document.add', objectKind: 'contract-document', objectId: document.id };
    const after = { ...shown(document), sha256 };
    await context.stores.contractDocuments.put(document, auditEntry(context, principal, { ...note, after }));
    return document;
  });
}

/** Replaces an offered contract with a new version. @throws {ApiError} 400, 404, 409 */
export async function replaceContractDocument(
  context: ControlContext,
  principal: Principal,
  { id, ...upload }: DocumentUpload & { readonly id: string },
): Promise<ContractDocument> {
  requireOperator(principal, 'document');
  await documentOf(context, id);
  const { sha256, ...file } = await keepContract(context, ofEverybody, upload.bytes);
  return context.changeQueue.run(async () => {
    const before = await documentOf(context, id);
    const { title, versionOn } = upload;
    const document: ContractDocument = { ...before, title, versionOn, ...file, uploadedBy: principal.name };
    const note = { action: 'contract-document.replace', objectKind: 'contract-document', objectId: id };
    const told = { ...note, before: shown(before), after: { ...shown(document), sha256 } };
    await context.stores.contractDocuments.put(document, auditEntry(context, principal, told));
    return document;
  });
}

/** Ends the offer; contracts of existing requests stay. @throws {ApiError} 404 */
export function removeContractDocument(context: ControlContext, principal: Principal, id: string): Promise<void> {
  return context.changeQueue.run(async () => {
    requireOperator(principal, 'document');
    const document = await documentOf(context, id);
    const note = { action: 'contract-document.remove', objectKind: 'contract-document', objectId: id };
    await context.stores.contractDocuments.remove(document, auditEntry(context, principal, { ...note, before: shown(document) }));
  });
}
