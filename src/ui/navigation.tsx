import { Link } from './link.tsx';
import { Mark } from './mark.tsx';
import { drawerPlaces, forWhom, type MenuEntry, mainPlaces, ownPlaces } from './places.ts';
import { closes, opens, shellAct } from './shell.ts';
import { BellIcon, CloseIcon, MenuIcon } from './shell-icons.tsx';
import { ThemeButton, ThemeChoices } from './theme-switch.tsx';

/** Current is the place itself and everything below it. */
/** What courses hold stands at an address of its own. */
const isHere = (path: string, { to }: MenuEntry): boolean =>
  path === to || path.startsWith(`${to}/`) || (to === '/courses' && path === '/curriculum');

function PlaceLink({ place, path, className = '' }: { place: MenuEntry; path: string; className?: string }) {
  const classes = [className, forWhom(place)].filter(Boolean).join(' ');
  return (
    <Link to={place.to} className={classes || undefined} aria-current={isHere(path, place) ? 'page' : undefined}>
      {place.name}
    </Link>
  );
}

const SignOutButton = ({ className }: { className: string }) => (
  <button type="button" className={`only-in ${className}`} {...shellAct('sign-out')}>
    Sign out
  </button>
);

const drawer = 'menu';

const Drawer = ({ path }: { path: string }) => (
  <>
    <button
      type="button"
      className="btn bare sm icon only-phone"
      aria-label="Open menu"
      aria-haspopup="dialog"
      {...opens(drawer)}
    >
      <MenuIcon />
    </button>
    <dialog id={drawer} className="drawer" aria-label="Menu">
      <div className="in">
        <button type="button" className="btn bare icon close" aria-label="Close menu" {...closes(drawer)}>
          <CloseIcon />
        </button>
        <nav aria-label="Menu">
          {[...mainPlaces, ...drawerPlaces, ...ownPlaces].map((place) => (
            <PlaceLink key={place.to} place={place} path={path} />
          ))}
          <SignOutButton className="asLink" />
        </nav>
        <ThemeChoices />
      </div>
    </dialog>
  </>
);

/**
 * The bar on top and, under 768 px, the drawer [000 §2 Top navigation]. `path` is the current place; leave it out where
 * it is not known yet. Both navigations stand in the document; who is signed in decides which one shows. What its
 * buttons do stands in `shell.ts`.
 */
export function Navigation({ path = '' }: { path?: string }) {
  return (
    <header className="top">
      <div className="wrap">
        <Link className="mark" to="/">
          <Mark />
          <span>Cryptocommerce</span>
        </Link>
        <nav aria-label="Main">
          {mainPlaces.map((place) => (
            <PlaceLink key={place.to} place={place} path={path} />
          ))}
        </nav>
        <div className="end">
          <span className="only-wide">
            <ThemeButton />
          </span>
          {ownPlaces.map((place) => {
            const first = place.name === 'Sign up';
            const looks = first ? 'btn sm' : 'btn bare sm only-wide';
            return <PlaceLink key={place.to} place={place} path={path} className={looks} />;
          })}
          <SignOutButton className="btn bare sm only-wide" />
          <Link
            to="/notices"
            className="btn bare sm icon only-in bell"
            aria-current={path.startsWith('/notices') ? 'page' : undefined}
          >
            {/* A name of its content: whoever hears the page hears how many are new, too. */}
            <span className="sr">Notices</span>
            <BellIcon />
          </Link>
          <Drawer path={path} />
        </div>
      </div>
    </header>
  );
}
