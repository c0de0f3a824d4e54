import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';
import { appScreens, publicScreens } from './screens.ts';

const entry = ([path, file]: [string, string]) => (path === '/' ? index(file) : route(path.slice(1), file));

export default [
  ...Object.entries(publicScreens).map(entry),
  layout('ui/app-frame.tsx', [
    layout('features/agreements/screens/agreements-frame.tsx', [
      layout('features/location/screens/location-frame.tsx', Object.entries(appScreens).map(entry)),
    ]),
  ]),
  route('*', 'ui/not-found.tsx'),
] satisfies RouteConfig;
