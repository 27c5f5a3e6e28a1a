import { refusal } from '@tollgate/contract/refusals/refusal';
import { ObjectRefused, type ObjectFacts } from '../domain/content/objects.ts';
import { found, invalid, type ControlContext } from './control-context.ts';

/** An upload is deleted after this, unless a record refers to it. */
export const draftLifeMs = 3_600_000;

interface KeptFile {
  readonly facts: ObjectFacts;
  readonly bytes: Buffer;
  readonly expiresAtMs: number;
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  await Promise.resolve();
  yield bytes;
}

/** Seals a file and keeps it for a limited time. @throws {ApiError} 400 for an empty one, 409 without space */
export async function keepFile(
  { uploads }: Pick<ControlContext, 'uploads'>,
  { facts, bytes, expiresAtMs }: KeptFile,
): Promise<void> {
  try {
    await uploads.put(facts, once(bytes), { expiresAtMs });
  } catch (error) {
    if (!(error instanceof ObjectRefused)) throw error;
    if (error.why === 'empty') throw invalid('file', 'must not be empty');
    if (error.why === 'no_store') throw refusal('files_not_kept');
    throw refusal('no_room_for_upload');
  }
}

/** Such a file, at the moment it is taken. @throws {ApiError} 404 if it is gone */
export async function readUploaded(
  { uploads }: Pick<ControlContext, 'uploads'>,
  name: string,
  what: string,
): Promise<AsyncIterable<Buffer>> {
  return uploads.read(found(await uploads.find(name), what));
}
