import { accountResource } from './account.ts';
import type { ConsoleResource } from './console-deps.ts';

/** Every kind of record that the console's interface serves. */
export const consoleResources: readonly ConsoleResource[] = [accountResource];
