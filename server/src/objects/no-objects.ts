import { ObjectRefused, type SealedObjects } from '../domain/content/objects.ts';

/** For nodes without shared storage: only some of the requests would find the files of one node. */
export const noObjects: SealedObjects = {
  hasRoom: () => Promise.resolve(false),
  fill: () => Promise.resolve({ bytes: 0, bytesMax: 0, unpaidBytes: 0, unpaidBytesMax: 0 }),
  put: () => Promise.reject(new ObjectRefused('no_store')),
  sealKey() {
    throw new ObjectRefused('no_store');
  },
  putSealed: () => Promise.reject(new ObjectRefused('no_store')),
  find: () => Promise.resolve(null),
  read() {
    throw new ObjectRefused('no_store');
  },
  purge: () => Promise.resolve(0),
};
