import { expect, test } from 'vitest';
import { renderOfflinePage } from './offline-page.ts';

const page = (more: object = {}) =>
  renderOfflinePage({ courses: [], requestedPath: '/trading', styles: ['/assets/a.css'], script: 'one()', ...more });
const course = {
  courseId: 'level-1',
  title: 'Level 1',
  sections: [{ title: 'Money', lessons: [{ unit: 'paying', title: 'Paying' }] }],
};

test('the page links to each stored lesson and to the requested page', () => {
  const html = page({ courses: [course], requestedPath: '/trading?side=sell' });
  expect(html).toContain('<h1>You are offline</h1>');
  expect(html).toContain('<a class="link" href="/courses/level-1/lessons/paying">Paying</a>');
  expect(html).toContain('<a class="btn" href="/trading?side=sell">Try again</a>');
  expect(page()).toContain('No lessons are saved on this device.');
});

test('addresses and titles are escaped', () => {
  const bad = `"><script>alert('1')</script>&`;
  const lessons = [{ unit: bad, title: bad }];
  const html = page({
    requestedPath: `/${bad}`,
    courses: [{ courseId: bad, title: bad, sections: [{ title: bad, lessons }] }],
  });
  expect(html.match(/<script>/g)).toHaveLength(1);
  expect(html).not.toContain("alert('1')");
});

test.each(['//evil.example/sign-in', '//evil.example', '/\\evil.example/', '/\t/evil.example'])(
  'a retry link never leads to another site: %j',
  (requestedPath) => expect(page({ requestedPath })).toContain('<a class="btn" href="/">Try again</a>'),
);
