/**
 * The service as the program starts it, with control over work that otherwise only time triggers. For each task it returns the duration,
 * the longest block of the event loop, and how long groups of calls waited for their commit.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { silentLogger } from '../../src/platform/logger.ts';
import { auditBooks } from '../../src/books/audit/audit-books.ts';
import { purgeCalls } from '../../src/books/purge-calls.ts';
import { tuneEngine } from '../../src/platform/tune-engine.ts';
import { openConsole } from '../console/console-bench.ts';
import { startInProcess } from '../service-in-process.ts';
import { spreadOf } from './spread.ts';

tuneEngine();
const service = await startInProcess(process.env);
const { engine } = service.storage;

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
let commits: number[] = [];
const commitGroup = engine.commitGroup.bind(engine);
engine.commitGroup = async (...group) => {
  const fromMs = performance.now();
  const result = await commitGroup(...group);
  commits.push(performance.now() - fromMs);
  return result;
};
let rssMax = 0;
/** CPU time of this thread, which is the event loop; unlike real time, it is the same on a busy machine. */
let cpu = process.threadCpuUsage();
setInterval(() => {
  rssMax = Math.max(rssMax, process.memoryUsage.rss());
}, 50).unref();

/** The figures of the process since the last call. */
function takeMeters() {
  const used = process.threadCpuUsage(cpu);
  cpu = process.threadCpuUsage();
  const meters = {
    loopCpuMs: Math.round((used.user + used.system) / 1000),
    rssMb: Math.round(process.memoryUsage.rss() / 1e6),
    rssMaxMb: Math.round(rssMax / 1e6),
    loopP99Ms: Math.round(delay.percentile(99) / 1e4) / 100,
    loopMaxMs: Math.round(delay.max / 1e4) / 100,
    commits: spreadOf(commits),
    state: service.storage.books.stats().state,
  };
  delay.reset();
  commits = [];
  rssMax = 0;
  return meters;
}

export type Meters = ReturnType<typeof takeMeters>;
export type WorkRequest =
  | readonly ['meters']
  | readonly ['purge', { readonly nowMs: number; readonly keepMs: number }]
  | readonly ['audit', { readonly sinceMs?: number }]
  /** Returns the address where a person of the account, named `owner`, can use the console API. */
  | readonly ['console', string]
  | readonly ['stop'];

async function work(message: WorkRequest): Promise<unknown> {
  const fromMs = performance.now();
  const took = (done: object) => ({ ms: Math.round(performance.now() - fromMs), ...done });
  switch (message[0]) {
    case 'meters':
      return takeMeters();
    case 'purge':
      return took({ deleted: await purgeCalls(engine, { ...message[1], logger: silentLogger }) });
    case 'audit':
      return took({ report: await auditBooks(engine, { incarnation: null, ...message[1] }) });
    case 'console': {
      const bench = await openConsole(service);
      await bench.join(message[1], 'owner', 'owner');
      return bench.url;
    }
    case 'stop':
      await service.stop(0);
      process.disconnect?.();
      return process.exit(0);
  }
}

process.on('message', (message: WorkRequest) => {
  work(message).then(
    (answer) => process.send?.(answer),
    (error: unknown) => process.send?.({ failed: String(error) }),
  );
});
// Ends with an aborted test.
process.once('disconnect', () => process.exit(0));
process.send?.({ url: service.url, adminToken: service.adminToken });
