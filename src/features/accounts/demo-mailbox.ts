import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { escapeHtml } from '../../kernel/markup.ts';
import type { Services } from '../../platform/http/procedure.ts';

type DemoMail = { to: string; subject: string; text: string; html: string; links: string[]; sentAt: Date };

/** Serves `/dev/mailbox`, except in production. */
export function mountDemoMailbox(app: FastifyInstance, { config, db }: Services): void {
  if (config.mode === 'production') return;
  app.get<{ Querystring: { to?: string } }>('/dev/mailbox.json', async (request) =>
    mails(
      String(request.query.to ?? '')
        .replaceAll('\0', '')
        .trim()
        .toLowerCase(),
    ),
  );
  app.get('/dev/mailbox', async (_request, reply) => {
    const policy =
      "default-src 'none'; frame-ancestors 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'";
    reply.header('content-security-policy', policy).type('text/html; charset=utf-8');
    return page(await mails(''));
  });

  const mails = async (to: string): Promise<DemoMail[]> => {
    const { rows } = await sql<DemoMail>`
      select to_address "to", subject, text_body "text", html_body html, links, sent_at "sentAt" from demo_mails
       where ${to} = '' or to_address = ${to} order by id desc limit 200`.execute(db);
    return rows;
  };
}

function page(mails: DemoMail[]): string {
  const entry = ({ to, subject, html, links, sentAt }: DemoMail) =>
    `<article><h2>${escapeHtml(subject)}</h2><p>To ${escapeHtml(to)}, ${sentAt.toISOString()}</p>` +
    `${links.map((url) => `<p><a href="${escapeHtml(url)}">${escapeHtml(url)}</a></p>`).join('')}` +
    `<iframe sandbox title="${escapeHtml(subject)}" srcdoc="${escapeHtml(html)}"></iframe></article>`;
  const style =
    'body{font:15px/22px system-ui;margin:0 auto;max-width:760px;padding:24px;background:#f5f0e4;color:#15211b;overflow-wrap:anywhere}' +
    'article{border-top:1px solid #827c69;padding:16px 0}h2{font-size:17px;margin:0}p{margin:4px 0}iframe{width:100%;height:360px;border:1px solid #d8ceb8}';
  return (
    `<!doctype html><html lang="en-JM"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width">` +
    `<title>Demo mailbox</title><style>${style}</style></head><body><main><h1>Demo mailbox</h1>` +
    `${mails.map(entry).join('') || '<p>No mail yet.</p>'}</main></body></html>`
  );
}
