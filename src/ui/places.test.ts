import { expect, test } from 'vitest';
import { screens } from '../screens.ts';
import { companyPlaces, drawerPlaces, legalPlaces, mainPlaces, ownPlaces } from './places.ts';

test('no menu leads to a page that we do not have', () => {
  const led = [...mainPlaces, ...drawerPlaces, ...ownPlaces, ...companyPlaces, ...legalPlaces].map(({ to }) =>
    to.replace(/[?#].*/, ''),
  );
  expect(led.filter((to) => !screens.includes(to))).toEqual([]);
});
