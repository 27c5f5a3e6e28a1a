import type { Robot, RobotMessage } from '../domain/alarms/robots.ts';
import type { OutsideAnswer, OutsidePost } from '../platform/outside-post.ts';
import type { AlarmText } from './alarm-text.ts';

/** A request to a robot. */
export interface RobotRequest {
  readonly robot: Robot;
  readonly message: RobotMessage;
  readonly text: AlarmText;
  readonly nowMs: number;
}

/** How one kind of robots is spoken to. */
export interface RobotDialect {
  /** Where such robots live. */
  readonly origins: readonly string[];
  /** That it takes; some of it is left to others who write to the same group. */
  readonly perMinute: number;
  post(request: RobotRequest): Omit<OutsidePost, 'allowPrivate'>;
  /** `null`: it has accepted the message. All but webhooks answer 200 in any case. */
  faultOf(answer: OutsideAnswer): string | null;
}

export const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' } as const;
const wordsMax = 200;

/** The robot's result code and its message; `null` if the answer has none. */
export function faultByCode({ status, body }: OutsideAnswer, code: string, words: string): string | null {
  let answer: Readonly<Record<string, unknown>> = {};
  try {
    answer = { ...(JSON.parse(body) as object) };
  } catch {
    return `it answered ${String(status)} with no JSON`;
  }
  if (answer[code] === 0) return null;
  const said = answer[words];
  const reason = typeof said === 'string' ? said.slice(0, wordsMax) : '';
  const given = answer[code] === undefined ? '' : `, ${code} ${JSON.stringify(answer[code])}`;
  return `it answered ${String(status)}${given}${reason === '' ? '' : `: ${reason}`}`;
}
