/** CPU time of all threads of this process so far, which excludes other processes. Kernels count in steps of milliseconds. */
export function processCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
