import { ApiError, type ApiErrorOptions } from '../errors.ts';
import { refusals, type RefusalReason } from './all-refusals.ts';
import { wordRefusal, type ParamsOf, type RefusalParams, type RefusalWords } from './refusal-words.ts';

type ParamsOfReason<Reason extends RefusalReason> = ParamsOf<(typeof refusals)[Reason]['en']>;
type Options = Omit<ApiErrorOptions, 'message' | 'refusal'>;

/** The arguments after the reason: its parameters, or nothing if it has none. */
type RefusalRest<Reason extends RefusalReason> = keyof ParamsOfReason<Reason> extends never
  ? readonly [params?: Readonly<Record<string, never>>, options?: Options]
  : readonly [params: ParamsOfReason<Reason>, options?: Options];

/** Creates the refusal with this reason and these parameters. It is the only way to create an error with the code `conflict`. */
export function refusal<Reason extends RefusalReason>(reason: Reason, ...rest: RefusalRest<Reason>): ApiError {
  const [params = {}, options = {}] = rest as readonly [params?: RefusalParams, options?: Options];
  const { code, en }: RefusalWords = refusals[reason];
  const named = Object.entries(params).filter(([name]) => en.includes(`{${name}}`));
  return new ApiError(code, {
    ...options,
    message: wordRefusal(en, params, 'en'),
    refusal: { reason, params: Object.fromEntries(named) },
  });
}

/** Combines several refusals: the message contains all texts; reason and parameters come from the first. */
export function refuseTogether(all: readonly [ApiError, ...ApiError[]]): ApiError {
  const [{ code, param, refusal: named }] = all;
  const message = all.map((one) => one.message).join(' ');
  return new ApiError(code, { message, param, ...(named === undefined ? {} : { refusal: named }) });
}
