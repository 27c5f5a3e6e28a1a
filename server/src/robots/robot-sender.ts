import { deliveryFaults } from '@tollgate/contract/notices/delivery-faults';
import type { RobotKind } from '@tollgate/contract/notices/robots';
import type { Robot, RobotSender } from '../domain/alarms/robots.ts';
import { isInstanceAddress } from '../platform/instance-address.ts';
import { OutsideError, type PostOutside } from '../platform/outside-post.ts';
import { alarmText } from './alarm-text.ts';
import { dingtalkRobot } from './dingtalk-robot.ts';
import { feishuRobot } from './feishu-robot.ts';
import type { RobotDialect } from './robot-dialect.ts';
import { webhookRobot } from './webhook-robot.ts';
import { wecomRobot } from './wecom-robot.ts';

const dialects: Readonly<Record<RobotKind, RobotDialect>> = {
  webhook: webhookRobot,
  dingtalk: dingtalkRobot,
  wecom: wecomRobot,
  feishu: feishuRobot,
};

export interface RobotSenderOptions {
  readonly post: PostOutside;
  /** Origins named by the operator: chat bots of any kind may be there, also in a private network. */
  readonly ownOrigins: readonly string[];
  /** The page on which operators see alarms. */
  readonly alarmsUrl: () => string;
  /** Name of the service. */
  readonly siteName: () => Promise<string>;
  readonly nowMs: () => number;
}

/** Why a chat bot of that kind cannot have this URL; `null` if it can. */
export function addressFault(kind: RobotKind, address: string, ownOrigins: readonly string[]): string | null {
  const url = URL.parse(address);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return 'must be an address of the web';
  if (url.username + url.password !== '') return 'must not hold a user or a password';
  if (isInstanceAddress(url.hostname)) return 'must not be a link-local address or a metadata service';
  const { origins } = dialects[kind];
  if (ownOrigins.includes(url.origin) || origins.includes(url.origin)) return null;
  const named = 'an origin that TOLLGATE_ALARM_ORIGINS names';
  return `must begin with ${[...origins, named].join(' or ')}`;
}

/** How many messages per minute a chat bot of that kind accepts. */
export function messagesPerMinute(kind: RobotKind): number {
  return dialects[kind].perMinute;
}

/** A chat bot may quote the URL with which it was called. */
function withoutSecrets(fault: string, { address, secret }: Robot): string {
  const url = new URL(address);
  const parts = [...url.searchParams.values(), ...url.pathname.split('/'), secret ?? ''].filter((part) => part.length >= 8);
  return parts.reduce((text, part) => text.replaceAll(part, '…'), fault);
}

export function createRobotSender({ post, ownOrigins, alarmsUrl, siteName, nowMs }: RobotSenderOptions): RobotSender {
  async function attempt(robot: Robot, message: Parameters<RobotSender['send']>[1]): Promise<string | null> {
    // The origins in the settings may have changed since the chat bot was created.
    const misplaced = addressFault(robot.kind, robot.address, ownOrigins);
    if (misplaced !== null) return `its address ${misplaced}`;
    const dialect = dialects[robot.kind];
    const text = alarmText(message, robot.locale, { siteName: await siteName(), url: alarmsUrl() });
    const allowPrivate = ownOrigins.includes(new URL(robot.address).origin);
    const answered = dialect.faultOf(await post({ ...dialect.post({ robot, message, text, nowMs: nowMs() }), allowPrivate }));
    return answered === null ? null : withoutSecrets(answered, robot);
  }

  return {
    async send(robot, message) {
      try {
        return await attempt(robot, message);
      } catch (error) {
        return error instanceof OutsideError ? error.message : deliveryFaults.write('not_made', {});
      }
    },
  };
}
