import { createReadStream } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Anchor, verify } from '../src/features/audit/verify.ts';

/**
 * Checks an exported audit log from the file alone: `npm run audit:verify -- FILE [--anchor SEQ:HASH ...]`. Exit codes:
 * 0: unbroken up to an anchor. 1: a broken line. 2: unreadable. 3: a partial file, or no anchor at its end.
 * 4: unbroken, but the proof of erased lines follows the end of the file.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { anchor: { type: 'string', multiple: true, default: [] } },
});

/** Splits at line feeds only: texts may contain other separators. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of createReadStream(path, 'utf8')) {
    const lines = (rest + String(piece)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

function anchorOf(text: string): Anchor {
  const [, seq, hash] = /^([1-9]\d{0,17}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (!seq || !hash) throw new Error(`not an anchor: ${text} (SEQ:HASH is)`);
  return { seq, hash };
}

const [file] = positionals;
if (!file) {
  console.error('Which file? npm run audit:verify -- FILE [--anchor SEQ:HASH]');
  process.exit(2);
}
try {
  const { entries, keptBack, erased, waiting, last, broken, unproven, ...found } = await verify(
    linesOf(file),
    values.anchor.map(anchorOf),
  );
  for (const { line, why } of broken) console.error(`${file}:${line}: ${why}`);
  const held =
    keptBack > 0
      ? `, the content of ${keptBack} kept back${erased > 0 ? ` (${erased} erased after the years that they are kept)` : ''}`
      : '';
  console.info(`${entries} lines of the log${held}; last ${last.seq}:${last.hash}; ${waiting} were not sealed yet.`);
  if (found.youngestErased)
    console.info(`Of the lines that were erased the youngest was sealed ${found.youngestErased}.`);
  const whole = broken.length === 0 && unproven.length === 0;
  if (whole)
    console.info('Whole: nothing was changed, removed, moved or put in between, from the first line to the last.');
  else if (broken.length === 0 && found.namedBehind.length > 0)
    console.info('Not proven: lines were erased, and the proof follows the end of this file. Export the log again.');
  else if (broken.length === 0) console.info('Part: every line in it is as it was sealed, but it does not prove all.');
  for (const what of unproven) console.info(`  Not proven: ${what}.`);
  process.exitCode = whole ? 0 : broken.length > 0 ? 1 : found.namedBehind.length > 0 ? 4 : 3;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}
