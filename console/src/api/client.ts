import createClient from 'openapi-fetch';
import type { paths } from './schema.d.ts';
import { checkedFetch } from './send.ts';

/** The gateway's interfaces, with the types of their own schemas. Whatever is not an answer of success is thrown as ApiError. */
export const api = createClient<paths>({ baseUrl: location.origin, fetch: (request) => checkedFetch(request) });

/** What an interface answers: `await answerOf(api.GET('/api/console/models'))`. */
export async function answerOf<Answer>(asked: Promise<{ readonly data?: Answer }>): Promise<Answer> {
  const { data } = await asked;
  // A refusal was thrown; what is left is an answer, if perhaps one without a body.
  return data as Answer;
}
