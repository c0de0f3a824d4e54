import { parentPort } from 'node:worker_threads';

/** What a thread of `workerPool` is for: it does nothing but this with what it is asked, and answers. */
export const answersWith = <Asked, Done>(work: (asked: Asked) => Done | Promise<Done>) =>
  parentPort?.on('message', async (asked: Asked) => {
    try {
      parentPort?.postMessage({ done: await work(asked) });
    } catch (error) {
      parentPort?.postMessage({ failed: String(error) });
    }
  });
