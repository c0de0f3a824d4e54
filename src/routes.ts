import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';
import { appScreens, publicScreens } from './screens.ts';

const toRoute = ([path, file]: [string, string]) => (path === '/' ? index(file) : route(path.slice(1), file));
const app = Object.entries(appScreens);
const isAdmin = ([path]: [string, string]) => path.startsWith('/admin');
const isCompliance = ([path]: [string, string]) => path.startsWith('/admin/aml-compliance');

export default [
  ...Object.entries(publicScreens).map(toRoute),
  layout('ui/app-frame.tsx', [
    layout('features/accounts/agreements/screens/agreements-frame.tsx', [
      layout('features/location/screens/location-frame.tsx', [
        ...app.filter((screen) => !isAdmin(screen)).map(toRoute),
        layout('features/staff/screens/admin.tsx', [
          ...app.filter((screen) => isAdmin(screen) && !isCompliance(screen)).map(toRoute),
          layout('features/compliance/staff/screens/desk.tsx', app.filter(isCompliance).map(toRoute)),
        ]),
      ]),
    ]),
  ]),
  route('*', 'ui/not-found.tsx'),
] satisfies RouteConfig;
