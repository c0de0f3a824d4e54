/** CPU time of this thread in µs. Only the sum is exact: user and system time are estimated from ticks. */
export function getCpuMicros(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}
