import { queryOptions } from '@tanstack/react-query';
import type { AlarmGroupAnswer, RobotAnswer } from '@tollgate/contract/notices/robots';
import { operatorNoticesApi } from '../../../api/clients/operator-notices.ts';

export type Robot = RobotAnswer;
export type AlarmGroup = AlarmGroupAnswer;

export const robotsQuery = queryOptions({
  queryKey: ['operator', 'robots'],
  queryFn: async () => (await operatorNoticesApi.listRobots()).data,
});
