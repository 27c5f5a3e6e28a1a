import { syncBuiltinESMExports } from 'node:module';
import workerThreads from 'node:worker_threads';

export const { programOf } = (await import(new URL('../program.mjs', import.meta.url).href)) as {
  /** The address from which to load a module of `server/src`; an entry of the bundle. */
  readonly programOf: (module: string) => string;
};

const threadOfSources = /\/server\/src\/(.+-worker\.ts)$/;

/**
 * From now on, threads of the service start from the bundle, as in production, even if this process runs from sources. From sources, the
 * sign-in thread alone takes half a second of CPU for each service.
 */
export function bundleThreads(): void {
  const { Worker } = workerThreads;
  const bundled = new Map<string, URL>();
  const find = (module: string): URL => {
    const known = bundled.get(module) ?? new URL(programOf(module));
    bundled.set(module, known);
    return known;
  };
  workerThreads.Worker = class extends Worker {
    constructor(script: string | URL, options?: workerThreads.WorkerOptions) {
      const module = script instanceof URL ? threadOfSources.exec(script.pathname)?.[1] : undefined;
      super(module === undefined ? script : find(module), options);
    }
  };
  syncBuiltinESMExports();
}
