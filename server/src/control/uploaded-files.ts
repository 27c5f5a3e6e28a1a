import { refusal } from '@tollgate/contract/refusals/refusal';
import { ObjectRefused, type ObjectFacts } from '../domain/content/objects.ts';
import { found, invalid, type ControlContext } from './control-context.ts';

/** An upload is deleted after this time, unless a record refers to it. */
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

/**
 * Seals a file and stores it for a limited time.
 * @throws {ApiError} 400 for an empty file, 409 if there is no space.
 */
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

/**
 * The content of such a file when it is used.
 * @throws {ApiError} 404 if it no longer exists.
 */
export async function readUploaded(
  { uploads }: Pick<ControlContext, 'uploads'>,
  name: string,
  what: string,
): Promise<AsyncIterable<Buffer>> {
  return uploads.read(found(await uploads.find(name), what));
}
