import { fork } from 'node:child_process';
import type { ListFile, RenewedSource } from './import-list.ts';
import { UnreadableListError } from './party.ts';
import type { ImportedList } from './views.ts';

/** Sent as a message, because other users of the machine can read command lines and environments. */
export type ImportJob = {
  readonly databaseUrl: string;
  readonly source: RenewedSource;
  readonly file: ListFile;
  readonly now: Date;
};

/** `workSeconds` is CPU time. */
export type Imported = { readonly imported: ImportedList; readonly workSeconds: number; readonly peakBytes: number };
export type ImportAnswer = Imported | { readonly unreadable: string } | { readonly fault: string };

const memoryFlags = ['--max-old-space-size=96', '--max-semi-space-size=2'];
const timeoutMs = 15 * 60_000;

/** Imports a file in a child of this process with 200 MB, as parsing blocks. Throws {@link UnreadableListError}. */
export async function importInWorker(job: ImportJob): Promise<Imported> {
  const { PATH, NODE_EXTRA_CA_CERTS } = process.env;
  const child = fork(new URL('./import-program.ts', import.meta.url), {
    execArgv: memoryFlags,
    serialization: 'advanced',
    env: { ...(PATH && { PATH }), ...(NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS }) },
    timeout: timeoutMs,
  });
  const answer = await new Promise<ImportAnswer>((resolve) => {
    child.once('message', (message) => resolve(message as ImportAnswer));
    child.once('error', (error) => resolve({ fault: error.message }));
    child.once('exit', (code, signal) =>
      resolve({ fault: `the import ended with ${signal ?? code} without a result` }),
    );
    child.send(job);
  });
  if ('unreadable' in answer) throw new UnreadableListError(answer.unreadable);
  if ('fault' in answer) throw new Error(`an import failed: ${answer.fault}`);
  return answer;
}
