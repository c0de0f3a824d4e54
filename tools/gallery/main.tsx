import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { newQueryClient } from '../../src/ui/client.ts';
import { startShell } from '../../src/ui/shell.ts';
import { applyTheme, getThemeChoice } from '../../src/ui/theme.ts';
import { ThemeChoices } from '../../src/ui/theme-switch.tsx';
import '../../src/ui/styles.css';
import '../../src/ui/styles-app.css';
import '../../src/ui/fonts.css';
import './gallery.css';
import deskStyles from '../../src/ui/styles-admin.css?url';
import { controls } from './stories/controls.tsx';
import { deskStories } from './stories/desk.tsx';
import { dialogs } from './stories/dialogs.tsx';
import { pages } from './stories/pages.tsx';
import { texts } from './stories/texts.tsx';
import type { Stories } from './story.ts';

const siteStories: Stories = { ...controls, ...texts, ...dialogs, ...pages };
const stories: Stories = { ...siteStories, ...deskStories };
Object.assign(window, { storyNames: Object.keys(stories) });

const readName = () => decodeURIComponent(location.hash.slice(1)) || (Object.keys(stories)[0] ?? '');

function subscribeToHash(notify: () => void) {
  addEventListener('hashchange', notify);
  return () => removeEventListener('hashchange', notify);
}

function Frame({ name, children }: { name: string; children: ReactNode }) {
  if (name in deskStories)
    return (
      <div className="desk">
        <link rel="stylesheet" href={deskStyles} />
        {children}
      </div>
    );
  return <div className={name in pages ? undefined : 'wrap'}>{children}</div>;
}

function Story({ name }: { name: string }) {
  const isDesk = name in deskStories;
  useEffect(() => {
    document.documentElement.dataset['frame'] = isDesk ? 'desk' : 'site';
  }, [isDesk]);
  return (
    <Frame name={name}>
      {Object.entries(stories[name] ?? {}).map(([state, shown]) => (
        <section key={state} className="gallery-state" aria-label={state}>
          <p className="gallery-name">{state}</p>
          {shown}
        </section>
      ))}
    </Frame>
  );
}

const createRouter = (name: string) =>
  createMemoryRouter([{ path: '*', element: <Story name={name} /> }], { initialEntries: ['/gallery'] });

const paper =
  '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="420"><path d="M0 0h640v420H0z" fill="#bccfbf"/></svg>';
const queries = newQueryClient();
queries.setQueryData(['paper', 'passport'], new Blob([paper], { type: 'image/svg+xml' }));

function Gallery() {
  const name = useSyncExternalStore(subscribeToHash, readName);
  return (
    <QueryClientProvider client={queries}>
      <header className="gallery-bar">
        <div className="ctl">
          <select
            aria-label="Component"
            value={name}
            onChange={({ target }) => {
              location.hash = encodeURIComponent(target.value);
            }}
          >
            {Object.keys(stories).map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </div>
        <ThemeChoices />
      </header>
      <main id="main">
        <h1 className="gallery-title">{name}</h1>
        <RouterProvider key={name} router={createRouter(name)} />
      </main>
    </QueryClientProvider>
  );
}

applyTheme(getThemeChoice());
startShell();
createRoot(document.body.appendChild(document.createElement('div'))).render(<Gallery />);
