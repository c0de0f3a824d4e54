import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escaped } from '../kernel/markup.ts';
import { type Files, linksTo } from './first-files.ts';
import { cutForGiven, type Given, pageWith, scriptsOf } from './given.ts';

const policy =
  "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; " +
  "frame-ancestors 'none'; form-action 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'";
const inlineScript = /<script(?![^>]*\ssrc=)(?![^>]*type="application\/(?:ld\+)?json")[^>]*>([\s\S]*?)<\/script>/g;
const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const none: Files = { styles: [], scripts: [] };

type Page = { html: string; csp: string };

function prepare(html: string): Page {
  const hashes = [...html.matchAll(inlineScript)].map((match) => sha256(match[1] ?? ''));
  return { html, csp: `${policy}; script-src 'self' ${hashes.join(' ')}` };
}

/** The policy of a page with one more script in it. */
const withScript = (csp: string, script: string | undefined): string =>
  script === undefined ? csp : `${csp} ${sha256(script)}`;

/** What a page brings along and what its screen begins with, each file once. */
const together = (given: Given, first: Files): Files => ({
  styles: [...new Set([...given.styles, ...first.styles])],
  scripts: [...new Set([...given.scripts, ...first.scripts])],
});

/** What stands in a page's open places: session marks, first prices. Keys are the words between `%%`. */
export type Slots = Readonly<Record<string, string>>;

export type PageOptions = {
  /** Folder of the built pages. */
  readonly root: string;
  /** Whether a path belongs to a screen. */
  readonly known: (path: string) => boolean;
  /** What the screen at a path begins with. */
  readonly first: (path: string) => Files | undefined;
  /** The words for a page, for whoever asks. Values are escaped here. */
  readonly slots: (request: FastifyRequest, path: string) => Promise<Slots>;
  /** Whether search engines are asked to leave a path out, whatever finds them a link to it. */
  readonly hidden: (path: string, slots: Slots) => boolean;
  /** Whether this person may open this path at all; otherwise it does not exist for them. */
  readonly mayOpen: (path: string, slots: Slots) => boolean;
  /** What a page of the application says where no script runs, as markup; null where it only asks for one. */
  readonly unscripted: (
    asked: { request: FastifyRequest; reply: FastifyReply },
    path: string,
  ) => Promise<string | null>;
  /** What of its screen a page of the application brings along for whoever asks; null where it asks for everything. */
  readonly given: (asked: { request: FastifyRequest; reply: FastifyReply }, path: string) => Promise<Given | null>;
};

export const fillSlots = (html: string, slots: Slots): string =>
  html.replace(/%%([\w.-]+)%%/g, (_, name: string) => escaped(slots[name] ?? ''));

/** A page whose words for where no script runs are exchanged. */
const withUnscripted = (html: string, text: string | null): string =>
  text === null ? html : html.replace(/<noscript>.*?<\/noscript>/s, () => `<noscript>${text}</noscript>`);

async function builtPages(root: string): Promise<Map<string, Page>> {
  const pages = new Map<string, Page>();
  for await (const file of glob('**/*.html', { cwd: root })) {
    const html = await readFile(join(root, file), 'utf8');
    pages.set(`/${file.replace(/(^|\/)index\.html$/, '')}`, prepare(html));
  }
  return pages;
}

/** Serves the built pages from memory, each with the hashes of its own inline scripts; anything unknown is a 404. */
export async function mountPages(app: FastifyInstance, options: PageOptions): Promise<void> {
  const pages = await builtPages(options.root);
  const shell = pages.get('/__spa-fallback.html');
  if (!shell) throw new Error(`no built pages in ${options.root}`);
  pages.delete('/__spa-fallback.html');
  const cut = cutForGiven(shell.html);
  const cutCsp = cut && prepare(scriptsOf(cut)).csp;
  app.setNotFoundHandler((_request, reply) => nothing(reply));
  // A route of its own and not what is left over: the compression looks at routes alone.
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      const path = pathOf(request);
      if (path === null || /^\/(api|assets|dev)\//.test(path)) return nothing(reply);
      const asked = { request, reply };
      const [slots, given, unscripted] = await Promise.all([
        options.slots(request, path),
        cut && !pages.has(path) ? options.given(asked, path) : null,
        pages.has(path) ? null : options.unscripted(asked, path),
      ]);
      const found = pages.has(path) || (options.known(path) && options.mayOpen(path, slots));
      const page = pages.get(path) ?? shell;
      const marks = { 'known.class': found ? '' : 'gone', 'unknown.class': found ? 'gone' : '' };
      const fill = (html: string) => fillSlots(html, { ...slots, ...marks });
      const personal = (given !== null && given.asked !== null) || unscripted !== null;
      const csp = given && cutCsp ? withScript(cutCsp, given.script) : page.csp;
      const first = (found && page === shell && options.first(path)) || none;
      return (
        reply
          .code(found ? 200 : 404)
          // What brings along the answer to a command is kept nowhere, as that answer is not.
          .headers({ 'cache-control': personal ? 'private, no-store' : 'private, no-cache', vary: 'cookie' })
          .headers({ 'content-security-policy': csp })
          .headers(options.hidden(path, slots) ? { 'x-robots-tag': 'noindex' } : {})
          .type('text/html; charset=utf-8')
          .send(
            cut && given
              ? pageWith(cut, { ...given, ...together(given, first) }, fill)
              : withUnscripted(
                  fill(page.html).replace('</head>', () => `${linksTo(first)}</head>`),
                  unscripted,
                ),
          )
      );
    },
  });
}

/** No address of ours is longer. Whether one is a screen's takes work by its length, for each screen that there is. */
const longestPath = 200;

/**
 * The path as it reads, however it is written, and without a trailing slash: `/tr%61ding/` is `/trading`. Null where it
 * cannot be read, is longer than any, or would be taken apart once more: whoever looks at it later must not find
 * another page in it.
 */
function pathOf(request: FastifyRequest): string | null {
  const written = request.url.split('?')[0] ?? '/';
  try {
    const path = decodeURIComponent(written);
    if (path.length > longestPath || /[%?#]/.test(path)) return null;
    return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  } catch {
    return null;
  }
}

const nothing = (reply: FastifyReply) => reply.code(404).send({ code: 'not_found' });
