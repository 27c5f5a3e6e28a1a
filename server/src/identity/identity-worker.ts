import { parentPort, workerData } from 'node:worker_threads';
import type { EngineCalls, EngineData, ServiceCalls } from './engine/engine-calls.ts';
import { createSignInEngine } from './engine/sign-in-engine.ts';
import { linkThreads } from './thread-link.ts';

/** The sign-in thread. The library and its work do not slow down calls, and an installation that never opens the console never loads it. */
const data = workerData as EngineData;
if (parentPort === null) throw new Error('sign-in runs in a separate thread');

let engine: Promise<EngineCalls> | null = null;

/** A database that cannot be opened now may be available for the next request. */
async function ready(): Promise<EngineCalls> {
  engine ??= createSignInEngine(data, link.ask);
  try {
    return await engine;
  } catch (error) {
    engine = null;
    throw error;
  }
}

const link = linkThreads<ServiceCalls>(parentPort, {
  handle: async (input: Parameters<EngineCalls['handle']>[0]) => (await ready()).handle(input),
  sessionOf: async (input: Parameters<EngineCalls['sessionOf']>[0]) => (await ready()).sessionOf(input),
  findPerson: async (input: Parameters<EngineCalls['findPerson']>[0]) => (await ready()).findPerson(input),
  makeVerified: async (input: Parameters<EngineCalls['makeVerified']>[0]) => (await ready()).makeVerified(input),
  linkFor: async (input: Parameters<EngineCalls['linkFor']>[0]) => (await ready()).linkFor(input),
  proves: async (input: Parameters<EngineCalls['proves']>[0]) => (await ready()).proves(input),
  signInsOf: async (input: Parameters<EngineCalls['signInsOf']>[0]) => (await ready()).signInsOf(input),
  isSignedIn: async (input: Parameters<EngineCalls['isSignedIn']>[0]) => (await ready()).isSignedIn(input),
  forget: async (input: Parameters<EngineCalls['forget']>[0]) => (await ready()).forget(input),
  challenge: async () => (await ready()).challenge(null),
  backup: async (input: string) => (await ready()).backup(input),
  close: async () => {
    await (await engine)?.close(null);
    engine = null;
  },
});
