import { peopleApi } from '../../api/clients/people.ts';
import { ApiError } from '../../api/http/api-error.ts';

/** Solves the proof-of-work challenge of the server in worker threads, which takes about a second. */
async function solve(): Promise<string> {
  const [{ solveChallengeWorkers }, { default: Solver }] = await Promise.all([
    import('altcha/lib'),
    import('altcha/workers/pbkdf2?worker'),
  ]);
  const challenge = await peopleApi.getChallenge();
  const solution = await solveChallengeWorkers({
    challenge: challenge as unknown as Parameters<typeof solveChallengeWorkers>[0]['challenge'],
    concurrency: Math.min(4, navigator.hardwareConcurrency),
    createWorker: () => new Solver(),
  });
  return btoa(JSON.stringify({ challenge, solution }));
}

/** Submits a form. After too many attempts, submits it again with the solution of a challenge. */
export async function withChallenge<T>(sendForm: (altcha?: string) => Promise<T>): Promise<T> {
  try {
    return await sendForm();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'challenge_needed') throw error;
    return sendForm(await solve());
  }
}
