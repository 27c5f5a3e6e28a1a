import { deliveryFaults } from '@tollgate/contract/notices/delivery-faults';
import type { Robot, RobotMessage } from '../domain/alarms/robots.ts';
import type { OutsideAnswer, OutsidePost } from '../platform/outside-post.ts';
import type { AlarmText } from './alarm-text.ts';

/** A request to a chat bot. */
export interface RobotRequest {
  readonly robot: Robot;
  readonly message: RobotMessage;
  readonly text: AlarmText;
  readonly nowMs: number;
}

/** The protocol of one kind of chat bot. */
export interface RobotDialect {
  /** The origins of such chat bots. */
  readonly origins: readonly string[];
  /** Messages per minute; some of the limit is left to others who write to the same group. */
  readonly perMinute: number;
  post(request: RobotRequest): Omit<OutsidePost, 'allowPrivate'>;
  /** `null` if the chat bot accepted the message. All except webhooks respond with 200 in any case. */
  faultOf(answer: OutsideAnswer): string | null;
}

export const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' } as const;
const wordsMax = 200;

/** The chat bot's result code and its message; `null` if the response has none. */
export function faultByCode({ status, body }: OutsideAnswer, code: string, words: string): string | null {
  const shown = String(status);
  let answer: Readonly<Record<string, unknown>> = {};
  try {
    answer = { ...(JSON.parse(body) as object) };
  } catch {
    return deliveryFaults.write('no_json', { status: shown });
  }
  if (answer[code] === 0) return null;
  const said = answer[words];
  const reason = typeof said === 'string' ? said.slice(0, wordsMax) : '';
  if (answer[code] === undefined)
    return reason === ''
      ? deliveryFaults.write('answered', { status: shown })
      : deliveryFaults.write('answered_because', { status: shown, words: reason });
  const given = { status: shown, name: code, result: JSON.stringify(answer[code]) };
  return reason === ''
    ? deliveryFaults.write('refused', given)
    : deliveryFaults.write('refused_because', { ...given, words: reason });
}
