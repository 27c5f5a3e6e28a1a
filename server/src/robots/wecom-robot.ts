import { fitted } from './alarm-text.ts';
import { faultByCode, jsonHeaders, type RobotDialect } from './robot-dialect.ts';

/** Longer messages are refused. */
const bytesMax = 4096;

export const wecomRobot: RobotDialect = {
  origins: ['https://qyapi.weixin.qq.com'],
  perMinute: 18,
  post({ robot, text }) {
    const content = fitted(text, bytesMax, (lines) =>
      [`### ${text.title}`, ...lines.map((line) => `> ${line}`), '', ...text.end].join('\n'),
    );
    return { url: robot.address, headers: jsonHeaders, body: JSON.stringify({ msgtype: 'markdown', markdown: { content } }) };
  },
  faultOf: (answer) => faultByCode(answer, 'errcode', 'errmsg'),
};
