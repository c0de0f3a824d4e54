import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';
import { appScreens, publicScreens } from './screens.ts';

const entry = ([path, file]: [string, string]) => (path === '/' ? index(file) : route(path.slice(1), file));
const app = Object.entries(appScreens);
const isDesk = ([path]: [string, string]) => path.startsWith('/admin');
const isCompliance = ([path]: [string, string]) => path.startsWith('/admin/aml-compliance');

export default [
  ...Object.entries(publicScreens).map(entry),
  layout('ui/app-frame.tsx', [
    layout('features/agreements/screens/agreements-frame.tsx', [
      layout('features/location/screens/location-frame.tsx', [
        ...app.filter((screen) => !isDesk(screen)).map(entry),
        layout('features/staff/screens/desk.tsx', [
          ...app.filter((screen) => isDesk(screen) && !isCompliance(screen)).map(entry),
          layout('features/compliance/screens/desk.tsx', app.filter(isCompliance).map(entry)),
        ]),
      ]),
    ]),
  ]),
  route('*', 'ui/not-found.tsx'),
] satisfies RouteConfig;
