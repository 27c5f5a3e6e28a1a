/**
 * Processor time of this process so far, all its threads together: what others do on a busy machine is not in it. Kernels count in steps
 * of milliseconds.
 */
export function processCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
