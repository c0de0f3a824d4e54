import { PassThrough, Readable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';

/** Time limit of rendering a page, ms. */
export const streamTimeout = 10 * 60_000;

type RenderArguments = [request: Request, status: number, headers: Headers, context: EntryContext];

/** Renders a page at build time. Unlike React Router's default entry, waits for all content and throws on errors. */
export default function renderPage(...[request, status, headers, context]: RenderArguments): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(<ServerRouter context={context} url={request.url} />, {
      onAllReady() {
        headers.set('content-type', 'text/html');
        const document = Readable.toWeb(pipe(new PassThrough())) as ReadableStream;
        resolve(new Response(document, { status, headers }));
      },
      onShellError: reject,
      onError: reject,
    });
  });
}
