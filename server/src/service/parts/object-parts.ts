import { join } from 'node:path';
import { objectRetentionDays } from '@tollgate/contract/calls/retention';
import type { Config } from '../../config/config.ts';
import type { ObjectIndex, SealedObjects } from '../../domain/content/objects.ts';
import { createFolderParts } from '../../objects/folder/folder-parts.ts';
import { fileShares } from '../../objects/file-shares.ts';
import { noObjects } from '../../objects/no-objects.ts';
import type { PartStore } from '../../objects/part-store.ts';
import { createSealedObjects } from '../../objects/sealed-objects.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import { StartError } from '../start/start-error.ts';

/** Maximum size of one file, which is also the limit for downloads from an upstream. */
export const objectBytesMax = 64 * 1024 * 1024;
/** Maximum size of a file that we write ourselves. */
const ownBytesMax = 1024 ** 3;
const keptMs = objectRetentionDays * 24 * 3_600_000;

export interface ObjectOptions {
  readonly config: Config;
  readonly index: ObjectIndex;
  /** Seals files and signs their URLs. */
  readonly secret: string;
  readonly incarnation: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Loaded on use, like the other clients of servers. */
async function openBucket(url: string, { clock, logger, incarnation }: ObjectOptions): Promise<PartStore> {
  const { createS3Parts, S3Error } = await import('../../objects/s3/s3-parts.ts');
  const parts = createS3Parts(url, clock);
  const trial = `start/${incarnation}`;
  try {
    await parts.write(trial, [Buffer.from(incarnation)]);
    await parts.remove(trial);
  } catch (error) {
    // An unavailable server recovers; a refusal is permanent.
    if (error instanceof S3Error && error.status < 500)
      throw new StartError(
        `The bucket of TOLLGATE_OBJECTS_URL cannot be written: ${error.message}. Check bucket, key, secret and region.`,
      );
    logger.warn({ err: error }, 'the object store is unreachable: files can be neither stored nor loaded until it is back');
  }
  return parts;
}

/**
 * Opens the file store: the data folder or a bucket.
 * @throws {StartError} if the bucket is not writable.
 */
export async function openObjects(options: ObjectOptions): Promise<SealedObjects> {
  const { config, index, secret, clock, logger } = options;
  const { objectsUrl, redisUrl, dataDir, limits } = config;
  if (objectsUrl === null && redisUrl !== null) {
    logger.info(
      {},
      'music is not offered and an export has at most 50,000 calls: several nodes need TOLLGATE_OBJECTS_URL to share files',
    );
    return noObjects;
  }
  const parts = objectsUrl === null ? createFolderParts(join(dataDir, 'objects')) : await openBucket(objectsUrl, options);
  return createSealedObjects({
    index,
    parts,
    secret,
    clock,
    logger,
    limits: { keptMs, objectBytesMax, ownBytesMax, shares: fileShares(limits.objectsBytesMax, objectBytesMax) },
  });
}
