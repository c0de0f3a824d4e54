import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { endEverything } from '../../test/reliability/product.ts';
import { beforeEnd, end } from '../../tools/shutdown.ts';
import { openReport, reportFile } from './report.ts';
import { type Scenario, scenarios } from './scenarios.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    absent: { type: 'string' },
    keep: { type: 'boolean', default: false },
    kills: { type: 'string' },
    orders: { type: 'string' },
    listeners: { type: 'string' },
    rounds: { type: 'string' },
    minutes: { type: 'string' },
    past: { type: 'string' },
  },
});

const usage = `npm run test:scale -- NAME [--keep]
${Object.entries(scenarios)
  .map(([name, { what }]) => `  ${name.padEnd(10)} ${what}`)
  .join('\n')}
  --absent FILE  begins nothing new while this file is there: for a machine on which others measure too.
  --keep lays what was printed into ${reportFile}.`;

async function runScenario([name, scenario]: [string, Scenario]): Promise<void> {
  const report = openReport(name);
  beforeEnd(endEverything);
  const number = (options: keyof typeof values, otherwise: number) => Number(values[options] ?? otherwise);
  const calm = async () => {
    while (values.absent !== undefined && existsSync(values.absent)) await sleep(1_000);
  };
  await calm();
  await (await scenario.load())({ report, number, beforeEnd, calm });
  process.exitCode = report.end(values.keep) === 0 ? 0 : 1;
}

const [name = ''] = positionals;
const scenario = Object.hasOwn(scenarios, name) ? scenarios[name] : undefined;
try {
  if (scenario) await runScenario([name, scenario]);
  else {
    console.error(usage);
    process.exitCode = 64;
  }
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
await end();
