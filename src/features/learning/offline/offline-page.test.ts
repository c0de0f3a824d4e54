import { expect, test } from 'vitest';
import { offlinePage } from './offline-page.ts';

const page = (more: object = {}) =>
  offlinePage({ courses: [], asked: '/trading', styles: ['/assets/a.css'], script: 'one()', ...more });
const course = {
  courseId: 'level-1',
  title: 'Level 1',
  sections: [{ title: 'Money', lessons: [{ unit: 'paying', title: 'Paying' }] }],
};

test('it says that there is no line, leads to each kept lesson, and tries again where one wanted to go', () => {
  const html = page({ courses: [course], asked: '/trading?side=sell' });
  expect(html).toContain('<h1>You are offline</h1>');
  expect(html).toContain('<a class="link" href="/courses/level-1/lessons/paying">Paying</a>');
  expect(html).toContain('<a class="btn" href="/trading?side=sell">Try again</a>');
  expect(page()).toContain('You keep no lessons on this device.');
});

test('no address and no title becomes anything but text', () => {
  const bad = `"><script>alert('1')</script>&`;
  const lessons = [{ unit: bad, title: bad }];
  const html = page({
    asked: `/${bad}`,
    courses: [{ courseId: bad, title: bad, sections: [{ title: bad, lessons }] }],
  });
  expect(html.match(/<script>/g)).toHaveLength(1);
  expect(html).not.toContain("alert('1')");
});

test.each(['//evil.example/sign-in', '//evil.example', '/\\evil.example/', '/\t/evil.example'])(
  'an address of ours never leads elsewhere: %j',
  (asked) => expect(page({ asked })).toContain('<a class="btn" href="/">Try again</a>'),
);
