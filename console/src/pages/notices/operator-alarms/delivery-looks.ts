import type { StatusLook } from '../../../ui/states/status-word.tsx';
import type { Robot } from './robots.ts';

export const deliveryLooks: Readonly<Record<NonNullable<Robot['last']>['state'], StatusLook>> = {
  waiting: 'slow',
  sent: 'go',
  failed: 'shut',
};
