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

/** Splits at line feeds only: entries may contain other line separators. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(path, 'utf8')) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

function anchorOf(text: string): Anchor {
  const [, seq, hash] = /^([1-9]\d{0,17}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (!seq || !hash) throw new Error(`${text} is not an anchor. An anchor has the form SEQ:HASH.`);
  return { seq, hash };
}

const [file] = positionals;
if (!file) {
  console.error('Usage: npm run audit:verify -- FILE [--anchor SEQ:HASH ...]');
  process.exit(2);
}
try {
  const { entries, withoutContent, erased, waiting, last, broken, unproven, ...found } = await verify(
    linesOf(file),
    values.anchor.map(anchorOf),
  );
  for (const { line, why } of broken) console.error(`${file}:${line}: ${why}`);
  const erasedNote = erased > 0 ? ` (${erased} erased at the end of their retention period)` : '';
  const withheld = withoutContent > 0 ? `, ${withoutContent} without content${erasedNote}` : '';
  console.info(`${entries} log entries${withheld}; last ${last.seq}:${last.hash}; ${waiting} not sealed yet.`);
  if (found.newestErasedSealedAt) console.info(`The newest erased entry was sealed ${found.newestErasedSealedAt}.`);
  const isComplete = broken.length === 0 && unproven.length === 0;
  if (isComplete) console.info('Complete: no entry was changed, removed, moved or inserted.');
  else if (broken.length === 0 && found.erasedAfterEnd.length > 0)
    console.info('Not proven: entries were erased, and the proof is after the end of this file. Export the log again.');
  else if (broken.length === 0)
    console.info('Partial: every entry matches its seal, but the file does not prove them all.');
  for (const reason of unproven) console.info(`  Not proven: ${reason}.`);
  process.exitCode = isComplete ? 0 : broken.length > 0 ? 1 : found.erasedAfterEnd.length > 0 ? 4 : 3;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}
