import { fork } from 'node:child_process';
import { UnreadableList } from './found.ts';
import type { ListFile, RenewedSource } from './import-file.ts';
import type { ImportedList } from './views.ts';

/** What a process apart is told: by message, since others can read a command line or an environment. */
export type ImportOrder = {
  readonly databaseUrl: string;
  readonly source: RenewedSource;
  readonly file: ListFile;
  readonly now: Date;
};

/** What came in, and what it cost: seconds of work, whatever else the machine did, and the most memory ever held. */
export type Imported = { readonly imported: ImportedList; readonly workSeconds: number; readonly peakBytes: number };
export type ImportAnswer = Imported | { readonly unreadable: string } | { readonly fault: string };

/** Reading makes much that is soon forgotten: told to keep little, the machine clears it away as it goes. */
const littleMemory = ['--max-old-space-size=96', '--max-semi-space-size=2'];
/** A list is read in less than a minute; one that takes so long, in ms, never ends. */
const patience = 15 * 60_000;

/**
 * Imports a file in a process of its own, below 200 MB: half a minute of reading would keep every customer waiting
 * in ours. Throws {@link UnreadableList} for a file that is no list or a faulty one. If this process ends, so does the
 * import, with nothing done.
 */
export async function importApart(order: ImportOrder): Promise<Imported> {
  const { PATH, NODE_EXTRA_CA_CERTS } = process.env;
  const child = fork(new URL('./import-program.ts', import.meta.url), {
    execArgv: littleMemory,
    serialization: 'advanced',
    env: { ...(PATH && { PATH }), ...(NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS }) },
    timeout: patience,
  });
  const answer = await new Promise<ImportAnswer>((done) => {
    child.once('message', (told) => done(told as ImportAnswer));
    child.once('error', (error) => done({ fault: error.message }));
    child.once('exit', (code, signal) => done({ fault: `the import ended with ${signal ?? code} and said nothing` }));
    child.send(order);
  });
  if ('unreadable' in answer) throw new UnreadableList(answer.unreadable);
  if ('fault' in answer) throw new Error(`an import failed: ${answer.fault}`);
  return answer;
}
