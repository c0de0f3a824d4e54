import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDataFolder, launch } from '../../test/reliability/product.ts';
import { startPostgres } from '../../tools/embedded-postgres.ts';
import { createBuiltStage, startDeployment } from './deployment.ts';
import { getCpuSeconds } from './process-usage.ts';
import { median } from './report.ts';
import type { RunScenario } from './scenarios.ts';

async function measureStart(env: Record<string, string>, part: string[]): Promise<{ ms: number; work: number }> {
  const site = createBuiltStage(...part);
  const startedAt = performance.now();
  const product = await launch({ ...env, NODE_COMPILE_CACHE: '' }, site);
  while (!product.output.out.includes('Ready on')) {
    if (performance.now() - startedAt > 60_000) throw new Error(`never ready: ${product.output.err}`);
    await sleep(5);
  }
  const found = { ms: performance.now() - startedAt, work: getCpuSeconds(product.pid) };
  await product.end('SIGTERM');
  return found;
}

export const ready: RunScenario = async ({ report, number, beforeEnd, calm }) => {
  const postgres = await startPostgres(join(createDataFolder(), 'postgres'));
  beforeEnd(postgres.stop);
  const deployment = await startDeployment({ server: postgres.url, past: 10_000, beforeEnd });
  const allInOne = { ...deployment.shared, DATABASE_URL: deployment.scene.url };
  const kinds: Readonly<Record<string, [string[], Record<string, string>]>> = {
    web: [['web'], deployment.shared],
    worker: [['worker'], deployment.shared],
    'all in one': [[], allInOne],
  };
  const rounds = number('rounds', 7);
  for (const [name, [part, env]] of Object.entries(kinds)) {
    await measureStart(env, part);
    const found = [];
    for (let round = 0; round < rounds; round++) {
      await calm();
      found.push(await measureStart(env, part));
    }
    const [ms, work] = [found.map((one) => one.ms), found.map((one) => one.work)];
    const result = `median ${Math.round(median(ms))} ms, least ${Math.round(Math.min(...ms))} ms, ${median(work).toFixed(2)} s of work`;
    report.check(median(ms) <= 1_000, `${name} ready on a database that is there in <= 1 s`, result);
  }
};
