import { createHmac } from 'node:crypto';
import { fitted } from './alarm-text.ts';
import { faultByCode, jsonHeaders, type RobotDialect } from './robot-dialect.ts';

/** Maximum size of the text; the whole message must stay below 20 KB. */
const bytesMax = 16_000;

export const feishuRobot: RobotDialect = {
  origins: ['https://open.feishu.cn', 'https://open.larksuite.com'],
  perMinute: 90,
  post({ robot, text, nowMs }) {
    const stamp = String(Math.floor(nowMs / 1000));
    // This signature uses the text as the key, and an empty message.
    const signed =
      robot.secret === null
        ? {}
        : { timestamp: stamp, sign: createHmac('sha256', `${stamp}\n${robot.secret}`).update('').digest('base64') };
    const said = fitted(text, bytesMax, (lines) => [text.title, ...lines, ...text.end].join('\n'));
    const body = { ...signed, msg_type: 'text', content: { text: said } };
    return { url: robot.address, headers: jsonHeaders, body: JSON.stringify(body) };
  },
  faultOf: (answer) => faultByCode(answer, 'code', 'msg'),
};
