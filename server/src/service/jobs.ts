export function startJobs(): () => void {
  return () => undefined;
}
