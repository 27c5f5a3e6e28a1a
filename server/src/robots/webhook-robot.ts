import { deliveryFaults } from '@tollgate/contract/notices/delivery-faults';
import { jsonHeaders, type RobotDialect } from './robot-dialect.ts';
import { webhookSignature } from './signature.ts';

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

/** Any server of the operator. */
export const webhookRobot: RobotDialect = {
  origins: [],
  perMinute: 60,
  post({ robot, message, text, nowMs }) {
    const body = JSON.stringify({
      id: message.id,
      type: message.kind === null ? 'test' : 'alarm',
      kind: message.kind,
      title: text.title,
      alarms: message.alarms.map(({ subject, params, count, firstAtMs, lastAtMs }) => ({
        subject,
        params,
        count,
        first_at: iso(firstAtMs),
        last_at: iso(lastAtMs),
      })),
      lines: text.lines,
    });
    const signed = robot.secret === null ? {} : { 'x-tollgate-signature': webhookSignature(robot.secret, body, nowMs) };
    return { url: robot.address, headers: { ...jsonHeaders, ...signed }, body };
  },
  faultOf: ({ status }) => (status >= 200 && status < 300 ? null : deliveryFaults.write('answered', { status: String(status) })),
};
