import { createHmac } from 'node:crypto';
import { fitted } from './alarm-text.ts';
import { faultByCode, jsonHeaders, type RobotDialect } from './robot-dialect.ts';

/** Maximum size of the text; the whole message must stay below 20,000 bytes. */
const bytesMax = 16_000;

export const dingtalkRobot: RobotDialect = {
  origins: ['https://oapi.dingtalk.com'],
  perMinute: 18,
  post({ robot, text, nowMs }) {
    const url = new URL(robot.address);
    if (robot.secret !== null) {
      const stamp = String(nowMs);
      url.searchParams.set('timestamp', stamp);
      url.searchParams.set('sign', createHmac('sha256', robot.secret).update(`${stamp}\n${robot.secret}`).digest('base64'));
    }
    const markdown = fitted(text, bytesMax, (lines) =>
      [`### ${text.title}`, lines.map((line) => `- ${line}`).join('\n'), ...text.end].join('\n\n'),
    );
    const body = { msgtype: 'markdown', markdown: { title: text.title, text: markdown } };
    return { url: url.href, headers: jsonHeaders, body: JSON.stringify(body) };
  },
  faultOf: (answer) => faultByCode(answer, 'errcode', 'errmsg'),
};
