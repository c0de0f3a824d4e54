import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { buildServer } from '../../src/server.ts';
import { published } from '../courses.ts';
import { smallWeb } from '../reliability/web.ts';
import { newCustomer } from '../submissions.ts';
import { serverUnderTest } from '../worker.ts';

/** Pages as the server hands them out, over a build of two of them: one in which a screen's own can stand. */
const server = await serverUnderTest();
const web = smallWeb();
const application =
  '<html data-session="%%session%%"><head></head><body><main><div id="given"></div></main>' +
  '<script type="module" async="">go()</script></body></html>';
writeFileSync(join(web, '__spa-fallback.html'), application);
const drawing = { files: { styles: [], scripts: [] }, drawLesson: () => '<p>A text</p>' };
const app = await buildServer(server.services, web, drawing);
afterAll(() => app.close());
const page = (url: string, cookie?: string) => app.inject({ url, headers: { ...(cookie && { cookie }) } });

test('nothing on the way keeps the page of a lesson, which brings along what its learner answered', async () => {
  await published(server, { courseId: 'small' });
  const { cookie } = await newCustomer(server);
  await server.call('learning/enroll', { courseId: 'small' }, cookie);
  const lesson = await page('/courses/small/lessons/first', cookie);
  expect([lesson.statusCode, lesson.body.includes('id="given-answer"')]).toEqual([200, true]);
  expect(lesson.headers['cache-control']).toBe('private, no-store');
  // Of nobody's answers nothing stands there, and going back to a page stays quick.
  expect((await page('/courses/small/lessons/first')).headers['cache-control']).toBe('private, no-cache');
});
