import type { ControlContext } from '../../../src/control/control-context.ts';
import { operator } from '../../../src/control/principal.ts';
import {
  createRobot,
  listAlarms,
  listRobots,
  patchRobot,
  removeRobot,
  testRobot,
} from '../../../src/subjects/notices/alarms/robots.ts';
import type { ScopeCases } from './scope-case.ts';

const request = { name: 'x', kind: 'wecom' as const, locale: 'zh' as const, address: 'https://qyapi.weixin.qq.com/x' };

async function robotId(control: ControlContext): Promise<string> {
  return (await control.stores.robots.list())[0]?.id ?? 'none';
}

const prepare = (control: ControlContext) => createRobot(control, operator('test'), request);

export const alarmCases: ScopeCases = {
  listAlarms: { may: 'operator', ask: (control, principal) => listAlarms(control, principal) },
  listRobots: { may: 'operator', ask: (control, principal) => listRobots(control, principal) },
  createRobot: { may: 'operator', ask: (control, principal) => createRobot(control, principal, request) },
  patchRobot: {
    may: 'operator',
    prepare,
    ask: async (control, principal) => patchRobot(control, principal, await robotId(control), { name: 'y' }),
  },
  testRobot: {
    may: 'operator',
    prepare,
    ask: async (control, principal) => testRobot(control, principal, await robotId(control)),
  },
  removeRobot: {
    may: 'operator',
    prepare,
    ask: async (control, principal) => removeRobot(control, principal, await robotId(control)),
  },
};
