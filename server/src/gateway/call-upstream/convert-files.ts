import type { ApiError } from '@tollgate/contract/errors';
import type { ReadyAnswer, AnsweredCall, RoutedCall } from '../call.ts';
import { CallFailure, ClientLeft } from '../refusals/call-failure.ts';
import type { GatewayContext } from '../gateway-context.ts';
import { embedFiles, type Waiting, type Whole } from './embed-files.ts';
import { keepFiles } from './keep-files.ts';

type Parts = Pick<GatewayContext, 'clock' | 'contentAddresses' | 'limits' | 'logger' | 'media' | 'objects' | 'publicUrl'>;

/** Returns the answer unchanged, with a notice to the client, if its files are not stored in time. */
async function keepInTime(
  context: Parts,
  call: RoutedCall,
  waiting: Waiting,
  { whole, field, leftMs }: { readonly whole: Whole; readonly field: string; readonly leftMs: number },
): Promise<Whole> {
  let cancel: () => void = () => undefined;
  const inTime = new Promise<Whole>((resolve) => {
    cancel = context.clock.after(Math.max(leftMs, 1), () => {
      waiting.wait.isOver = true;
      resolve({ ...whole, dropped: [...whole.dropped, field] });
    });
  });
  try {
    return await Promise.race([keepFiles(context, call, waiting, whole), inTime]);
  } finally {
    cancel();
  }
}

/**
 * Converts the files of an answer to the form that the client asked for: fetches files that came as URLs, stores files that came inline.
 * Limited by the remaining time of the call; ends early when the client leaves or the drain limit is reached.
 */
export async function convertFiles(
  context: Parts,
  call: RoutedCall,
  { answer, candidate, leftMs }: Pick<AnsweredCall, 'answer' | 'candidate'> & { readonly leftMs: number },
): Promise<ReadyAnswer> {
  if (answer.kind !== 'whole' || (answer.embed === undefined && answer.keep === undefined)) return answer;
  const { usage, text, endedNaturally, delivered } = answer;
  const work = { usage, text, endedNaturally, delivered };
  const wait = { isOver: false };
  const ended = new Promise<never>((_, reject) => {
    const end = (error: Error): void => {
      wait.isOver = true;
      reject(error);
    };
    call.client.onLeft(() => {
      end(new ClientLeft(work));
    });
    const interrupt = (error: ApiError): void => {
      end(new CallFailure(error, 'interrupted', work));
    };
    call.interrupt = interrupt;
  });
  const { mediaHosts: hosts } = candidate.provider;
  const { baseUrl } = candidate.route;
  const waiting = { memory: call.memory, wait };
  const brought =
    answer.keep === undefined
      ? embedFiles(context, waiting, answer, { baseUrl, hosts, totalTimeoutMs: Math.max(leftMs, 1) })
      : keepInTime(context, call, waiting, { whole: answer, field: answer.keep.field, leftMs });
  return Promise.race([ended, brought]);
}
