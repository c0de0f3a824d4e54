import { parentPort } from 'node:worker_threads';

export type WorkerMessage<Result> = 'started' | { readonly done: Result } | { readonly failed: string };

/** Entry point of a worker of `workerPool`: runs each task and sends its result. */
export function serveWorker<Task, Done>(work: (task: Task) => Done | Promise<Done>): void {
  const send = (message: WorkerMessage<Done>) =>
    void (parentPort ? parentPort.postMessage(message) : process.send?.(message));
  const onTask = async (task: Task) => {
    try {
      send({ done: await work(task) });
    } catch (error) {
      send({ failed: String(error) });
    }
  };
  if (parentPort) parentPort.on('message', onTask);
  else process.on('message', onTask);
  send('started');
}
