import { accountResource } from './account.ts';
import { callsResource } from './calls.ts';
import type { ConsoleResource } from './console-deps.ts';
import { modelsResource } from './models.ts';
import { playgroundResource } from './playground.ts';
import { sessionResource } from './session.ts';
import { usageResource } from './usage.ts';

/** Every kind of record that the console's interface serves. */
export const consoleResources: readonly ConsoleResource[] = [
  sessionResource,
  accountResource,
  callsResource,
  modelsResource,
  playgroundResource,
  usageResource,
];
